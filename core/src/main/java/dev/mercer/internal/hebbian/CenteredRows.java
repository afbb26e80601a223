package dev.mercer.internal.hebbian;

import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.problem.Problem;
import java.util.Arrays;

/**
 * Rows of the (centered) Gram matrix in any order: k'(t, p) = k(t, p) - m(t) - m(p) + m'w/N with m
 * = K w/N, or k itself where nothing is centered.
 *
 * <p>Stored, all rows are computed once and kept, n^2 doubles; else {@value #BATCH} at a time are
 * computed when they are asked for.
 */
public final class CenteredRows {

  static final int BATCH = 256;

  private final GramColumns gram;
  private final double[] means;
  private final double mean;
  private final double[][] stored;
  private final double[] row;

  /**
   * @param means m; null where nothing is centered
   * @param mean m'w/N
   */
  CenteredRows(GramColumns gram, double[] means, double mean, boolean store) {
    this.gram = gram;
    this.means = means;
    this.mean = mean;
    this.row = new double[gram.size()];
    this.stored = store ? new double[gram.size()][] : null;
    for (int first = 0; store && first < gram.size(); first += BATCH) {
      int[] batch = new int[Math.min(BATCH, gram.size() - first)];
      int start = first;
      Arrays.setAll(batch, j -> start + j);
      double[][] rows = compute(batch);
      System.arraycopy(rows, 0, stored, first, batch.length);
    }
  }

  /** Bytes beside the rows themselves. */
  public static long bytes(Problem problem, boolean store) {
    long n = problem.rows().count();
    int threads = problem.workers().threads();
    int batch = (int) Math.min(n, BATCH);
    long batches = 2L * 8 * n * batch;
    return GramColumns.bytes(problem.rows(), problem.kernel(), batch, threads)
        + batches
        + (store ? 8L * n * n : 8L * n);
  }

  interface Visit {
    /**
     * @param values k'(row, .), valid until the visit ends
     */
    void row(int row, double[] values);
  }

  /** Visits rows in the order given. */
  void visit(int[] order, Visit visit) {
    for (int first = 0; first < order.length; first += BATCH) {
      int[] batch = Arrays.copyOfRange(order, first, Math.min(order.length, first + BATCH));
      double[][] rows = stored == null ? compute(batch) : null;
      for (int j = 0; j < batch.length; j++) {
        center(batch[j], rows == null ? stored[batch[j]] : rows[j]);
        visit.row(batch[j], row);
      }
    }
  }

  private void center(int number, double[] values) {
    if (means == null) {
      System.arraycopy(values, 0, row, 0, row.length);
      return;
    }
    double own = mean - means[number];
    for (int p = 0; p < row.length; p++) {
      row[p] = values[p] - means[p] + own;
    }
  }

  /** Rows of K, which are its columns. */
  private double[][] compute(int[] batch) {
    double[] columns = gram.of(batch).all();
    double[][] rows = new double[batch.length][gram.size()];
    for (int p = 0; p < gram.size(); p++) {
      for (int j = 0; j < batch.length; j++) {
        rows[j][p] = columns[p * batch.length + j];
      }
    }
    return rows;
  }
}
