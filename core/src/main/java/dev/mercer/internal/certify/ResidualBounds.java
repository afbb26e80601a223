package dev.mercer.internal.certify;

import dev.mercer.Certificate;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.features.LandmarkMoments;

/**
 * Bounds from the residual R = K - K^ of the landmarks, which is positive semidefinite where the
 * kernel is (theory.md, "Certificates").
 *
 * <p>Let kappa be the eigenvalues of H K^ H (those of {@code subset}), t = tr R, and c the variance
 * that r axes capture. Rounding leaves an interval for c ({@link CapturedVariance}); each bound
 * uses the end of it that makes the bound wider:
 *
 * <ol>
 *   <li>kappa_i &lt;= lambda_i(HKH) &lt;= kappa_i + t, by Weyl; and since lambda_i is at most the
 *       mean of the i largest, lambda_i &lt;= (kappa_1 + ... + kappa_i + t) / i
 *   <li>no rank r captures more than kappa_1 + ... + kappa_r + t, so the axes miss at most the
 *       share 1 - c / (that) of the best
 *   <li>by Ky Fan, no rank r captures more than kappa_1 + ... + kappa_r + lambda_1(R) + ... +
 *       lambda_r(R), where the sum of the lambda(R) is at most r t/N + sqrt(r (N-r)/N (|R|_F^2 -
 *       t^2/N)), N the order of R less the rank of K^
 *   <li>1'K^1 &lt;= 1'K1 &lt;= 1'K^1 + (sum w sqrt(r_i))^2, r_i the diagonal of R, gives a lower
 *       and an upper bound of the total variance; where only an upper bound of that sum is known,
 *       the lower bound is lower
 * </ol>
 */
public final class ResidualBounds {

  private final double[] kappa;
  private final CapturedVariance captured;
  private final boolean center;
  private final LandmarkMoments moments;
  private final double rounding;

  /**
   * @param kappa the r largest eigenvalues of H K^ H, descending
   * @param captured variance the fitted axes capture (subset: the sum of kappa)
   * @param rounding the largest error that rounding can have caused in a sum of eigenvalues; all
   *     bounds are widened by it
   */
  public ResidualBounds(
      double[] kappa,
      CapturedVariance captured,
      boolean center,
      LandmarkMoments moments,
      double rounding) {
    this.kappa = kappa.clone();
    this.captured = captured;
    this.center = center;
    this.moments = moments;
    this.rounding = rounding;
  }

  private double kappaSum() {
    double sum = 0;
    for (double value : kappa) {
      sum += value;
    }
    return sum;
  }

  /**
   * The largest share of the best possible captured variance that the axes can miss.
   *
   * @param best upper bound of the variance that any axes of this rank capture
   */
  private double gap(double best) {
    return gap(captured.low(), best);
  }

  private static double gap(double captured, double best) {
    return best > 0 ? Math.min(1, Math.max(0, 1 - captured / best)) : 0;
  }

  /** Upper bound of the variance any axes of this rank capture, from the trace alone. */
  public double bestByTrace() {
    return kappaSum() + moments.residualTrace() + rounding;
  }

  /** All bounds that need no sampled columns. */
  public Certificate certificate() {
    double t = moments.residualTrace();
    double[] upper = new double[kappa.length];
    double[] byAverage = new double[kappa.length];
    double[] lower = new double[kappa.length];
    double sum = 0;
    for (int i = 0; i < kappa.length; i++) {
      sum += kappa[i];
      lower[i] = Math.max(0, kappa[i] - rounding);
      upper[i] = kappa[i] + t + rounding;
      byAverage[i] = Math.min(upper[i], (sum + t + rounding) / (i + 1));
    }
    double low = totalLow();
    double high = totalHigh();
    return Certificate.empty()
        .exact("residualTrace", t)
        .exact("residualTraceShare", moments.trace() > 0 ? t / moments.trace() : 0)
        .exact("capturedVariance", captured.value())
        .bound("capturedVarianceLow", captured.low())
        .bound("capturedVarianceHigh", captured.high())
        .bound("eigenvalueLower", lower)
        .bound("eigenvalueUpper", upper)
        .bound("eigenvalueUpperByAverage", byAverage)
        .bound("optimalityGap", gap(bestByTrace()))
        .bound("totalVarianceLow", low)
        .bound("totalVarianceHigh", high)
        .bound("explainedVarianceLow", share(captured.low(), high))
        .bound("explainedVarianceHigh", share(captured.high(), low));
  }

  private static double share(double part, double total) {
    return total > 0 ? Math.min(1, part / total) : 1;
  }

  /** Lower bound of tr K - 1'K1/N; where nothing is centered, the value is known to rounding. */
  public double totalLow() {
    if (!center) {
      return moments.trace() - rounding;
    }
    double roots = moments.rootResidualSum();
    double most = moments.sumOfKernel() + roots * roots;
    double byMean = moments.trace() - most / moments.weightSum();
    // tr HKH = tr HK^H + tr HRH, and tr HK^H is known: a second lower bound, often the better one.
    double byLandmarks =
        moments.trace() - moments.residualTrace() - moments.sumOfKernel() / moments.weightSum();
    return Math.max(Math.max(byMean, byLandmarks) - rounding, captured.low());
  }

  /** Upper bound of tr K - 1'K1/N. */
  public double totalHigh() {
    double high =
        center
            ? Math.max(
                captured.value(), moments.trace() - moments.sumOfKernel() / moments.weightSum())
            : moments.trace();
    return high + rounding;
  }

  /**
   * Upper bound of the sum of the r largest eigenvalues of R, from its trace, Frobenius norm and
   * order.
   */
  public static double largestSum(int rank, double trace, double squaredNorm, double order) {
    if (order <= rank || trace <= 0) {
      return trace;
    }
    double spread = Math.max(0, squaredNorm - trace * trace / order);
    double sum = rank * trace / order + Math.sqrt(rank * (order - rank) / order * spread);
    return Math.min(trace, sum);
  }

  private double order() {
    return moments.rows() - moments.size();
  }

  /**
   * Two estimates of the gap from sampled columns of the residual: one from |R|_F, and one to first
   * order in R.
   *
   * @param values eigenvalues of H K^ H, and as columns of {@code vectors} their eigenvectors in
   *     features
   * @param mean of the features, or null where nothing is centered
   */
  public Certificate estimated(
      SampledColumns sampled, int rank, double[] values, View vectors, double[] mean) {
    double t = moments.residualTrace();
    return byNorm(sampled.squaredNorm(t))
        .and(firstOrder(sampled.firstOrder(rank, values, vectors, mean, t)));
  }

  /**
   * The estimate of the gap from an estimate of |R|_F^2.
   *
   * @param squaredNorm estimated |W^1/2 R W^1/2|_F^2 and its standard error
   */
  private Certificate byNorm(Estimate squaredNorm) {
    double t = moments.residualTrace();
    // |R|_F^2 lies between t^2/N and t^2.
    double order = Math.max(1, order());
    double clipped = Math.max(t * t / order, Math.min(t * t, squaredNorm.value()));
    double sum = largestSum(kappa.length, t, clipped, order());
    double best = kappaSum() + sum;
    double gap = gap(captured.value(), best);
    double spread = Math.max(clipped - t * t / order, 1e-12 * t * t);
    double slope =
        order() <= kappa.length || sum >= t
            ? 0
            : Math.sqrt(kappa.length * (order - kappa.length) / order / spread) / 2;
    double error =
        best > 0 ? captured.value() / (best * best) * slope * squaredNorm.standardError() : 0;
    double norm = Math.sqrt(clipped);
    double normError = norm > 0 ? squaredNorm.standardError() / (2 * norm) : 0;
    return Certificate.empty()
        .estimate("residualFrobeniusEstimate", norm, normError)
        .estimate("optimalityGapEstimate", gap, error);
  }

  /**
   * The gap to first order in R. The leading eigenvectors V of H K^ H capture tr(V'RV) more of K
   * than of K^, so the best axes capture at least that much more. Terms of higher order are left
   * out.
   *
   * @param gained tr(V'RV) and its standard error
   */
  private Certificate firstOrder(Estimate gained) {
    double best = kappaSum() + Math.max(0, Math.min(moments.residualTrace(), gained.value()));
    double error = best > 0 ? captured.value() / (best * best) * gained.standardError() : 0;
    return Certificate.empty()
        .estimate("optimalityGapFirstOrder", gap(captured.value(), best), error);
  }

  /**
   * An upper bound of the gap that holds with the given confidence, from an upper bound of |R|_F.
   *
   * @param norm upper bound of |W^1/2 R W^1/2|_F, which holds with the given confidence
   */
  public Certificate verified(double norm, double confidence) {
    double t = moments.residualTrace();
    double sum = largestSum(kappa.length, t, Math.min(t * t, norm * norm), order());
    return Certificate.empty()
        .confident("residualFrobeniusBound", norm, confidence)
        .confident("verifiedOptimalityGap", gap(kappaSum() + sum + rounding), confidence);
  }

  /**
   * Bounds of the gap from below and above, by one exact product ({@link RitzBounds}).
   *
   * @param ritz products of p orthonormal vectors, the leading eigenvectors of H K^ H, with H K H
   * @param residuals Gram matrix of the residuals of these vectors, p x p; destroyed
   * @param next the eigenvalue of H K^ H that follows theirs
   * @param largestResidual upper bound of lambda_1(R), which holds with the given confidence
   */
  public Certificate refined(
      View ritz,
      View residuals,
      double next,
      double largestResidual,
      double confidence,
      Blas blas) {
    int rank = kappa.length;
    double most = rounding;
    double rest = next + largestResidual + rounding;
    for (double value : RitzBounds.leading(rank, ritz, residuals, rest, blas)) {
      most += value;
    }
    double reached = -rounding;
    for (int i = 0; i < Math.min(rank, ritz.height()); i++) {
      reached += ritz.get(i, i);
    }
    return Certificate.empty()
        .confident("residualSpectralBound", largestResidual + rounding, confidence)
        .confident("refinedOptimalityGap", gap(most), confidence)
        .bound("optimalityGapLow", gap(captured.high(), reached));
  }
}
