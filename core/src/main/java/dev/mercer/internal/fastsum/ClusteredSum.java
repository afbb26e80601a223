package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.spec.Numbers;
import dev.mercer.kernel.Gaussian;
import java.util.Arrays;

/**
 * K(X, Y) V with the Gaussian kernel by clusters of sources, each with its own Taylor expansion,
 * and a cut-off radius (the improved fast Gauss transform; FK sec. 14 leaves a multi-level method
 * to future work). It is meant for a sigma smaller than the data, in few dimensions.
 *
 * <ol>
 *   <li>the sources are clustered by farthest points, into the number of clusters that costs least
 *       ({@link ClusterPlan}); the targets are put in compact groups
 *   <li>moments of every cluster: sum over its sources of z(y) v, with as many terms as its radius
 *       needs
 *   <li>for every group of targets: the sum over all clusters within reach of z(x) times the
 *       cluster's moments
 * </ol>
 *
 * <p>Error. Let r_c be a cluster's radius, h the cut-off radius with exp(-h^2 / (2 sigma^2)) <= e,
 * and rho a group's radius. A value k(x, y) is either expanded about the center of y's cluster or
 * left out. It is left out only if the centers of group and cluster are farther apart than rho +
 * r_c + h: then |x - y| > h and the value, which is the error made, is below e. It is expanded only
 * if |x - c| <= r_c + h + 2 rho and |y - c| <= r_c; for these distances {@link TaylorBound} gives
 * the truncation number that keeps the error at most e, rounding included. Each value is
 * approximated once, so the errors of the two cases do not add up.
 *
 * <p>Cost: {@link #cost} terms of points, two flops each per vector; memory is 8 bytes per point,
 * and the moments of all clusters per vector. The bits do not depend on the number of threads,
 * because the tasks are chunks of sources and groups of targets. Refused are an error below
 * rounding, and clusters that would need too many terms.
 */
public final class ClusteredSum implements KernelSum {

  /** Sources per task: a few hundred tasks for a million sources. */
  private static final int CHUNK = 4096;

  /**
   * Size of the sample of sources on which the number of clusters is chosen: many more than there
   * can be clusters.
   */
  private static final int CLUSTERED = 1 << 17;

  /** Rows of either side that are sampled for a forecast. */
  private static final int FORECAST = 1 << 14;

  private final Matrix targets;
  private final Matrix sources;
  private final Workers workers;
  private final ClusterPlan plan;
  private final Clusters clusters;
  private final int[] truncations;
  private final TaylorTerms expansion;
  private final double errorBound;

  /** The largest number of terms that any cluster has. */
  private final int mostTerms;

  /** Values in the largest block of terms. */
  private final int blockValues;

  /** The number of terms of all clusters together. */
  private final long moments;

  private final Blas blas;

  public ClusteredSum(
      Matrix targets, Matrix sources, Gaussian kernel, double error, Workers workers) {
    TaylorFeatures.requireError(error);
    int d = sources.columns();
    this.targets = targets;
    this.sources = sources;
    this.workers = workers;
    this.blas = workers.blas();
    this.plan = new ClusterPlan(targets, targets.rows(), kernel.sigma(), error);
    requireReachable(d, error, plan.cutoff() / kernel.sigma());
    int number = sources.rows() == 0 ? 0 : plan.number(sample(sources, CLUSTERED), sources.rows());
    Clusters found = number == 0 ? null : plan.cluster(sources, number);
    if (found == null) {
      throw new IllegalArgumentException(
          sources.rows() == 0
              ? "no sources to sum over; give at least one"
              : "error = "
                  + Numbers.text(error)
                  + " needs more terms than clusters of these sources can have; use exact sums, a"
                  + " larger error or a larger sigma");
    }
    this.clusters = found;
    this.truncations = plan.truncations(found);
    // A value that is left out may be as large as this.
    this.errorBound = error;
    this.expansion =
        new TaylorTerms(d, kernel.sigma(), Arrays.stream(truncations).max().getAsInt());
    int most = 0;
    int values = 0;
    long all = 0;
    for (int truncation : truncations) {
      int terms = expansion.count(truncation);
      most = Math.max(most, terms);
      values = Math.max(values, terms * FeatureSum.blockSize(terms));
      all += terms;
    }
    this.mostTerms = most;
    this.blockValues = values;
    this.moments = all;
  }

  /**
   * Even clusters of radius 0, whose expansion has one term, have an error: the rounding of that
   * term.
   */
  private static void requireReachable(int d, double error, double cutoff) {
    double reachable = TaylorBound.rounding(d, 0, 2 * cutoff, 1);
    if (error < reachable) {
      throw new IllegalArgumentException(
          "error = "
              + Numbers.text(error)
              + " is below what rounding allows; ask for at least "
              + Numbers.text(reachable));
    }
  }

  private static Matrix sample(Matrix rows, int most) {
    if (rows.rows() <= most) {
      return rows;
    }
    int d = rows.columns();
    double[] values = new double[most * d];
    for (int i = 0; i < most; i++) {
      int row = (int) ((long) i * rows.rows() / most);
      System.arraycopy(rows.values(), row * d, values, i * d, d);
    }
    return Matrix.wrap(most, d, values);
  }

  /**
   * About what {@link #cost} would be, estimated from samples of both sides without computing any
   * sum; infinite if no clusters reach the error.
   */
  public static double forecast(Matrix targets, Matrix sources, Gaussian kernel, double error) {
    TaylorFeatures.requireError(error);
    if (targets.rows() == 0 || sources.rows() == 0) {
      return 0;
    }
    Matrix someTargets = sample(targets, FORECAST);
    Matrix someSources = sample(sources, FORECAST);
    ClusterPlan plan = new ClusterPlan(someTargets, targets.rows(), kernel.sigma(), error);
    int number = plan.number(someSources, sources.rows());
    if (number == 0) {
      return Double.POSITIVE_INFINITY;
    }
    Clusters found = plan.cluster(someSources, number);
    return plan.cost(found, plan.truncations(found), sources.rows());
  }

  /**
   * The work of a product in units of one term of one point: sources x terms + pairs of targets and
   * clusters within reach x terms, with a few more for overhead; the pairs are counted for a
   * sample.
   */
  public double cost() {
    return plan.cost(clusters, truncations, sources.rows());
  }

  @Override
  public String scheme() {
    return "clustered";
  }

  @Override
  public double errorBound() {
    return errorBound;
  }

  @Override
  public int terms() {
    return mostTerms;
  }

  @Override
  public int clusters() {
    return clusters.count;
  }

  @Override
  public long evaluations() {
    return 0;
  }

  /** Upper bound of the bytes that a product with this many vectors allocates. */
  public long bytes(int columns) {
    long place = blockValues + (columns + 2L * sources.columns()) * FeatureSum.blockSize(1);
    long partial = (long) (sources.rows() / CHUNK) * mostTerms;
    return 8L * (workers.threads() * place + (moments + partial) * columns);
  }

  /** Working memory of a thread. */
  private final class Place {
    final double[] points;
    final double[] coordinates;
    final double[] terms;
    final double[] vectors;

    Place(int columns) {
      int d = sources.columns();
      int largest = FeatureSum.blockSize(1);
      this.points = new double[d * largest];
      this.coordinates = new double[d * largest];
      this.terms = new double[blockValues];
      this.vectors = new double[columns * largest];
    }

    /** Loads the coordinates of the listed rows, coordinate-major. */
    void load(Matrix rows, int[] order, int first, int count, int stride) {
      int d = rows.columns();
      double[] values = rows.values();
      for (int j = 0; j < count; j++) {
        int row = order[first + j] * d;
        for (int c = 0; c < d; c++) {
          points[c * stride + j] = values[row + c];
        }
      }
    }

    /** Computes the terms of the loaded points about a cluster's center. */
    void expand(int cluster, int first, int count, int pointStride, int stride) {
      int center = cluster * sources.columns();
      expansion.fill(
          truncations[cluster],
          clusters.centers,
          center,
          count,
          points,
          first,
          pointStride,
          stride,
          terms,
          coordinates,
          workers.backend().simd());
    }
  }

  @Override
  public void multiply(int columns, double[] vectors, double[] result) {
    Place[] places = new Place[workers.threads()];
    double[][] moments = moments(columns, vectors, places);
    PointGroups groups = plan.targets();
    workers.run(
        groups.count(),
        (group, worker) ->
            evaluate(group, columns, moments, result, place(places, worker, columns)));
  }

  private Place place(Place[] places, int worker, int columns) {
    if (places[worker] == null) {
      places[worker] = new Place(columns);
    }
    return places[worker];
  }

  /** The moments of every cluster, each terms x columns. */
  private double[][] moments(int columns, double[] vectors, Place[] places) {
    int[] firstChunk = new int[clusters.count + 1];
    for (int k = 0; k < clusters.count; k++) {
      firstChunk[k + 1] = firstChunk[k] + (clusters.size(k) + CHUNK - 1) / CHUNK;
    }
    int[] owners = new int[firstChunk[clusters.count]];
    for (int k = 0; k < clusters.count; k++) {
      Arrays.fill(owners, firstChunk[k], firstChunk[k + 1], k);
    }
    double[][] chunks = new double[owners.length][];
    workers.run(
        owners.length,
        (chunk, worker) -> {
          int cluster = owners[chunk];
          int first = clusters.starts[cluster] + (chunk - firstChunk[cluster]) * CHUNK;
          int end = Math.min(first + CHUNK, clusters.starts[cluster + 1]);
          Place place = place(places, worker, columns);
          chunks[chunk] = chunkMoments(cluster, first, end, columns, vectors, place);
        });
    double[][] moments = new double[clusters.count][];
    for (int k = 0; k < clusters.count; k++) {
      moments[k] = chunks[firstChunk[k]];
      for (int chunk = firstChunk[k] + 1; chunk < firstChunk[k + 1]; chunk++) {
        for (int i = 0; i < moments[k].length; i++) {
          moments[k][i] += chunks[chunk][i];
        }
      }
    }
    return moments;
  }

  private double[] chunkMoments(
      int cluster, int from, int end, int columns, double[] vectors, Place place) {
    int terms = expansion.count(truncations[cluster]);
    int block = FeatureSum.blockSize(terms);
    double[] sum = new double[terms * columns];
    for (int first = from; first < end; first += block) {
      int count = Math.min(block, end - first);
      place.load(sources, clusters.order, first, count, block);
      for (int j = 0; j < count; j++) {
        int row = clusters.order[first + j] * columns;
        System.arraycopy(vectors, row, place.vectors, j * columns, columns);
      }
      place.expand(cluster, 0, count, block, block);
      View z = View.at(place.terms, 0, terms, count, block);
      blas.add(1, z, View.of(place.vectors, count, columns), View.of(sum, terms, columns));
    }
    return sum;
  }

  /** Computes the sums of a group of targets over all clusters within reach. */
  private void evaluate(int group, int columns, double[][] moments, double[] result, Place place) {
    PointGroups groups = plan.targets();
    int start = groups.start(group);
    int size = groups.start(group + 1) - start;
    double[] sums = place.vectors;
    Arrays.fill(sums, 0, size * columns, 0);
    place.load(targets, groups.order(), start, size, ClusterPlan.GROUP);
    for (int cluster = 0; cluster < clusters.count; cluster++) {
      if (plan.near(group, clusters, cluster)) {
        int terms = expansion.count(truncations[cluster]);
        int block = Math.min(FeatureSum.blockSize(terms), ClusterPlan.GROUP);
        for (int first = 0; first < size; first += block) {
          int count = Math.min(block, size - first);
          place.expand(cluster, first, count, ClusterPlan.GROUP, block);
          View z = View.at(place.terms, 0, terms, count, block);
          View moment = View.of(moments[cluster], terms, columns);
          blas.add(1, z.t(), moment, View.at(sums, first * columns, count, columns, columns));
        }
      }
    }
    for (int j = 0; j < size; j++) {
      int row = groups.order()[start + j] * columns;
      System.arraycopy(sums, j * columns, result, row, columns);
    }
  }
}
