package dev.mercer.internal.features;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;

/**
 * Sampled columns of a residual R = C - X G', from sums over the rows that know nothing of R: with
 * X the columns rows are seen through (features, or kernel values of landmarks), C the kernel
 * values of the sampled rows, and g_j the combination of X that stands for the j-th of them,
 *
 * <ul>
 *   <li>X'W R e = X'W C e - X'W X g
 *   <li>|W^1/2 R e|^2 = |W^1/2 C e|^2 - g'X'W C e - g'X'W R e
 *   <li>1'W R e = 1'W C e - 1'W X g
 * </ul>
 *
 * <p>Rounding: with u what a sum over the rows is off by, relative to the sum of its terms'
 * magnitudes, the square is off by u (|W^1/2 C e| + |g|'d)^2 at most, d the roots of the diagonal
 * of X'W X. The columns serve estimates only; they are good where that is below {@value
 * #MOST_ROUNDING} of the squares.
 *
 * <p>Cost: 2 k^2 flops a column, where R itself would cost 2 n k.
 */
final class ResidualColumns {

  private static final double MOST_ROUNDING = 1e-3;

  private final double[] squares;
  private final double[] sums;
  private final double[] products;
  private final boolean good;

  /**
   * @param q columns
   * @param g one row a column, q x k
   * @param second X'W X, k x k, both triangles, rows {@code step} apart
   * @param columnSums 1'W X, k
   * @param sampledProducts (X'W C e)', q x k, rows {@code productStep} apart from {@code productAt}
   *     on
   * @param sampledSquares |W^1/2 C e|^2
   * @param sampledSums 1'W C e
   * @param unit u
   */
  ResidualColumns(
      int k,
      int q,
      double[] g,
      double[] second,
      int step,
      double[] columnSums,
      double[] sampledProducts,
      int productAt,
      int productStep,
      double[] sampledSquares,
      double[] sampledSums,
      double unit,
      Blas blas) {
    this.squares = new double[q];
    this.sums = new double[q];
    this.products = new double[Math.max(1, q * k)];
    for (int j = 0; j < q; j++) {
      System.arraycopy(sampledProducts, productAt + j * productStep, products, j * k, k);
    }
    View among = View.at(second, 0, k, k, step); // X'W X
    blas.add(-1, View.of(g, q, k), among, View.of(products, q, k));
    double[] roots = new double[k];
    for (int c = 0; c < k; c++) {
      roots[c] = Math.sqrt(second[c * step + c]);
    }
    double rounding = 0;
    double all = 0;
    for (int j = 0; j < q; j++) {
      double root = Math.sqrt(sampledSquares[j]);
      double sum = sampledSums[j];
      double square = sampledSquares[j];
      for (int c = 0; c < k; c++) {
        double share = g[j * k + c];
        double known = sampledProducts[productAt + j * productStep + c];
        root += Math.abs(share) * roots[c];
        sum -= share * columnSums[c];
        square -= share * (known + products[j * k + c]);
      }
      squares[j] = Math.max(0, square);
      sums[j] = sum;
      rounding += unit * root * root;
      all += squares[j];
    }
    this.good = rounding <= MOST_ROUNDING * all;
  }

  /** Whether rounding cannot have spoiled them. */
  boolean good() {
    return good;
  }

  /** |W^1/2 R e|^2. */
  double[] squares() {
    return squares;
  }

  /** 1'W R e. */
  double[] sums() {
    return sums;
  }

  /** (X'W R e)', one row a column, q x k. */
  double[] products() {
    return products;
  }

  /** The transpose, rows x columns, of a matrix of columns x rows. */
  static double[] transposed(int rows, int columns, double[] matrix) {
    double[] result = new double[rows * columns];
    for (int j = 0; j < columns; j++) {
      for (int c = 0; c < rows; c++) {
        result[c * columns + j] = matrix[j * rows + c];
      }
    }
    return result;
  }
}
