package dev.mercer.internal.fit;

import dev.mercer.internal.cluster.NearestWeights;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.GramColumns;
import java.util.Arrays;

/**
 * How many rows, by weight, each landmark stands for: what the selector says, or how many are
 * nearest to it (methods.md, "Selectors").
 */
final class LandmarkWeights {

  private LandmarkWeights() {}

  /** The landmarks' weights; their sum is that of the sample weights. */
  static double[] of(ProjectedRows projected) {
    return of(projected.gram(), projected.landmarks(), projected.problem().weights());
  }

  /**
   * The same for landmarks that no rows were projected on.
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
