package dev.mercer.internal.eigen;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.linalg.RowBlocks;
import dev.mercer.internal.linalg.Tall;

/**
 * Eigenpairs of a positive semidefinite operator of low rank that is close to the operator to be
 * solved. It is P B C^-1 B' P, computed from s columns B (n x s) of that operator, their rows C (s
 * x s), and the projection P that removes a unit vector.
 *
 * <ol>
 *   <li>B = P B, in place
 *   <li>C + ridge I = L L', G = B'B
 *   <li>L^-1 G L^-T z = kappa z; values below {@value #CUT_OFF} of the largest kappa are dropped
 *   <li>M = L^-T Z kappa^-1/2: the eigenvectors are U = B M, which is never computed
 * </ol>
 *
 * The ridge, {@value #RIDGE} of the largest diagonal entry of C, takes the place of a cut-off for
 * C's small eigenvalues. The result is never larger than without the ridge, and the difference is
 * small compared with what s columns leave out. Everything is first divided by that entry, so that
 * operators of size 1e-150 or 1e150 work.
 *
 * <p>Cost: n s^2 flops in matrix products and an eigenproblem of order s. Memory: B, which is kept,
 * and 5 square matrices of order s. Products with U cost 2 n s flops per vector. The result is the
 * same to the last bit for any number of threads.
 */
public final class LowRankSpectrum {

  private static final double RIDGE = 1e-8;
  private static final double CUT_OFF = 1e-7;
  // The number of columns of G computed at a time: the partial sums of each block of rows have s
  // times as many entries.
  private static final int STRIP = 64;

  private final int size;
  private final Tall columns;
  private final double scale; // the factor by which B and C were divided
  private final double[] values; // in descending order, of the scaled operator
  private final double[] turn; // M, size x values.length
  private final double trace;
  private final RowBlocks rowBlocks;
  private final Blas blas;

  private LowRankSpectrum(
      int rows,
      Tall columns,
      double scale,
      double[] values,
      double[] turn,
      double trace,
      RowBlocks rowBlocks,
      Blas blas) {
    this.blas = blas;
    this.size = columns.columns();
    this.columns = columns;
    this.scale = scale;
    this.values = values;
    this.turn = turn;
    this.trace = trace;
    this.rowBlocks = rowBlocks;
  }

  /**
   * @param rows n
   * @param columns B; kept and modified
   * @param among C, symmetric, s x s row-major; destroyed
   * @param unit the unit vector that is projected away; null for none
   * @param block most vectors that will be multiplied at once
   * @return null if there is no such operator: entries are not finite, or C = 0
   */
  public static LowRankSpectrum of(
      int rows, Tall columns, double[] among, double[] unit, int block, Workers workers) {
    int s = columns.columns();
    double largest = 0;
    for (int i = 0; i < s; i++) {
      largest = Math.max(largest, among[i * s + i]);
    }
    if (!(largest > 0 && largest <= Double.MAX_VALUE)) {
      return null;
    }
    double scale = Math.scalb(1.0, Math.getExponent(largest));
    RowBlocks rowBlocks = new RowBlocks(rows, s, Math.max(block, STRIP), workers);
    Blas blas = workers.blas();
    if (scale != 1) {
      for (int k = 0; k < (long) rows * s; k++) {
        columns.values()[k] /= scale;
      }
    }
    double[] mean = new double[s];
    if (unit != null) {
      Tall direction = Tall.of(unit, 1);
      rowBlocks.transposeTimes(direction, columns, mean, s);
      rowBlocks.addProduct(-1, direction, mean, s, 1, columns);
    }
    for (int k = 0; k < s * s; k++) {
      among[k] /= scale;
    }
    for (int i = 0; i < s; i++) {
      among[i * s + i] += RIDGE * largest / scale;
    }
    double[] reduced = new double[s * s];
    for (int from = 0; from < s; from += STRIP) {
      int width = Math.min(STRIP, s - from);
      double[] strip = new double[(s - from) * width];
      rowBlocks.transposeTimes(
          columns.columns(from, s - from), columns.columns(from, width), strip, width);
      for (int i = 0; i < s - from; i++) {
        for (int j = 0; j < width; j++) {
          reduced[(from + i) * s + from + j] = strip[i * width + j];
          reduced[(from + j) * s + from + i] = strip[i * width + j];
        }
      }
    }
    if (blas.cholesky(s, among) != 0 || !finite(reduced)) {
      return null;
    }
    blas.solveLowerForRows(s, s, among, s, reduced, 0, s); // G L^-T
    transpose(s, reduced); // L^-1 G
    blas.solveLowerForRows(s, s, among, s, reduced, 0, s); // L^-1 G L^-T
    blas.solveLowerForRows(1, s, among, s, mean, 0, s);
    double trace = blas.dot(s, mean, 0, mean, 0);
    for (int i = 0; i < s; i++) {
      trace += reduced[i * s + i];
    }
    double[] ascending = new double[s];
    blas.symmetricEigen(s, reduced, ascending);
    int kept = 0;
    while (kept < s && ascending[s - 1 - kept] > CUT_OFF * ascending[s - 1]) {
      kept++;
    }
    if (kept == 0) {
      return null;
    }
    // Row i of the eigenvectors is z'; then z' L^-1 is the row (L^-T z)'.
    blas.solveLowerTransposedForRows(kept, s, among, s, reduced, (s - kept) * s, s);
    double[] values = new double[kept];
    double[] turn = new double[s * kept];
    for (int j = 0; j < kept; j++) {
      values[j] = ascending[s - 1 - j];
      double factor = 1 / Math.sqrt(values[j]);
      for (int i = 0; i < s; i++) {
        turn[i * kept + j] = factor * reduced[(s - 1 - j) * s + i];
      }
    }
    return new LowRankSpectrum(rows, columns, scale, values, turn, scale * trace, rowBlocks, blas);
  }

  private static boolean finite(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += Math.abs(value);
    }
    return sum <= Double.MAX_VALUE;
  }

  private static void transpose(int n, double[] a) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        double entry = a[i * n + j];
        a[i * n + j] = a[j * n + i];
        a[j * n + i] = entry;
      }
    }
  }

  /** An upper bound on the bytes held for s columns, including B. */
  public static long bytes(int rows, int columns, int block) {
    return 8L * ((rows + 1L) * columns + 7L * columns * columns + 64L * columns)
        + 8L * 2 * columns * block
        + RowBlocks.bytes(rows, columns, Math.max(block, STRIP));
  }

  /** The number of eigenpairs. */
  public int count() {
    return values.length;
  }

  /** The eigenvalue kappa with this index, in descending order. */
  public double value(int index) {
    return scale * values[index];
  }

  /** The trace of B C^-1 B' as given, before the projection. */
  public double trace() {
    return trace;
  }

  /** C = U'X, count x columns of X, row-major. */
  void project(Tall x, double[] into) {
    int width = x.columns();
    View products = View.zeros(size, width); // B'X
    rowBlocks.transposeTimes(columns, x, products.values(), width);
    int k = values.length;
    blas.product(View.of(turn, size, k).t(), products, View.of(into, k, width));
  }

  /** Y = alpha U C + beta Y. */
  void addTo(double alpha, double[] coefficients, double beta, Tall y) {
    int width = y.columns();
    int k = values.length;
    View products = View.zeros(size, width); // alpha M C
    blas.add(alpha, View.of(turn, size, k), View.of(coefficients, k, width), products);
    rowBlocks.addProduct(1, columns, products.values(), width, beta, y);
  }

  /** Writes eigenvectors, starting with number {@code from}, as columns. */
  void vectors(int from, Tall into) {
    int width = into.columns();
    double[] chosen = new double[values.length * width];
    for (int j = 0; j < width; j++) {
      chosen[(from + j) * width + j] = 1;
    }
    addTo(1, chosen, 0, into);
  }
}
