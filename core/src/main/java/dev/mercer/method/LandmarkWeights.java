package dev.mercer.method;

import dev.mercer.data.Rows;
import dev.mercer.gram.GramColumns;
import dev.mercer.kernel.Precomputed;
import dev.mercer.landmark.Landmarks;
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
        : nearest(seen.gram(), landmarks, seen.problem().weights());
  }

  /** The same weight for each landmark. */
  static double[] equal(SeenThroughLandmarks seen) {
    double[] result = new double[seen.landmarks().count()];
    Arrays.fill(result, seen.problem().weightSum() / result.length);
    return result;
  }

  /**
   * How many rows are nearest to each landmark: by Euclidean distance, ties to the lower landmark;
   * for a precomputed matrix, which has no points, by the distance in feature space.
   */
  static double[] nearest(GramColumns gram, Landmarks landmarks, double[] weights) {
    int[] nearest = new int[gram.size()];
    if (gram.kernel() instanceof Precomputed) {
      byKernel(gram, landmarks, nearest);
    } else {
      byPoints(gram, landmarks.points(), nearest);
    }
    double[] result = new double[landmarks.count()];
    for (int i = 0; i < nearest.length; i++) {
      result[nearest[i]] += weights == null ? 1 : weights[i];
    }
    return result;
  }

  private static void byPoints(GramColumns gram, Rows points, int[] nearest) {
    int d = points.columns();
    double[] centers = new double[Math.multiplyExact(points.count(), d)];
    points.copy(0, points.count(), centers, 0);
    gram.forBlocks(
        (block, first, count, worker) -> {
          double[] x = new double[d];
          for (int i = first; i < first + count; i++) {
            gram.rows().copy(i, 1, x, 0);
            double least = Double.POSITIVE_INFINITY;
            for (int j = 0; j < points.count(); j++) {
              double squared = 0;
              for (int c = 0; c < d; c++) {
                double difference = x[c] - centers[j * d + c];
                squared += difference * difference;
              }
              if (squared < least) {
                least = squared;
                nearest[i] = j;
              }
            }
          }
        });
  }

  private static void byKernel(GramColumns gram, Landmarks landmarks, int[] nearest) {
    GramColumns.Columns columns = landmarks.columns(gram);
    int m = columns.count();
    double[] own = gram.diagonal();
    gram.forBlocks(
        (block, first, count, worker) -> {
          double[] values = new double[Math.multiplyExact(count, m)];
          columns.fill(first, count, values, 0, worker);
          for (int i = 0; i < count; i++) {
            double least = Double.POSITIVE_INFINITY;
            for (int j = 0; j < m; j++) {
              double squared = own[landmarks.rows()[j]] - 2 * values[i * m + j];
              if (squared < least) {
                least = squared;
                nearest[first + i] = j;
              }
            }
          }
        });
  }
}
