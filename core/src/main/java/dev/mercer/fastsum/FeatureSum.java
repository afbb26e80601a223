package dev.mercer.fastsum;

import dev.mercer.backend.Backend;
import dev.mercer.backend.Blas;
import dev.mercer.backend.Workers;
import dev.mercer.linalg.Matrix;

/**
 * K(X, Y) V by a {@link FeatureMap}, in two passes over the points.
 *
 * <ol>
 *   <li>moments C = Z(Y)' V, M x columns, over blocks of sources in parallel; a fixed number of
 *       partial sums added in order, so that the bits do not depend on the threads
 *   <li>results Z(X) C, blocks of targets in parallel
 * </ol>
 *
 * Cost: the terms of every point twice and 2 M flops a vector; memory O(M) a vector.
 */
public final class FeatureSum implements KernelSum {

  /** Doubles of a block of terms: what stays in the second cache beside the moments. */
  private static final int BLOCK_VALUES = 1 << 16;

  private static final int LARGEST_BLOCK = 256;
  private static final int SMALLEST_BLOCK = 16;

  /** Partial sums of moments; more than any number of threads here, few enough to be cheap. */
  private static final int GROUPS = 32;

  private final FeatureMap map;
  private final Matrix targets;
  private final Matrix sources;
  private final Workers workers;
  private final int block;
  private final Blas blas = Backend.instance().blas();

  public FeatureSum(FeatureMap map, Matrix targets, Matrix sources, Workers workers) {
    this.map = map;
    this.targets = targets;
    this.sources = sources;
    this.workers = workers;
    this.block = blockSize(map.terms());
  }

  /** Points whose terms are computed together: a multiple of 8 for the vector loops. */
  static int blockSize(int terms) {
    int fitting = BLOCK_VALUES / Math.max(1, terms) / 8 * 8;
    return Math.max(SMALLEST_BLOCK, Math.min(LARGEST_BLOCK, fitting));
  }

  /** Bytes a product with so many vectors allocates. */
  static long bytes(FeatureMap map, int columns, int threads) {
    int block = blockSize(map.terms());
    long place = (long) (map.terms() + map.columns()) * block + map.scratch(block);
    return 8L * (threads * place + (GROUPS + 1L) * map.terms() * columns);
  }

  @Override
  public String scheme() {
    return map.scheme();
  }

  @Override
  public double errorBound() {
    return map.errorBound();
  }

  @Override
  public int terms() {
    return map.terms();
  }

  @Override
  public int clusters() {
    return 1;
  }

  @Override
  public long evaluations() {
    return 0;
  }

  /** Working memory of a thread: a block of points, of terms, and what the map wants. */
  static final class Place {
    final double[] points;
    final double[] terms;
    final double[] scratch;

    Place(FeatureMap map, int block) {
      this.points = new double[map.columns() * block];
      this.terms = new double[map.terms() * block];
      this.scratch = new double[map.scratch(block)];
    }

    /** Copies rows, turned to coordinate-major, and maps them. */
    void load(FeatureMap map, Matrix rows, int first, int count, int block) {
      int d = rows.columns();
      double[] values = rows.values();
      for (int c = 0; c < d; c++) {
        for (int j = 0; j < count; j++) {
          points[c * block + j] = values[(first + j) * d + c];
        }
      }
      map.map(count, block, points, terms, scratch);
    }
  }

  @Override
  public void multiply(int columns, double[] vectors, double[] result) {
    Place[] places = new Place[workers.threads()];
    double[] moments = moments(columns, vectors, places);
    evaluate(columns, moments, result, places);
  }

  /** S Z(Y)' V, M x columns, row-major. */
  double[] moments(int columns, double[] vectors, Place[] places) {
    int terms = map.terms();
    int blocks = (sources.rows() + block - 1) / block;
    int groups = Math.max(1, Math.min(GROUPS, blocks));
    double[][] partial = new double[groups][];
    workers.run(
        groups,
        (group, worker) -> {
          Place place = place(places, worker);
          double[] sum = new double[terms * columns];
          int end = (int) ((long) blocks * (group + 1) / groups);
          for (int b = (int) ((long) blocks * group / groups); b < end; b++) {
            int first = b * block;
            int count = Math.min(block, sources.rows() - first);
            place.load(map, sources, first, count, block);
            blas.gemm(
                false,
                false,
                terms,
                columns,
                count,
                1,
                place.terms,
                0,
                block,
                vectors,
                first * columns,
                columns,
                1,
                sum,
                0,
                columns);
          }
          partial[group] = sum;
        });
    double[] moments = partial[0];
    for (int group = 1; group < groups; group++) {
      for (int k = 0; k < moments.length; k++) {
        moments[k] += partial[group][k];
      }
    }
    double[] signs = map.signs();
    if (signs != null) {
      for (int k = 0; k < moments.length; k++) {
        moments[k] *= signs[k / columns];
      }
    }
    return moments;
  }

  /** Z(X) C. */
  void evaluate(int columns, double[] moments, double[] result, Place[] places) {
    int blocks = (targets.rows() + block - 1) / block;
    workers.run(
        blocks,
        (index, worker) -> {
          Place place = place(places, worker);
          int first = index * block;
          int count = Math.min(block, targets.rows() - first);
          place.load(map, targets, first, count, block);
          blas.gemm(
              true,
              false,
              count,
              columns,
              map.terms(),
              1,
              place.terms,
              0,
              block,
              moments,
              0,
              columns,
              0,
              result,
              first * columns,
              columns);
        });
  }

  private Place place(Place[] places, int worker) {
    if (places[worker] == null) {
      places[worker] = new Place(map, block);
    }
    return places[worker];
  }
}
