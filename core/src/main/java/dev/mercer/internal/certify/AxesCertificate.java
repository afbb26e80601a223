package dev.mercer.internal.certify;

import dev.mercer.Certificate;

/**
 * Bounds for orthonormal axes with uncorrelated scores Y over all rows. They hold for axes found by
 * any method, once the total variance and |K~|_F are known.
 *
 * <p>R = K~ - Y Y' is the Gram matrix of the part of the (centered) features that lies outside the
 * span of the axes. So R is positive semidefinite, and its trace is tr K~ less the captured
 * variance. The eigenvalues of Y Y' are the variances theta of the scores. The number of nonzero
 * eigenvalues of R is at most that of K~ less the number of axes. By Weyl and Ky Fan:
 *
 * <ol>
 *   <li>theta_i &lt;= lambda_i &lt;= theta_i + lambda_1(R), and lambda_i is at most the mean of the
 *       i largest, which sum to at most theta_1 + ... + theta_i + lambda_1(R) + ... + lambda_i(R)
 *   <li>no rank r captures more than theta_1 + ... + theta_r + lambda_1(R) + ... + lambda_r(R)
 *   <li>the sums of R's eigenvalues are bounded by its trace and Frobenius norm
 * </ol>
 *
 * <p>Rounding leaves the axes not quite orthonormal, the less so the worse the condition of what
 * they were made from. This moves the sum of theta, and so each single theta, by no more than the
 * uncertainty of the captured variance ({@link CapturedVariance}).
 */
public final class AxesCertificate {

  private AxesCertificate() {}

  /**
   * @param variances theta, descending
   * @param measured their sum, with the interval that rounding leaves for it
   * @param total tr K~
   * @param uncentered tr K, which determines the size of the rounding errors
   * @param squaredNorm |R|_F^2
   * @param order upper bound of the number of nonzero eigenvalues of R
   * @param terms number of terms of the longest sum
   */
  public static Certificate of(
      double[] variances,
      CapturedVariance measured,
      double total,
      double uncentered,
      double squaredNorm,
      int order,
      int terms) {
    int r = variances.length;
    // The error of a sum of n terms is at most n eps times the sum of their magnitudes, and the
    // value that the sum is compared with has an error of the same size.
    double sums = 4 * terms * Math.ulp(1.0) * uncentered;
    CapturedVariance captured = measured.atMost(total + sums);
    double rounding = sums + Math.min(total, measured.high() - measured.value());
    double norm = Math.max(0, squaredNorm) + 2 * rounding * uncentered;
    double left = Math.max(0, total - captured.value());
    double most = left + rounding;
    double[] lower = new double[r];
    double[] upper = new double[r];
    double[] byAverage = new double[r];
    double first = ResidualBounds.largestSum(1, most, norm, order);
    double sum = 0;
    for (int c = 0; c < r; c++) {
      sum += variances[c];
      lower[c] = Math.max(0, variances[c] - rounding);
      upper[c] = variances[c] + first + rounding;
      double several = ResidualBounds.largestSum(c + 1, most, norm, order);
      byAverage[c] = Math.min(upper[c], (sum + several + rounding) / (c + 1));
    }
    double best = captured.value() + ResidualBounds.largestSum(r, most, norm, order) + rounding;
    double low = total - sums;
    return Certificate.empty()
        .exact("residualTrace", left)
        .exact("residualTraceShare", left / total)
        .exact("capturedVariance", captured.value())
        .bound("capturedVarianceLow", captured.low())
        .bound("capturedVarianceHigh", captured.high())
        .bound("residualFrobeniusUpper", Math.sqrt(norm))
        .bound("eigenvalueLower", lower)
        .bound("eigenvalueUpper", upper)
        .bound("eigenvalueUpperByAverage", byAverage)
        .bound("optimalityGap", Math.min(1, Math.max(0, 1 - captured.low() / best)))
        .bound("explainedVarianceLow", Math.min(1, captured.low() / (total + sums)))
        .bound("explainedVarianceHigh", low > 0 ? Math.min(1, captured.high() / low) : 1);
  }
}
