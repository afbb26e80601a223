package dev.mercer.internal.score;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.RowScores;
import dev.mercer.internal.rows.RowPass;

/**
 * Scores with a model of a precomputed kernel, whose rows hold the kernel values K already: Y = K A
 * - 1 b'. Cost: 2 n r flops per row.
 */
final class PrecomputedScores implements RowScores {

  private final Matrix coefficients;
  private final double[] offset;

  PrecomputedScores(Matrix coefficients, double[] offset) {
    this.coefficients = coefficients;
    this.offset = offset;
  }

  /** Bytes of working memory beside the model. */
  static long bytes(int columns, int rows, int threads) {
    long step = RowPass.blockRows(columns, rows);
    return 8 * Math.min(threads, (rows + step - 1) / step) * step * columns;
  }

  @Override
  public void score(Rows rows, double[] into, Workers workers) {
    int columns = rows.columns();
    int rank = coefficients.columns();
    View axes = View.of(coefficients.values(), columns, rank);
    int step = rows.blockRows();
    workers.run(
        (rows.count() + step - 1) / step,
        (index, worker) -> {
          int first = index * step;
          int count = Math.min(step, rows.count() - first);
          double[] block = new double[count * columns];
          rows.copy(first, count, block, 0);
          View y = View.at(into, first * rank, count, rank, rank);
          ModelScorer.fillMinus(offset, y);
          workers.blas().add(1, View.of(block, count, columns), axes, y);
        });
  }
}
