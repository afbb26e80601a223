package dev.mercer.internal.fastsum;

import dev.mercer.kernel.Gaussian;

/**
 * The grid of a {@link GridSum}: its spacing, reach and boxes, and the error that follows from
 * them.
 *
 * <p>In one dimension and units of sigma, with g(t) = exp(-t^2),
 *
 * <pre>exp(-(x - y)^2 / 2) = sqrt(2/pi) integral g(x - t) g(y - t) dt,</pre>
 *
 * and the trapezoidal rule of step h for the integral is off by the factor 2 sum_m exp(-pi^2 m^2 /
 * (2 h^2)) cos(…) (Poisson summation): a relative error of at most a = 2.02 exp(-pi^2 / (2 h^2))
 * for h &lt;= 1. Nodes farther than T from the box of x or of y are left out. With c = h sqrt(2/pi)
 * and g(y - t) &lt;= 1, what they would add is at most 2 c sum over |t - x| &gt; T of g(t - x)
 * &lt;= 4 c g(T) (1 + 1/(2 h T)). In d dimensions the factors are at most 1, so their errors
 * combine to at most (1 + e)^d - 1.
 */
final class GridLayout {

  /** Most nodes a grid may have: 512 MB of doubles. */
  static final long MOST_NODES = 1L << 26;

  private static final double ALIASING_SHARE = 0.25;

  /** The side lengths of boxes that are tried, in nodes. */
  private static final int[] SIDES = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32};

  final int[] used;
  final double[] low;
  final double sigma;
  final double spacing;
  final int reach;
  final int side;
  final int patch;
  final int[] boxes;
  final int[] nodes;
  final double errorBound;

  private GridLayout(
      int[] used,
      double[] low,
      double[] extent,
      double sigma,
      double spacing,
      double cut,
      int side,
      double errorBound) {
    this.used = used;
    this.low = low;
    this.sigma = sigma;
    this.spacing = spacing;
    this.reach = (int) Math.ceil(cut / spacing);
    this.side = side;
    this.patch = side + 2 * reach + 1;
    this.boxes = new int[used.length];
    this.nodes = new int[used.length];
    for (int a = 0; a < used.length; a++) {
      boxes[a] = (int) (extent[a] / (side * spacing)) + 1;
      nodes[a] = boxes[a] * side + 2 * reach + 1;
    }
    this.errorBound = errorBound;
  }

  /**
   * The layout with the least cost for this number of points.
   *
   * @param sums additions that an entry of a product passes through, which determine its rounding
   * @return null if no grid of at most {@value #MOST_NODES} nodes reaches the error
   */
  static GridLayout of(Axes axes, Gaussian kernel, double error, long points, int sums) {
    double sigma = kernel.sigma();
    int[] used = axes.longestFirst();
    int d = used.length;
    double[] low = new double[d];
    double[] extent = new double[d];
    double widest = 0;
    for (int a = 0; a < d; a++) {
      low[a] = axes.low(used[a]);
      extent[a] = 2 * axes.halfWidth(used[a]) / sigma;
      widest = Math.max(widest, extent[a]);
    }
    // Positions are rounded relative to the extent, weights by a chain of products.
    double rounding =
        d * Math.ulp(1.0) * (4 * widest + 128) + ProductFeatures.roundingOfSums(sums + 4096L);
    double allowed = (error - rounding) / 1.01;
    if (!(allowed > 0) || !(widest < 1e6)) {
      return null;
    }
    double share = d == 0 ? allowed : Math.expm1(Math.log1p(allowed) / d);
    double spacing =
        Math.min(1, Math.PI / Math.sqrt(2 * Math.log(2.02 / (ALIASING_SHARE * share))));
    double aliasing = 2.02 * Math.exp(-Math.PI * Math.PI / (2 * spacing * spacing));
    double cut = cut(spacing, share - aliasing);
    double bound = Math.expm1(d * Math.log1p(aliasing + leftOut(spacing, cut))) + rounding;
    GridLayout best = null;
    double least = Double.POSITIVE_INFINITY;
    for (int side : SIDES) {
      GridLayout layout = new GridLayout(used, low, extent, sigma, spacing, cut, side, bound);
      double cost = layout.work(points);
      if (layout.nodeCount() <= MOST_NODES && cost < least) {
        best = layout;
        least = cost;
      }
    }
    return best;
  }

  private static double leftOut(double spacing, double cut) {
    double weight = spacing * Math.sqrt(2 / Math.PI);
    return 4 * weight * Math.exp(-cut * cut) * (1 + 1 / (2 * spacing * cut));
  }

  /** The smallest multiple of 1/64 at which the left-out nodes add at most {@code allowed}. */
  private static double cut(double spacing, double allowed) {
    double cut = 0.5;
    while (leftOut(spacing, cut) > allowed) {
      cut += 1.0 / 64;
    }
    return cut;
  }

  /** The number of axes of the grid: axes along which the points have no extent are not used. */
  int dimensions() {
    return used.length;
  }

  /** The number of nodes of the whole grid. */
  double nodeCount() {
    double count = 1;
    for (int along : nodes) {
      count *= along;
    }
    return count;
  }

  /** The number of nodes in the patch of the grid that the points of one box use. */
  double patchNodes() {
    return Math.pow(patch, dimensions());
  }

  /** The number of all boxes, empty ones included; never more than the number of nodes. */
  int boxNumbers() {
    int count = 1;
    for (int along : boxes) {
      count *= along;
    }
    return count;
  }

  /** The largest number of boxes that can hold points. */
  double boxCount(long points) {
    double count = 1;
    for (int along : boxes) {
      count *= along;
    }
    return Math.min(count, points);
  }

  /** Relative cost of one pass: the products of the points, and moving the patch of each box. */
  private double work(long points) {
    return patchNodes() * (points + 12 * boxCount(points));
  }

  /** The factor c^d that turns the sum over nodes into the integral. */
  double weight() {
    return Math.pow(spacing * Math.sqrt(2 / Math.PI), dimensions());
  }
}
