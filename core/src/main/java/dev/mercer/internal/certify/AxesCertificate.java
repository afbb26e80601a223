package dev.mercer.internal.certify;

import dev.mercer.Certificate;

/**
 * What is certain about orthonormal axes with uncorrelated scores Y over all rows, whatever found
 * them, once the total variance and |K~|_F are known.
 *
 * <p>R = K~ - Y Y' is the Gram matrix of what the axes leave of the (centered) features, so it is
 * positive semidefinite, with trace tr K~ less the captured variance. Y Y' has the variances of
 * scores theta as eigenvalues, and R at most as many as K~ less the axes' number. By Weyl and Ky
 * Fan:
 *
 * <ol>
 *   <li>theta_i &lt;= lambda_i &lt;= theta_i + lambda_1(R), and lambda_i is at most the mean of the
 *       i largest, which sum to at most theta_1 + ... + theta_i + lambda_1(R) + ... + lambda_i(R)
 *   <li>no rank r captures more than theta_1 + ... + theta_r + lambda_1(R) + ... + lambda_r(R)
 *   <li>the sums of R's eigenvalues are bounded by its trace and Frobenius norm
 * </ol>
 *
 * <p>Axes are orthonormal to rounding, which grows with the condition of what they were made from:
 * it moves the sum of theta, and so each of them, by no more than the captured variance is open.
 */
public final class AxesCertificate {

  private AxesCertificate() {}

  /**
   * @param variances theta, descending
   * @param measured their sum, and what rounding leaves open of it
   * @param total tr K~
   * @param uncentered tr K, by whose rounding all is off
   * @param squaredNorm |R|_F^2
   * @param order most eigenvalues of R that are not zero
   * @param terms of the longest sum
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
    // A sum of n terms is off by n eps of its terms at worst, and so is what it is compared with.
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
