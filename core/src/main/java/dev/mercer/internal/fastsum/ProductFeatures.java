package dev.mercer.internal.fastsum;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.explicit.FeatureMap;
import dev.mercer.kernel.Gaussian;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The Gaussian as a product of one-dimensional expansions, for points in a box that is not many
 * sigma wide.
 *
 * <ol>
 *   <li>every axis of the box gets its {@link LineExpansion}: k(x, y) = prod_c sum_i f_ci(x_c)
 *       f_ci(y_c)
 *   <li>multiplied out, a term is a product of one function per axis. A prefix is a choice of
 *       functions on the first axes. After a prefix, leaving out all functions from i on of the
 *       next axis costs at most the product of sup f^2 over the prefix, times {@link
 *       LineExpansion#rest} of i, times 1 for the remaining axes (Cauchy and Schwarz, since sum f^2
 *       = k(x, x) there). Each prefix keeps as few functions as bring this cost below a threshold;
 *       the threshold is the largest for which the costs of all prefixes together are within the
 *       error
 *   <li>for a block of points: the Chebyshev recurrence, the series by GEMM, then one product per
 *       term along a tree of prefixes
 * </ol>
 *
 * <p>Cost per point: 2 Q r flops per axis and M products. The terms reproduce the Gram matrix of
 * the points to within the error; that matrix is symmetric and positive semidefinite by
 * construction.
 */
final class ProductFeatures implements FeatureMap {

  static final String SCHEME = "product";

  /** More terms than this never make a sum faster. */
  static final int MOST_TERMS = 1 << 17;

  /** The share of the error that interpolation on the axes may take. */
  private static final double INTERPOLATION_SHARE = 0.1;

  /** Steps of bisection for the threshold: the last one changes it by a few percent. */
  private static final int BISECTIONS = 8;

  private final Axes axes;
  private final LineExpansion[] lines;
  private final int[] used;
  private final int[] ranks;
  private final int[][] parents;
  private final int[][] functions;
  private final double errorBound;
  private final int largestSeries;
  private final int largestRank;
  private final int largestPrefixes;

  private ProductFeatures(
      Axes axes, int[] used, LineExpansion[] lines, Tree tree, double errorBound) {
    this.axes = axes;
    this.used = used;
    this.lines = lines;
    this.errorBound = errorBound;
    int levels = used.length;
    this.parents = new int[levels][];
    this.functions = new int[levels][];
    this.ranks = new int[levels];
    int series = 1;
    int rank = 1;
    int prefixes = 1;
    for (int level = 0; level < levels; level++) {
      parents[level] = tree.parents.get(level);
      functions[level] = tree.functions.get(level);
      for (int function : functions[level]) {
        ranks[level] = Math.max(ranks[level], function + 1);
      }
      series = Math.max(series, lines[level].points());
      rank = Math.max(rank, ranks[level]);
      prefixes = level == levels - 1 ? prefixes : Math.max(prefixes, parents[level].length);
    }
    this.largestSeries = series;
    this.largestRank = rank;
    this.largestPrefixes = prefixes;
  }

  /**
   * The map for points in a box.
   *
   * @param sums additions that an entry of a product passes through, which determine its rounding
   * @return null if no expansion of at most {@value #MOST_TERMS} terms reaches the error
   */
  static ProductFeatures of(Axes axes, Gaussian kernel, double error, int sums, Blas blas) {
    double sigma = kernel.sigma();
    int d = axes.columns();
    List<Integer> used = new ArrayList<>();
    List<LineExpansion> lines = new ArrayList<>();
    double interpolation = 0;
    double rounding = axes.rounding(sigma);
    for (int c = 0; c < d; c++) {
      if (axes.halfWidth(c) > 0) {
        LineExpansion line =
            LineExpansion.of(axes.halfWidth(c) / sigma, INTERPOLATION_SHARE * error / d, blas);
        if (line == null) {
          return null;
        }
        used.add(c);
        lines.add(line);
        // Factors are at most 1 + error, so the errors of factors add up; 1.01 covers their
        // products.
        interpolation += 1.01 * line.interpolationError();
        rounding += line.rounding();
      }
    }
    LineExpansion[] chosen = lines.toArray(new LineExpansion[0]);
    double allowed = error - interpolation - rounding;
    Tree tree = allowed <= 0 ? null : smallest(chosen, allowed, sums);
    if (tree == null) {
      return null;
    }
    double bound =
        interpolation + rounding + tree.left + roundingOfSums(tree.terms() + (long) sums);
    return new ProductFeatures(axes, used.stream().mapToInt(c -> c).toArray(), chosen, tree, bound);
  }

  /**
   * The rounding error of a sum of values whose magnitudes add up to at most 1, after this many
   * additions.
   */
  static double roundingOfSums(long additions) {
    return Math.ulp(1.0) / 2 * additions * 1.01;
  }

  /** The tree with the fewest terms for which the left-out terms cost at most {@code allowed}. */
  private static Tree smallest(LineExpansion[] lines, double allowed, int sums) {
    double low = allowed;
    Tree best = null;
    while (best == null) {
      Tree tree = Tree.of(lines, low);
      if (tree == null || low < Double.MIN_NORMAL) {
        return null;
      }
      if (tree.left + roundingOfSums(tree.terms() + (long) sums) <= allowed) {
        best = tree;
      } else {
        low /= 16;
      }
    }
    double high = Math.min(allowed, 16 * low);
    for (int step = 0; step < BISECTIONS && lines.length > 0; step++) {
      double middle = Math.sqrt(low * high);
      Tree tree = Tree.of(lines, middle);
      if (tree.left + roundingOfSums(tree.terms() + (long) sums) <= allowed) {
        best = tree;
        low = middle;
      } else {
        high = middle;
      }
    }
    return best;
  }

  /** Prefixes of terms, axis by axis, and an upper bound of the cost of the terms left out. */
  private static final class Tree {
    final List<int[]> parents = new ArrayList<>();
    final List<int[]> functions = new ArrayList<>();
    double left;

    /** The terms for a threshold; null if there are too many. */
    static Tree of(LineExpansion[] lines, double threshold) {
      Tree tree = new Tree();
      double[] prefixes = {1};
      for (LineExpansion line : lines) {
        double[] largest = line.largest();
        double[] rest = line.rest();
        int[] parent = new int[16];
        int[] function = new int[16];
        double[] next = new double[16];
        int count = 0;
        for (int p = 0; p < prefixes.length; p++) {
          int i = 0;
          for (; prefixes[p] * rest[i] > threshold; i++) {
            if (count == MOST_TERMS) {
              return null;
            }
            if (count == parent.length) {
              parent = Arrays.copyOf(parent, 2 * count);
              function = Arrays.copyOf(function, 2 * count);
              next = Arrays.copyOf(next, 2 * count);
            }
            parent[count] = p;
            function[count] = i;
            next[count++] = prefixes[p] * largest[i];
          }
          tree.left += prefixes[p] * rest[i];
        }
        tree.parents.add(Arrays.copyOf(parent, count));
        tree.functions.add(Arrays.copyOf(function, count));
        prefixes = Arrays.copyOf(next, count);
      }
      return tree;
    }

    int terms() {
      return parents.isEmpty() ? 1 : parents.get(parents.size() - 1).length;
    }
  }

  @Override
  public String scheme() {
    return SCHEME;
  }

  @Override
  public int columns() {
    return axes.columns();
  }

  @Override
  public int terms() {
    return used.length == 0 ? 1 : parents[used.length - 1].length;
  }

  @Override
  public double errorBound() {
    return errorBound;
  }

  /** Flops for the series of one point, for forecasts. */
  double seriesFlops() {
    double sum = axes.rotated() ? 2.0 * axes.columns() * axes.columns() : 0;
    for (int level = 0; level < used.length; level++) {
      sum += 2.0 * lines[level].points() * (ranks[level] + 1);
    }
    return sum;
  }

  /** Products for the prefixes and terms of one point, for forecasts. */
  double products() {
    double sum = 0;
    for (int level = 1; level < used.length; level++) {
      sum += parents[level].length;
    }
    return sum;
  }

  @Override
  public int scratch(int stride) {
    return (axes.columns() + largestSeries + 2 * largestPrefixes + largestRank) * stride;
  }

  @Override
  public void map(
      int count, int stride, double[] x, double[] z, double[] scratch, Backend backend) {
    if (used.length == 0) {
      Arrays.fill(z, 0, count, 1);
      return;
    }
    Simd simd = backend.maps().next((long) count * terms());
    axes.turn(count, stride, x, scratch);
    int chebyshev = axes.columns() * stride;
    int values = chebyshev + largestSeries * stride;
    int even = values + largestRank * stride;
    int odd = even + largestPrefixes * stride;
    int levels = used.length;
    double[] from = scratch;
    int fromAt = 0;
    for (int level = 0; level < levels; level++) {
      boolean last = level == levels - 1;
      double[] into = last ? z : scratch;
      int intoAt = last ? 0 : level % 2 == 0 ? even : odd;
      boolean first = level == 0;
      series(
          backend.blas(),
          simd,
          level,
          count,
          stride,
          scratch,
          chebyshev,
          first ? into : scratch,
          first ? intoAt : values);
      if (!first) {
        int[] parent = parents[level];
        int[] function = functions[level];
        for (int t = 0; t < parent.length; t++) {
          simd.product(
              into,
              intoAt + t * stride,
              count,
              from,
              fromAt + parent[t] * stride,
              scratch,
              values + function[t] * stride,
              1);
        }
      }
      from = into;
      fromAt = intoAt;
    }
  }

  /** Computes the functions of one axis at a block of points. */
  private void series(
      Blas blas,
      Simd simd,
      int level,
      int count,
      int stride,
      double[] scratch,
      int chebyshev,
      double[] into,
      int at) {
    LineExpansion line = lines[level];
    int length = line.points();
    int coordinate = used[level] * stride;
    double half = axes.halfWidth(used[level]);
    for (int j = 0; j < count; j++) {
      // Rounding may put a point on the edge of the box just outside it, where the series has no
      // bound.
      scratch[coordinate + j] = Math.max(-1, Math.min(1, scratch[coordinate + j] / half));
      scratch[chebyshev + j] = 1;
    }
    if (length > 1) {
      System.arraycopy(scratch, coordinate, scratch, chebyshev + stride, count);
    }
    for (int m = 2; m < length; m++) {
      int next = chebyshev + m * stride;
      simd.chebyshevStep(
          scratch,
          next,
          count,
          scratch,
          coordinate,
          scratch,
          next - stride,
          scratch,
          next - 2 * stride);
    }
    // Calls BLAS on bare arrays: for one axis of one block the product is too small to be worth
    // creating views.
    blas.gemm(
        false,
        false,
        ranks[level],
        count,
        length,
        1,
        line.series(),
        0,
        length,
        scratch,
        chebyshev,
        stride,
        0,
        into,
        at,
        stride);
  }
}
