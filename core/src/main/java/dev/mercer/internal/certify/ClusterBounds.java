package dev.mercer.internal.certify;

import dev.mercer.Certificate;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.cluster.NearestLandmarks;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.kernel.RadialProfile;
import dev.mercer.kernel.Kernel;

/**
 * Bounds of the residual R = K - K^ where the landmarks are the centers of clusters, or near them.
 * The sum of squared distances that k-means minimizes bounds the residual [RK Theorems 5 and 6].
 *
 * <p>Let d_i be the distance of row i from its nearest landmark, T the largest number of rows that
 * share a nearest landmark, m the number of landmarks, e = sum d_i^2, C the constant of {@link
 * RadialProfile}:
 *
 * <ol>
 *   <li>{@code clusterBound}, Theorem 6: |R|_F &lt;= 4 T sqrt(m C e T) + m C T e |K_y^-1|_F. The
 *       proof takes clusters of T rows each; smaller ones are filled up with copies of their
 *       landmark, which add nothing to e and only enlarge R. Weights count as copies, rounded up:
 *       |R|_F grows with them.
 *   <li>{@code clusterTraceBound}: in feature space the squared distance of a row from its landmark
 *       is 2 (kappa - k(d_i)), kappa = k(x, x), and the landmark is in the span. So tr R &lt;= sum
 *       w_i 2 (kappa - k(d_i)), and |R|_F &lt;= tr R. This needs neither an inverse nor T, and is
 *       far below Theorem 6: where the kernel is smooth, Theorem 6 is linear in d and this is
 *       quadratic.
 * </ol>
 *
 * The bounds apply only to kernels for which {@link RadialProfile} has a constant C. Cost: m^3
 * flops in addition to the distances.
 */
public final class ClusterBounds {

  /** Generous upper bound of the relative error of a squared distance computed by products. */
  private static final double ROUNDING = 1e-9;

  private ClusterBounds() {}

  /** Whether the kernel has the constant the bounds need. */
  public static boolean appliesTo(Kernel kernel) {
    return RadialProfile.of(kernel).isPresent();
  }

  /**
   * @param weights of the rows, null for ones
   * @param rounding the largest error that rounding can have caused in tr R
   */
  public static Certificate of(
      Kernel kernel,
      NearestLandmarks rows,
      double[] weights,
      LandmarkFactor factor,
      double rounding) {
    RadialProfile profile = RadialProfile.of(kernel).orElseThrow();
    int m = factor.landmarks();
    double[] sizes = new double[m];
    double error = 0;
    double trace = 0;
    // A dropped landmark is at most this far from the span of the others.
    double beside =
        factor.dropped() == 0 ? 0 : Math.sqrt(LandmarkFactor.CUT_OFF * profile.largest());
    for (int i = 0; i < rows.nearest().length; i++) {
      double weight = weights == null ? 1 : weights[i];
      double squared = rows.squaredDistances()[i] * (1 + ROUNDING);
      sizes[rows.nearest()[i]] += Math.ceil(weight);
      error += Math.ceil(weight) * squared;
      double length = Math.sqrt(2 * profile.loss(Math.sqrt(squared))) + beside;
      trace += weight * length * length;
    }
    Certificate result =
        Certificate.empty().bound("clusterTraceBound", trace * (1 + ROUNDING) + rounding);
    if (factor.dropped() > 0) {
      return result; // K_y has no inverse
    }
    double largest = 0;
    for (double size : sizes) {
      largest = Math.max(largest, size);
    }
    double spread = m * profile.constant() * error * largest;
    double bound = 4 * largest * Math.sqrt(spread) + spread * inverseNorm(factor);
    return Double.isFinite(bound) ? result.bound("clusterBound", bound + rounding) : result;
  }

  /** |K_y^-1|_F = |T T'|_F = |T'T|_F, T = L^-T. */
  private static double inverseNorm(LandmarkFactor factor) {
    int k = factor.rank();
    View identity = View.zeros(k, k);
    for (int i = 0; i < k; i++) {
      identity.set(i, i, 1);
    }
    View t = factor.coefficients(identity);
    return factor.blas().norm(factor.blas().product(t.t(), t));
  }
}
