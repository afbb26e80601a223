package dev.mercer.internal.features;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import java.util.Optional;

/**
 * Sums over all rows of sampled columns R e_j of a residual R = C - X G'. Here X is the
 * representation of the rows (features, or kernel values with landmarks), C the kernel values of
 * the rows with the sampled rows, and g_j the combination of X that approximates the j-th column of
 * C.
 *
 * @param squares |W^1/2 R e_j|^2
 * @param sums 1'W R e_j
 * @param products X'W R e_j, k x columns
 */
public record ResidualColumns(double[] squares, double[] sums, View products) {

  private static final double MOST_ROUNDING = 1e-3;

  /**
   * The columns of R from sums that were taken without knowing R:
   *
   * <ul>
   *   <li>X'W R e = X'W C e - X'W X g
   *   <li>|W^1/2 R e|^2 = |W^1/2 C e|^2 - g'X'W C e - g'X'W R e
   *   <li>1'W R e = 1'W C e - 1'W X g
   * </ul>
   *
   * <p>Rounding. Let u be the error of a sum over the rows, relative to the sum of its terms'
   * magnitudes. Then the square is off by at most u (|W^1/2 C e| + |g|'d)^2, where d are the roots
   * of the diagonal of X'W X. The columns are used for estimates only; they are accurate enough if
   * that error is below {@value #MOST_ROUNDING} of the squares.
   *
   * <p>Cost: 2 k^2 flops per column, where R itself would cost 2 n k.
   *
   * @param g one row per column of R
   * @param second X'W X, both triangles
   * @param sums 1'W X
   * @param ofKernel the same sums of the columns of C: X'W C e, |W^1/2 C e|^2, 1'W C e
   * @param unit u
   * @return empty if rounding may have spoiled them
   */
  static Optional<ResidualColumns> of(
      View g, View second, double[] sums, ResidualColumns ofKernel, double unit, Blas blas) {
    int q = g.height();
    int k = g.width();
    View known = ofKernel.products().t(); // (X'W C)'
    View rest = known.copy(); // (X'W R)'
    blas.add(-1, g, second, rest);
    double[] roots = new double[k];
    for (int c = 0; c < k; c++) {
      roots[c] = Math.sqrt(second.get(c, c));
    }
    double[] squaresOfRest = new double[q];
    double[] sumsOfRest = new double[q];
    double rounding = 0;
    double all = 0;
    for (int j = 0; j < q; j++) {
      double square = ofKernel.squares()[j];
      double sum = ofKernel.sums()[j];
      double root = Math.sqrt(square);
      for (int c = 0; c < k; c++) {
        double share = g.get(j, c);
        root += Math.abs(share) * roots[c];
        sum -= share * sums[c];
        square -= share * (known.get(j, c) + rest.get(j, c));
      }
      squaresOfRest[j] = Math.max(0, square);
      sumsOfRest[j] = sum;
      rounding += unit * root * root;
      all += squaresOfRest[j];
    }
    return rounding <= MOST_ROUNDING * all
        ? Optional.of(new ResidualColumns(squaresOfRest, sumsOfRest, rest.t().copy()))
        : Optional.empty();
  }
}
