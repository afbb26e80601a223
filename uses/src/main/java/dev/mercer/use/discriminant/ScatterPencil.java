package dev.mercer.use.discriminant;

import dev.mercer.NumericalException;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.linalg.LowerTriangle;
import java.util.Arrays;

/**
 * The axes along which one scatter is large and another is small: A w = lambda (B + ridge I) w,
 * w'(B + ridge I) w = 1, the largest lambda first.
 *
 * <ol>
 *   <li>B + ridge I = L L'
 *   <li>if A = D'D and D has few rows: the eigenpairs (lambda, u) of the small matrix Y Y', Y = D
 *       L^-T; v = Y'u / sqrt(lambda). Otherwise the leading eigenpairs (lambda, v) of L^-1 A L^-T
 *   <li>w = L^-T v
 * </ol>
 *
 * Cost: k^3 / 3; if A is a full matrix also 2 k^3 and an eigenproblem of order k. Fails with {@link
 * NumericalException} if B + ridge I is singular to working precision.
 */
final class ScatterPencil {

  private static final double EPSILON = Math.ulp(1.0);

  private static final int ROWS_AT_ONCE = 256;

  /**
   * @param values lambda, descending
   * @param directions w as columns, k x values.length, row-major
   */
  record Axes(double[] values, double[] directions) {}

  private final int size;
  private final double[] lower;
  private final Blas blas;

  /**
   * @param name what B is called in messages about failures
   * @param denominator B, k x k, its lower triangle; destroyed
   */
  ScatterPencil(int size, String name, double[] denominator, double ridge, Blas blas) {
    this.blas = blas;
    this.size = size;
    this.lower = denominator;
    double largest = 0;
    for (int i = 0; i < size; i++) {
      lower[i * size + i] += ridge;
      largest = Math.max(largest, lower[i * size + i]);
    }
    int failed = blas.cholesky(size, lower);
    double smallest = failed == 0 ? Double.POSITIVE_INFINITY : 0;
    for (int i = 0; i < size && failed == 0; i++) {
      smallest = Math.min(smallest, lower[i * size + i] * lower[i * size + i]);
    }
    if (!(smallest > size * EPSILON * largest)) {
      throw new NumericalException(
          name
              + " is singular to rounding with ridge "
              + ridge
              + ": axes along which it vanishes would have any ratio; give a ridge of at least "
              + Math.max(largest * 1e-6, Double.MIN_NORMAL)
              + ", or leave it out for the usual one");
    }
  }

  /**
   * The axes of A = D'D.
   *
   * @param rows the number of rows of D
   * @param factor D, rows x k, row-major; destroyed
   * @param most the largest number of axes wanted
   * @return at most that many axes, those whose lambda exceeds rounding errors
   */
  Axes ofFactor(int rows, double[] factor, int most) {
    blas.solveLowerForRows(rows, size, lower, size, factor, 0, size); // Y
    View y = View.of(factor, rows, size);
    double[] small = blas.product(y, y.t()).values();
    double[] ascending = new double[rows];
    blas.symmetricEigen(rows, small, ascending);
    int kept = 0;
    double least = rows * EPSILON * ascending[rows - 1];
    while (kept < Math.min(most, rows) && ascending[rows - 1 - kept] > least) {
      kept++;
    }
    double[] values = new double[kept];
    double[] turned = new double[kept * size]; // v as rows
    for (int c = 0; c < kept; c++) {
      values[c] = ascending[rows - 1 - c];
      View u = View.of(small, rows, rows).row(rows - 1 - c);
      blas.multiply(1 / Math.sqrt(values[c]), u, y, 0, View.of(turned, kept, size).row(c));
    }
    return axes(values, turned);
  }

  /**
   * The axes of a full matrix A.
   *
   * @param numerator A, k x k, its lower triangle; destroyed
   */
  Axes ofMatrix(double[] numerator, int most, Workers workers) {
    LowerTriangle triangle = new LowerTriangle(size, lower, blas);
    mirror(numerator);
    whiten(triangle, numerator, workers); // A L^-T
    transpose(numerator);
    whiten(triangle, numerator, workers); // L^-1 A L^-T
    int wanted = Math.min(most, size);
    double[] ascending = new double[size];
    double[] found = new double[wanted * size];
    blas.symmetricEigenLargest(size, numerator, wanted, ascending, found);
    int kept = 0;
    double least = size * EPSILON * ascending[wanted - 1];
    while (kept < wanted && ascending[wanted - 1 - kept] > least) {
      kept++;
    }
    double[] values = new double[kept];
    double[] turned = new double[kept * size];
    for (int c = 0; c < kept; c++) {
      values[c] = ascending[wanted - 1 - c];
      System.arraycopy(found, (wanted - 1 - c) * size, turned, c * size, size);
    }
    return axes(values, turned);
  }

  /** w = L^-T v, where the v are rows. */
  private Axes axes(double[] values, double[] turned) {
    int kept = values.length;
    blas.solveLowerTransposedForRows(kept, size, lower, size, turned, 0, size);
    double[] directions = new double[size * kept];
    for (int c = 0; c < kept; c++) {
      for (int i = 0; i < size; i++) {
        directions[i * kept + c] = turned[c * size + i];
      }
    }
    return new Axes(values, directions);
  }

  private void whiten(LowerTriangle triangle, double[] matrix, Workers workers) {
    workers.run(
        (size + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE,
        (index, worker) -> {
          int first = index * ROWS_AT_ONCE;
          int rows = Math.min(ROWS_AT_ONCE, size - first);
          double[] part = Arrays.copyOfRange(matrix, first * size, (first + rows) * size);
          triangle.solveRows(rows, part, 0, size);
          System.arraycopy(part, 0, matrix, first * size, rows * size);
        });
  }

  private void mirror(double[] matrix) {
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        matrix[j * size + i] = matrix[i * size + j];
      }
    }
  }

  private void transpose(double[] matrix) {
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        double above = matrix[j * size + i];
        matrix[j * size + i] = matrix[i * size + j];
        matrix[i * size + j] = above;
      }
    }
  }
}
