package dev.mercer.method;

import dev.mercer.landmark.Landmarks;
import dev.mercer.landmark.NearestWeights;
import java.util.Arrays;

/**
 * How many rows, by weight, each landmark stands for: what the selector says, or how many are
 * nearest to it (methods.md sec. 4).
 */
final class LandmarkWeights {

  private LandmarkWeights() {}

  /** The landmarks' weights; their sum is that of the sample weights. */
  static double[] of(SeenThroughLandmarks seen) {
    Landmarks landmarks = seen.landmarks();
    return landmarks.weights() != null
        ? landmarks.weights().clone()
        : NearestWeights.of(seen.gram(), landmarks, seen.problem().weights());
  }

  /** The same weight for each landmark. */
  static double[] equal(SeenThroughLandmarks seen) {
    double[] result = new double[seen.landmarks().count()];
    Arrays.fill(result, seen.problem().weightSum() / result.length);
    return result;
  }
}
