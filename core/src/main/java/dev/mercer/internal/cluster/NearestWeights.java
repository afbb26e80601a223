package dev.mercer.internal.cluster;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.GramColumns;

/**
 * How many rows, by weight, are nearest to each landmark: what a landmark stands for if the
 * selector gives no weights.
 *
 * <p>Nearest is meant by Euclidean distance, with ties going to the lower landmark, exactly as
 * distances by definition compare ({@link NearestLandmarks}). A precomputed kernel has no points:
 * its distance is the one in feature space, k_ii - 2 k_ij + k_jj, of which k_ii is the same for all
 * landmarks.
 */
public final class NearestWeights {

  private NearestWeights() {}

  /**
   * @param weights of the rows, null for ones
   * @return one sum per landmark; they add up to the sum of the weights, and a landmark that equals
   *     a lower one has zero
   */
  public static double[] of(GramColumns gram, Landmarks landmarks, double[] weights) {
    int[] nearest;
    if (!gram.kernel().hasPoints()) {
      nearest = inFeatureSpace(gram, landmarks);
    } else {
      nearest = NearestLandmarks.of(gram, landmarks).nearest();
    }
    double[] result = new double[landmarks.count()];
    for (int i = 0; i < nearest.length; i++) {
      result[nearest[i]] += weights == null ? 1 : weights[i];
    }
    return result;
  }

  private static int[] inFeatureSpace(GramColumns gram, Landmarks landmarks) {
    int[] nearest = new int[gram.size()];
    GramColumns.Columns columns = landmarks.columns(gram);
    int m = columns.count();
    double[] diagonal = gram.diagonal();
    double[][] buffers = new double[gram.workers().threads()][];
    gram.forBlocks(
        (index, first, count, worker) -> {
          if (buffers[worker] == null) {
            buffers[worker] = new double[Math.multiplyExact(GramColumns.BLOCK_ROWS, m)];
          }
          double[] values = buffers[worker];
          columns.fill(first, count, values, 0, worker);
          for (int i = 0; i < count; i++) {
            double least = Double.POSITIVE_INFINITY;
            for (int j = 0; j < m; j++) {
              double distance = diagonal[landmarks.rows()[j]] - 2 * values[i * m + j];
              if (distance < least) {
                least = distance;
                nearest[first + i] = j;
              }
            }
          }
        });
    return nearest;
  }
}
