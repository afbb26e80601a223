package dev.mercer.use.manifold;

import dev.mercer.NumericalException;
import dev.mercer.data.DenseRows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.cluster.NearestLandmarks;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.kernel.Linear;
import dev.mercer.landmark.KMeans;

/**
 * Clusters, by k-means, of points scaled to length one: the last step of a normalized cut.
 *
 * <ol>
 *   <li>k-means from {@value #STARTS} seeds ({@link KMeans}, at most {@value #ITERATIONS}
 *       iterations); the result with the least weighted sum of squared distances is kept, and the
 *       first of equal ones
 *   <li>a row belongs to its nearest center; ties go to the lower one
 *   <li>clusters are numbered in the order of their first rows ({@link #renumbered})
 * </ol>
 *
 * Cost of an iteration: 2 n k^2 flops. Fails if there are fewer distinct points than clusters.
 *
 * @param centers clusters x dimensions, row-major
 * @param dimensions the number of entries of a center
 */
record SpectralClusters(double[] centers, int dimensions) {

  private static final int STARTS = 10;
  private static final int ITERATIONS = 300;

  /**
   * @param points row-major
   * @param weights how often each point counts, all above 0
   */
  static SpectralClusters of(
      double[] points, double[] weights, int dimensions, int clusters, long seed, Workers workers) {
    DenseRows rows = DenseRows.wrap(weights.length, dimensions, points);
    GramColumns gram = new GramColumns(rows, new Linear(), points.length, workers);
    Landmarks best = null;
    double least = Double.POSITIVE_INFINITY;
    for (int start = 0; start < STARTS; start++) {
      Landmarks found =
          SelectorCatalog.algorithm(new KMeans(ITERATIONS))
              .select(
                  new SelectionRequest(
                      gram, weights, false, 1, clusters, 0, seed + start, Long.MAX_VALUE));
      if (found.count() < clusters) {
        throw new NumericalException(
            "only "
                + found.count()
                + " different places in the first "
                + clusters
                + " eigenvectors, so there are no "
                + clusters
                + " clusters; ask for at most "
                + found.count());
      }
      double sum = 0;
      double[] squared = NearestLandmarks.of(gram, found).squaredDistances();
      for (int i = 0; i < squared.length; i++) {
        sum += weights[i] * squared[i];
      }
      if (sum < least) {
        least = sum;
        best = found;
      }
    }
    double[] centers = new double[clusters * dimensions];
    best.points().copy(0, clusters, centers, 0);
    return new SpectralClusters(centers, dimensions);
  }

  int count() {
    return centers.length / dimensions;
  }

  /** The cluster of every row. */
  int[] nearest(double[] rows) {
    int[] result = new int[rows.length / dimensions];
    for (int i = 0; i < result.length; i++) {
      double least = Double.POSITIVE_INFINITY;
      for (int k = 0; k < count(); k++) {
        double squared = 0;
        for (int j = 0; j < dimensions; j++) {
          double difference = rows[i * dimensions + j] - centers[k * dimensions + j];
          squared += difference * difference;
        }
        if (squared < least) {
          least = squared;
          result[i] = k;
        }
      }
    }
    return result;
  }

  /** The same clusters, numbered in the order of their first rows; those without rows come last. */
  SpectralClusters renumbered(double[] rows) {
    boolean[] met = new boolean[count()];
    double[] ordered = new double[centers.length];
    int next = 0;
    for (int cluster : nearest(rows)) {
      if (!met[cluster]) {
        met[cluster] = true;
        System.arraycopy(centers, cluster * dimensions, ordered, next++ * dimensions, dimensions);
      }
    }
    for (int k = 0; k < met.length; k++) {
      if (!met[k]) {
        System.arraycopy(centers, k * dimensions, ordered, next++ * dimensions, dimensions);
      }
    }
    return new SpectralClusters(ordered, dimensions);
  }
}
