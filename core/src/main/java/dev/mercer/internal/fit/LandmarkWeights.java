package dev.mercer.internal.fit;

import dev.mercer.internal.cluster.NearestWeights;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.GramColumns;
import java.util.Arrays;

/**
 * The summed weight of the rows that each landmark stands for: as the selector gives it, or that of
 * the rows nearest to the landmark (methods.md, "Selectors").
 */
final class LandmarkWeights {

  private LandmarkWeights() {}

  /** The weights of the landmarks; their sum is the sum of the sample weights. */
  static double[] of(ProjectedRows projected) {
    return of(projected.gram(), projected.landmarks(), projected.problem().weights());
  }

  /**
   * The weights of landmarks on which no rows have been projected.
   *
   * @param sampleWeights of the rows, null for ones
   */
  static double[] of(GramColumns gram, Landmarks landmarks, double[] sampleWeights) {
    return landmarks.weights() != null
        ? landmarks.weights().clone()
        : NearestWeights.of(gram, landmarks, sampleWeights);
  }

  /** The same weight for each landmark. */
  static double[] equal(ProjectedRows projected) {
    double[] result = new double[projected.landmarks().count()];
    Arrays.fill(result, projected.problem().weightSum() / result.length);
    return result;
  }
}
