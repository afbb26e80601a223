package dev.mercer.internal.score;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.RowScores;
import dev.mercer.internal.kernel.FourierFeatures;
import dev.mercer.internal.rows.RowPass;

/**
 * Scores with a model of random features: Y = Z A - 1 b' for the features Z of the rows. Always in
 * double, for one product and a cosine each are cheap. Cost: the features of a row and 2 D r flops.
 */
final class FourierScores implements RowScores {

  /** Features of a block of rows: enough for GEMM, few enough for the cache. */
  private static final int FEATURE_VALUES = 1 << 18;

  private final FourierFeatures features;
  private final Matrix coefficients;
  private final double[] offset;

  FourierScores(FourierFeatures features, Matrix coefficients, double[] offset) {
    this.features = features;
    this.coefficients = coefficients;
    this.offset = offset;
  }

  /** Bytes of working memory beside the model. */
  static long bytes(int width, int columns, int rows, int threads) {
    long step = Math.max(1, Math.min(RowPass.blockRows(columns, rows), FEATURE_VALUES / width));
    long working = Math.min(threads, (rows + step - 1) / step);
    return 8 * working * step * ((long) columns + width);
  }

  @Override
  public void score(Rows rows, double[] into, Workers workers) {
    int rank = coefficients.columns();
    int d = rows.columns();
    int width = features.count();
    int step = Math.max(1, Math.min(rows.blockRows(), FEATURE_VALUES / width));
    double[][] blocks = new double[workers.threads()][];
    double[][] mapped = new double[workers.threads()][];
    workers.run(
        (rows.count() + step - 1) / step,
        (index, worker) -> {
          if (blocks[worker] == null) {
            blocks[worker] = new double[step * d];
            mapped[worker] = new double[step * width];
          }
          int first = index * step;
          int count = Math.min(step, rows.count() - first);
          rows.copy(first, count, blocks[worker], 0);
          View z = View.of(mapped[worker], count, width);
          features.map(View.of(blocks[worker], count, d), z, workers.blas());
          View y = View.at(into, first * rank, count, rank, rank);
          ModelScorer.fillMinus(offset, y);
          workers.blas().add(1, z, View.of(coefficients), y);
        });
  }
}
