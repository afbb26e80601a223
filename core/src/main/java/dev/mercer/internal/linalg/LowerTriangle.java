package dev.mercer.internal.linalg;

import dev.mercer.NumericalException;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;

/**
 * Solves X = X L^-T with a lower triangular matrix L for many right-hand sides, which are the rows
 * of X, at the speed of GEMM. The triangular solve of BLAS reaches only a quarter of this speed on
 * such shapes.
 *
 * <ol>
 *   <li>once per L: the inverses of its diagonal blocks, {@value #BLOCK} columns each
 *   <li>the columns are divided into two halves, X_1 and X_2: X_1 = X_1 L_11^-T, then X_2 = (X_2 -
 *       X_1 L_21') L_22^-T, and each half is solved in the same way; a single block is multiplied
 *       by its inverse
 * </ol>
 *
 * Only small diagonal blocks are inverted, so the errors are no larger than eps times the condition
 * number of one of these blocks, as in a blocked solve. Cost: n^2 flops per row. Thread-safe.
 */
public final class LowerTriangle {

  private static final int BLOCK = 64;

  private final int size;
  private final double[] values;
  private final double[] inverses;
  private final Blas blas;

  /**
   * @param values row-major without gaps, kept and not copied; entries above the diagonal are not
   *     read
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

  /**
   * Writes the inverse of one diagonal block to the rows of {@code inverses} from {@code first} on,
   * which are BLOCK entries apart.
   */
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

  /**
   * Replaces every row x of X by L^-1 x; the rows start at {@code offset} and are {@code step}
   * apart.
   */
  public void solveRows(int rows, double[] x, int offset, int step) {
    solve(rows, x, offset, step, 0, size, new double[rows * Math.min(BLOCK, size)]);
  }

  /**
   * The same for some columns, from which the contributions of the columns before them have been
   * subtracted.
   */
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
