package dev.mercer.internal.certify;

import dev.mercer.Certificate;

/**
 * Bounds of the residual R = K - K^ of uniformly drawn landmarks, which are known before the
 * landmarks are drawn and hold with a given probability [RK Theorem 3].
 *
 * <p>With K = X'X, l of the n columns drawn without replacement, Z the columns drawn times
 * sqrt(n/l), M = XX' and M_Z = ZZ':
 *
 * <ol>
 *   <li>E|M - M_Z| &lt;= E|M - M_Z|_F &lt;= n sqrt((n-l) / (l (n-1)) mean k_ii^2), the variance of
 *       such a sum; RK (10) is the same with the largest k_ii for all and without the factor for
 *       drawing without replacement
 *   <li>another column instead of one drawn changes the spectral norm by at most c = (n/l) max
 *       k_ii, the Frobenius norm by sqrt(2) c, since both are differences of two positive matrices
 *       of rank one; RK (9) has 2 (n/l) d_max sqrt(max k_ii), which needs the diameter d_max of the
 *       data in feature space and is larger unless that is below half of a feature's length
 *   <li>RK Theorem 1: with probability 1 - delta, |M - M_Z| exceeds its mean by at most c
 *       sqrt(alpha log(1/delta) / 2), alpha = l (n-l) / (n - 1/2) / beta, beta = 1 - 1/(2 max(l,
 *       n-l))
 *   <li>spectral, RK Theorem 2: |R| &lt;= |K - K_k| + 2 |M - M_Z|, for every k; the best is k = l
 *   <li>Frobenius: |R|_F &lt;= |K - K_l|_F + 2 |M - M_Z|_F, instead of the fourth root in RK's:
 *       with P the leading projection of M_Z, |R|_F = |(I-P) M (I-P)|_F is at most |(I-P) M_Z
 *       (I-P)|_F + |M - M_Z|_F, the first of which is the distance of M_Z from rank l, at most |M_Z
 *       - M_l|_F &lt;= |M - M_l|_F + |M - M_Z|_F. This is never above RK's bound: with x = |M -
 *       M_Z|_F, 2 x &lt;= sqrt(8 sqrt(k) n max k_ii x) for all x up to 2 sqrt(k) n max k_ii, and no
 *       |M - M_Z|_F is larger.
 *   <li>|K - K_l| = lambda_(l+1) is not known; it is at most tr R and at most tr K / (l+1), and |K
 *       - K_l|_F^2 at most lambda_(l+1) tr R, since no l eigenvalues sum to less than tr K^
 * </ol>
 *
 * The bounds hold for rows of equal weights and a number of landmarks fixed beforehand. They hold
 * for centered features too, because centering makes the residual no larger. The values that the
 * certificate measures ({@code residualTrace}, {@code residualFrobeniusEstimate}) are usually far
 * smaller, because these bounds use nothing but the diagonal of K.
 */
public final class SamplingBounds {

  /** delta. */
  private static final double RISK = 0.01;

  private SamplingBounds() {}

  /**
   * @param diagonal w k_ii of the n rows
   * @param drawn l
   * @param residualTrace tr R
   * @param rounding the largest error that rounding can have caused in it
   */
  public static Certificate of(
      double[] diagonal, int drawn, double residualTrace, double rounding) {
    double n = diagonal.length;
    double l = drawn;
    double largest = 0;
    double trace = 0;
    for (double entry : diagonal) {
      largest = Math.max(largest, entry);
      trace += entry;
    }
    double squares = 0; // of k_ii / max k_ii, because the square of k_ii might overflow
    for (double entry : diagonal) {
      squares += largest > 0 ? (entry / largest) * (entry / largest) : 0;
    }
    double left = n > 1 ? (n - l) / (n - 1) : 0;
    double mean = n * largest * Math.sqrt(left / l * squares / n);
    double beta = 1 - 1 / (2 * Math.max(l, n - l));
    double alpha = l * (n - l) / (n - 0.5) / beta;
    double excess = n / l * largest * Math.sqrt(alpha * Math.log(1 / RISK) / 2);
    double next = Math.min(residualTrace, trace / (l + 1));
    double spectral = next + 2 * (mean + excess);
    double rest = Math.sqrt(next) * Math.sqrt(residualTrace);
    double frobenius = rest + 2 * (mean + Math.sqrt(2) * excess);
    return Certificate.empty()
        .confident("samplingSpectralBound", spectral + rounding, 1 - RISK)
        .confident("samplingFrobeniusBound", frobenius + rounding, 1 - RISK);
  }
}
