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
  static double[] of(SeenThroughLandmarks seen) {
    return of(seen.gram(), seen.landmarks(), seen.problem().weights());
  }

  /**
   * The same for landmarks that rows were not seen through.
   *
   * @param sampleWeights of the rows, null for ones
   */
  static double[] of(GramColumns gram, Landmarks landmarks, double[] sampleWeights) {
    return landmarks.weights() != null
        ? landmarks.weights().clone()
        : NearestWeights.of(gram, landmarks, sampleWeights);
  }

  /** The same weight for each landmark. */
  static double[] equal(SeenThroughLandmarks seen) {
    double[] result = new double[seen.landmarks().count()];
    Arrays.fill(result, seen.problem().weightSum() / result.length);
    return result;
  }
}
