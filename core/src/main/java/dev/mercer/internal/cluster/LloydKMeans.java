package dev.mercer.internal.cluster;

import dev.mercer.data.Rows;
import dev.mercer.internal.features.SelectionRequest;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * k-means by Lloyd's iteration: finds centers that make the weighted sum of squared distances of
 * rows to their nearest center small.
 *
 * <ol>
 *   <li>{@link KMeansSeeds} chooses rows as first centers
 *   <li>every row joins its nearest center, the lowest if there are several ({@link NearestPoints})
 *   <li>a cluster without weight gets the row farthest from its center (ties: the lowest row),
 *       together with the rows equal to it, taken from a cluster that has other rows as well
 *   <li>every center becomes the weighted mean of its rows; back to 2
 * </ol>
 *
 * It stops when no row changes its cluster, when the sum fell by less than {@value #IMPROVEMENT} of
 * itself, or at the given number of iterations. Each step can only lower the sum. The centers
 * returned are the means of the clusters returned. Cost per iteration: 2 n m d flops by GEMM and n
 * d additions; memory: a few numbers per row, 3 m d doubles and the panels of {@link
 * NearestPoints}.
 *
 * <p>Means are summed in the order of the rows, with one task per cluster, so the results are the
 * same bits for any number of threads.
 */
public final class LloydKMeans {

  private static final double IMPROVEMENT = 1e-6;

  private final ShiftedRows rows;
  private final double[] weights;
  private final int[] cluster;
  private final double[] squaredDistances;
  private double[] sizes;
  private int[] members;
  private int[] starts;

  /**
   * The clusters found.
   *
   * @param centers m x d, row-major
   * @param cluster the cluster of each row
   * @param sizes the weight of each cluster, all positive
   * @param objective the weighted sum of squared distances before the last change of centers
   */
  public record Clusters(
      double[] centers, int[] cluster, double[] sizes, double objective, int iterations) {

    public int count() {
      return sizes.length;
    }
  }

  /**
   * @param weights of the rows; null for ones
   */
  LloydKMeans(ShiftedRows rows, double[] weights) {
    this.rows = rows;
    this.weights = weights;
    this.cluster = new int[rows.count()];
    this.squaredDistances = new double[rows.count()];
  }

  /** Bytes held beside the rows while this many clusters are found. */
  public static long bytes(Rows rows, int clusters, int threads) {
    // First and current centers, and either the next centers or the current ones prepared for
    // distances; a sum and a row per thread; clusters and distances of rows.
    return ShiftedRows.bytes(rows, clusters, threads)
        + 8L * (3L * clusters + 2L * threads) * (rows.columns() + 1)
        + 5L * 8 * rows.count();
  }

  /** The clusters for a request; fewer than asked for if fewer rows differ. */
  public static Clusters of(SelectionRequest request, ShiftedRows rows, int iterations) {
    SplittableRandom random = request.random();
    int count = request.requireCandidates();
    int[] seeds = KMeansSeeds.choose(rows, request.weights(), count, random);
    return new LloydKMeans(rows, request.weights()).iterate(rows.points(seeds).given(), iterations);
  }

  /**
   * @param first the first centers, m x d
   */
  Clusters iterate(double[] first, int iterations) {
    int m = first.length / rows.columns();
    double[] centers = first;
    double objective = Double.POSITIVE_INFINITY;
    int[] before = new int[cluster.length];
    Arrays.fill(cluster, -1);
    for (int iteration = 1; ; iteration++) {
      System.arraycopy(cluster, 0, before, 0, cluster.length);
      double last = objective;
      assign(centers);
      objective = refill(m);
      if (Arrays.equals(before, cluster)) {
        return finished(centers, objective, iteration);
      }
      centers = means(centers, m);
      boolean stalled = iteration > 1 && last - objective <= IMPROVEMENT * last;
      if (stalled || iteration >= iterations) {
        return finished(centers, objective, iteration);
      }
    }
  }

  private double weight(int row) {
    return weights == null ? 1 : weights[row];
  }

  private void assign(double[] centers) {
    new NearestPoints(rows, rows.points(centers))
        .find(
            (row, point, squared) -> {
              cluster[row] = point;
              squaredDistances[row] = squared;
            });
  }

  /** Fills clusters without weight; returns the weighted sum of squared distances. */
  private double refill(int m) {
    boolean[] filled = new boolean[m];
    for (int i = 0; i < cluster.length; i++) {
      filled[cluster[i]] |= weight(i) > 0;
    }
    for (int c = 0; c < m; c++) {
      int farthest = filled[c] ? -1 : farthest();
      if (farthest >= 0) {
        int from = cluster[farthest];
        for (int i = 0; i < cluster.length; i++) {
          if (cluster[i] == from && equal(i, farthest)) {
            cluster[i] = c;
            squaredDistances[i] = 0;
          }
        }
      }
    }
    sizes = new double[m];
    double sum = 0;
    for (int i = 0; i < cluster.length; i++) {
      sizes[cluster[i]] += weight(i);
      sum += weight(i) * squaredDistances[i];
    }
    return sum;
  }

  /**
   * The row farthest from its center among clusters that contain different rows; -1 if there is
   * none.
   */
  private int farthest() {
    int result = -1;
    double most = 0;
    for (int i = 0; i < cluster.length; i++) {
      if (squaredDistances[i] > most && weight(i) > 0 && hasOthers(i)) {
        most = squaredDistances[i];
        result = i;
      }
    }
    return result;
  }

  /** Whether the same cluster contains a row different from this one. */
  private boolean hasOthers(int row) {
    for (int i = 0; i < cluster.length; i++) {
      if (cluster[i] == cluster[row] && weight(i) > 0 && !equal(i, row)) {
        return true;
      }
    }
    return false;
  }

  private boolean equal(int row, int other) {
    if (row == other) {
      return true;
    }
    double[] x = new double[rows.columns()];
    double[] y = new double[rows.columns()];
    rows.rows().copy(row, 1, x, 0);
    rows.rows().copy(other, 1, y, 0);
    return Arrays.equals(x, y);
  }

  private double[] means(double[] old, int m) {
    sortByCluster(m);
    int d = rows.columns();
    double[] shift = rows.shift();
    double[] result = old.clone();
    rows.workers()
        .run(
            m,
            (c, worker) -> {
              if (!(sizes[c] > 0)) {
                return;
              }
              double[] sum = new double[d];
              double[] row = new double[d];
              for (int k = starts[c]; k < starts[c + 1]; k++) {
                double weight = weight(members[k]);
                rows.rows().copy(members[k], 1, row, 0);
                for (int j = 0; j < d; j++) {
                  sum[j] += weight * (row[j] - shift[j]);
                }
              }
              for (int j = 0; j < d; j++) {
                result[c * d + j] = shift[j] + sum[j] / sizes[c];
              }
            });
    return result;
  }

  /** Sorts the rows by cluster, in ascending order within each. */
  private void sortByCluster(int m) {
    starts = new int[m + 1];
    for (int c : cluster) {
      starts[c + 1]++;
    }
    for (int c = 0; c < m; c++) {
      starts[c + 1] += starts[c];
    }
    int[] next = starts.clone();
    members = new int[cluster.length];
    for (int i = 0; i < cluster.length; i++) {
      members[next[cluster[i]]++] = i;
    }
  }

  /** Removes clusters without weight, which remain only if there are too few different rows. */
  private Clusters finished(double[] centers, double objective, int iterations) {
    int d = rows.columns();
    int[] place = new int[sizes.length];
    int kept = 0;
    for (int c = 0; c < sizes.length; c++) {
      place[c] = sizes[c] > 0 ? kept++ : -1;
    }
    if (kept == sizes.length) {
      return new Clusters(centers, cluster, sizes, objective, iterations);
    }
    double[] keptCenters = new double[kept * d];
    double[] keptSizes = new double[kept];
    for (int c = 0; c < sizes.length; c++) {
      if (place[c] >= 0) {
        System.arraycopy(centers, c * d, keptCenters, place[c] * d, d);
        keptSizes[place[c]] = sizes[c];
      }
    }
    for (int i = 0; i < cluster.length; i++) {
      cluster[i] = place[cluster[i]];
    }
    return new Clusters(keptCenters, cluster, keptSizes, objective, iterations);
  }
}
