package dev.mercer.internal.exact;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.explicit.FeatureBlock;
import dev.mercer.internal.explicit.FeatureMap;
import dev.mercer.internal.problem.Problem;

/**
 * Weighted mean and scatter of the terms z of all rows.
 *
 * <ol>
 *   <li>mean = sum w z / N, in one pass over the rows
 *   <li>C = sum w (z - mean)(z - mean)', M x M, in a second pass; about the origin if features are
 *       not centered. Centering first preserves accuracy for data far from the origin.
 * </ol>
 *
 * Cost: the terms of every row twice, n M^2 flops; a few M x M partial sums.
 */
final class FeatureScatter {

  /**
   * Not a power of two, so that the coordinates of a point do not compete for the same cache lines.
   */
  private static final int LARGEST_BLOCK = 1000;

  private static final int BLOCK_VALUES = 1 << 20;
  private static final long PARTIAL_ENTRIES = 1L << 26;
  private static final int LARGEST_GROUPS = 8;

  private final Problem problem;
  private final FeatureMap map;
  private final Rows rows;
  private final int n;
  private final int terms;
  private final int stride;
  private final Blas blas;

  FeatureScatter(Problem problem, FeatureMap map) {
    this.problem = problem;
    this.blas = problem.workers().blas();
    this.map = map;
    this.rows = problem.rows();
    this.n = rows.count();
    this.terms = map.terms();
    this.stride = stride(map);
  }

  /** Number of rows in a block. */
  static int stride(FeatureMap map) {
    return FeatureBlock.strideFor(map, BLOCK_VALUES, LARGEST_BLOCK);
  }

  /** Bytes of the partial sums and the blocks. */
  static long bytes(int n, FeatureMap map, int threads) {
    int stride = stride(map);
    return 8L * groups(n, map) * map.terms() * map.terms()
        + threads * (FeatureBlock.bytes(map, stride) + 8L * stride);
  }

  /**
   * The number of groups of blocks, each with its own partial sum. It does not depend on the number
   * of threads, so the bits do not either; there are few groups if the M x M sums are large.
   */
  private static int groups(int n, FeatureMap map) {
    int stride = stride(map);
    long affordable = PARTIAL_ENTRIES / ((long) map.terms() * map.terms());
    long most = Math.min(LARGEST_GROUPS, affordable);
    return (int) Math.max(1, Math.min(most, (n + stride - 1) / stride));
  }

  /** The weighted mean of the terms. */
  double[] mean() {
    double[] mean =
        summed(
            terms,
            (place, count, into) -> {
              View z = place.block.terms(count).t();
              blas.add(1, View.of(place.weights, 1, count), z, View.of(into, 1, terms));
            });
    double sum = problem.weightSum();
    for (int q = 0; q < terms; q++) {
      mean[q] /= sum;
    }
    return mean;
  }

  /** The lower triangle of the weighted scatter about a center, row-major. */
  double[] about(double[] center) {
    return summed(
        terms * terms,
        (place, count, into) -> {
          double[] roots = place.weights;
          for (int j = 0; j < count; j++) {
            roots[j] = Math.sqrt(roots[j]);
          }
          double[] z = place.block.terms();
          for (int q = 0; q < terms; q++) {
            double shift = center[q];
            for (int j = 0; j < count; j++) {
              z[q * stride + j] = roots[j] * (z[q * stride + j] - shift);
            }
          }
          blas.syrk(terms, count, 1, z, 0, stride, 1, into, 0, terms);
        });
  }

  /** Terms and weights of a block of rows. */
  private static final class Place {
    final FeatureBlock block;
    final double[] weights;

    Place(FeatureMap map, int stride, Backend backend) {
      this.block = new FeatureBlock(map, stride, backend);
      this.weights = new double[stride];
    }
  }

  private interface BlockSum {
    void add(Place place, int count, double[] into);
  }

  /** Sums over all rows: group by group in parallel, then the groups' sums in order. */
  private double[] summed(int length, BlockSum term) {
    int groups = groups(n, map);
    int blocks = (n + stride - 1) / stride;
    double[][] partial = new double[groups][];
    Place[] places = new Place[problem.workers().threads()];
    problem
        .workers()
        .run(
            groups,
            (group, worker) -> {
              if (places[worker] == null) {
                places[worker] = new Place(map, stride, problem.workers().backend());
              }
              Place place = places[worker];
              double[] into = new double[length];
              int last = (int) ((long) blocks * (group + 1) / groups);
              for (int b = (int) ((long) blocks * group / groups); b < last; b++) {
                int first = b * stride;
                int count = Math.min(stride, n - first);
                place.block.load(rows, first, count);
                for (int j = 0; j < count; j++) {
                  place.weights[j] = problem.weights() == null ? 1 : problem.weights()[first + j];
                }
                term.add(place, count, into);
              }
              partial[group] = into;
            });
    double[] total = partial[0];
    for (int group = 1; group < groups; group++) {
      for (int k = 0; k < length; k++) {
        total[k] += partial[group][k];
      }
    }
    return total;
  }
}
