package dev.mercer.internal.linalg;

import dev.mercer.NumericalException;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;

/**
 * Solves with a lower triangular matrix L for many right-hand sides that are rows, X = X L^-T, at
 * the speed of GEMM: the triangular solve of BLAS reaches a quarter of it on such shapes.
 *
 * <ol>
 *   <li>once: the inverses of the diagonal blocks of L, {@value #BLOCK} columns each
 *   <li>by halves: X_1 = X_1 L_11^-T, then X_2 = (X_2 - X_1 L_21') L_22^-T; a single block is
 *       multiplied with its inverse
 * </ol>
 *
 * Only small diagonal blocks are inverted, so that errors stay those of a solve with blocks, eps
 * times the condition of one of them. Cost: n^2 flops a row. Thread-safe.
 */
public final class LowerTriangle {

  private static final int BLOCK = 64;

  private final int size;
  private final double[] values;
  private final double[] inverses;
  private final Blas blas;

  /**
   * @param values row-major without gaps, shared; what is above the diagonal is not read
   * @throws NumericalException if a diagonal entry is not positive
   */
  public LowerTriangle(int size, double[] values, Blas blas) {
    this.blas = blas;
    this.size = size;
    this.values = values;
    this.inverses = new double[size * BLOCK];
    for (int first = 0; first < size; first += BLOCK) {
      invert(first, Math.min(BLOCK, size - first));
    }
  }

  /** Rows first.. of the inverses hold the inverse of the diagonal block, BLOCK entries apart. */
  private void invert(int first, int order) {
    for (int i = 0; i < order; i++) {
      double pivot = values[(first + i) * size + first + i];
      if (!(pivot > 0)) {
        throw new NumericalException(
            "diagonal entry " + (first + i) + " of a Cholesky factor is " + pivot);
      }
      for (int j = 0; j < i; j++) {
        double sum = 0;
        for (int k = j; k < i; k++) {
          sum += values[(first + i) * size + first + k] * inverses[(first + k) * BLOCK + j];
        }
        inverses[(first + i) * BLOCK + j] = -sum / pivot;
      }
      inverses[(first + i) * BLOCK + i] = 1 / pivot;
    }
  }

  public int size() {
    return size;
  }

  /** Every row x of X becomes L^-1 x; rows are {@code step} apart from {@code offset} on. */
  public void solveRows(int rows, double[] x, int offset, int step) {
    solve(rows, x, offset, step, 0, size, new double[rows * Math.min(BLOCK, size)]);
  }

  /** The same for some columns, from which those before them were taken off already. */
  private void solve(
      int rows, double[] x, int offset, int step, int first, int width, double[] scratch) {
    if (width <= BLOCK) {
      multiplyWithInverse(rows, x, offset + first, step, first, width, scratch);
      return;
    }
    int half = (width / 2 + BLOCK - 1) / BLOCK * BLOCK;
    solve(rows, x, offset, step, first, half, scratch);
    int next = first + half;
    View solved = View.at(x, offset + first, rows, half, step);
    View below = View.at(values, next * size + first, width - half, half, size);
    blas.add(-1, solved, below.t(), View.at(x, offset + next, rows, width - half, step));
    solve(rows, x, offset, step, next, width - half, scratch);
  }

  private void multiplyWithInverse(
      int rows, double[] x, int at, int step, int first, int width, double[] scratch) {
    for (int i = 0; i < rows; i++) {
      System.arraycopy(x, at + i * step, scratch, i * width, width);
    }
    View inverse = View.at(inverses, first * BLOCK, width, width, BLOCK);
    blas.product(View.of(scratch, rows, width), inverse.t(), View.at(x, at, rows, width, step));
  }
}
