package dev.mercer.internal.fit;

import dev.mercer.internal.backend.View;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.LandmarkMoments;
import java.util.SplittableRandom;

/**
 * Bound of the rounding error in sums of eigenvalues of the second moment S of the rows' features f
 * = T'h, h the kernel values with the landmarks. It adds up three causes:
 *
 * <ol>
 *   <li>the error of a sum of n terms is at most n eps times the sum of their magnitudes, and the
 *       value it is compared with has an error of the same size; the features themselves have an
 *       error of some eps times the growth of the factor
 *   <li>K_y is rounded too, see {@link #ofLandmarks}. A row whose projection is the combination c =
 *       T f of landmarks has the squared length c'K_y c, and the sum of |c|^2 over the rows is tr(T
 *       S T')
 *   <li>the rounding error that the pass itself reports ({@link LandmarkMoments#rounding})
 * </ol>
 *
 * Cost: {@value #PROBES} products with S and T.
 */
final class MomentRounding {

  /** Rounding of the features of one row, in units of eps times the growth of the factor. */
  private static final double FEATURE_ROUNDING = 16;

  /** Rounding of the landmarks' own kernel values and of their factor, in units of eps. */
  static final double LANDMARK_ROUNDING = 6;

  /** Enough to know a trace within a third. */
  private static final int PROBES = 32;

  private MomentRounding() {}

  /** Bound of the error of a sum of eigenvalues. */
  static double of(LandmarkFactor factor, LandmarkMoments moments) {
    double terms = moments.rows() + FEATURE_ROUNDING * factor.roundingGrowth();
    return Math.ulp(1.0) * terms * moments.trace()
        + ofLandmarks(factor) * Math.max(0, sumOfCombinations(factor, moments))
        + moments.rounding();
  }

  /**
   * Bound of the error of c'K_y c as computed from the factor, for |c| = 1. Every entry of K_y has
   * an error of eps times the largest, and errors of independent signs grow with the root of their
   * number.
   */
  static double ofLandmarks(LandmarkFactor factor) {
    double largest = 0;
    for (int j : factor.order()) {
      largest = Math.max(largest, Math.abs(factor.squaredNorm(j)));
    }
    return LANDMARK_ROUNDING * Math.sqrt(factor.rank()) * Math.ulp(1.0) * largest;
  }

  /** tr(T S T'), as the mean of g'T S T'g over a few Gaussian vectors g. */
  private static double sumOfCombinations(LandmarkFactor factor, LandmarkMoments moments) {
    SplittableRandom random = new SplittableRandom(factor.rank());
    View probes = View.zeros(PROBES, factor.order().length);
    for (int i = 0; i < probes.values().length; i++) {
      probes.values()[i] = random.nextGaussian();
    }
    View features = factor.features(probes); // g'T, one row each
    View products = factor.blas().product(features, moments.second(false)); // g'T S
    return factor.blas().dot(features, products) / PROBES;
  }
}
