package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Maps;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * K(X, Y) V for the Epanechnikov kernel, which within its radius R is the polynomial 1 - |x -
 * y|^2/R^2, so that whole boxes of sources can be summed by their moments.
 *
 * <ol>
 *   <li>for every leaf of sources, about the center b of its box: W = sum v, S = sum v (y - b), Q =
 *       sum v |y - b|^2; for every other node the moments of its two children, moved to its own
 *       center
 *   <li>a leaf of targets with center c skips nodes wholly out of reach; the moments of nodes
 *       wholly within reach are moved to c and added up; leaves that the radius passes through are
 *       summed value by value ({@link DirectBlock})
 *   <li>each target x then adds W - (|x - c|^2 W - 2 (x - c).S + Q)/R^2
 * </ol>
 *
 * Moments about b moved by t = b - c become S + t W and Q + 2 t.S + |t|^2 W. Cost: kernel values
 * for the pairs of leaves that the radius passes through, and O(d) per target and per node visited;
 * memory 2 (d + 2) doubles per leaf and vector.
 *
 * <p>Exact up to rounding. For one source, the numbers that add up to |x - y|^2 are products of x -
 * c, y - b and the moves between centers. A child's box lies within its parent's, so for each
 * coordinate the sizes of these numbers add up to no more than the farthest distance of the two
 * boxes, and all products together to at most R^2. Each product has gone through at most d + levels
 * + 16 roundings. A center is itself rounded, by half a unit in the last place of the largest
 * coordinate: the sizes may grow by that at every move, which matters only for data that lie far
 * from the origin compared with their radius.
 */
public final class EpanechnikovSum implements KernelSum {

  /**
   * Roundings of a product of moves and coordinates, not counting one per level and one per
   * coordinate.
   */
  private static final int FIXED_ROUNDINGS = 20;

  private final KdTree targets;
  private final KdTree sources;
  private final FallingKernel kernel;
  private final Workers workers;
  private final double inverseSquare;
  private final double outside;
  private final double inside;
  private final double errorBound;
  private final AtomicLong evaluations = new AtomicLong();

  /**
   * @param error largest error allowed in any value of the kernel, its factor included
   * @throws IllegalArgumentException if the kernel is not an Epanechnikov kernel, see {@link
   *     #serves}, or the error is below rounding
   */
  public EpanechnikovSum(
      Matrix targets, Matrix sources, Kernel kernel, double error, Workers workers) {
    if (!serves(kernel)) {
      throw new IllegalArgumentException(
          "sums by moments are for the epanechnikov kernel, scaled or not, not for "
              + kernel.spec());
    }
    this.kernel = FallingKernel.of(kernel, sources.columns());
    KdTree[] trees = TreeSum.trees(targets, sources, this.kernel, workers);
    this.targets = trees[0];
    this.sources = trees[1];
    this.workers = workers;
    double radius = this.kernel.kernel().parabolaRadius().orElseThrow();
    double margin = KdTree.margin(sources.columns());
    this.inverseSquare = 1 / (radius * radius);
    this.outside = radius * radius * (1 + margin);
    this.inside = radius * radius * (1 - margin);
    this.errorBound = Math.max(this.kernel.rounding(), roundingOfMoments(radius));
    FallingKernel.requireReachable(error, errorBound);
  }

  /** Whether a kernel is the Epanechnikov kernel, scaled or not. */
  public static boolean serves(Kernel kernel) {
    return KernelForm.of(kernel)
        .scaledPair()
        .filter(one -> one.pair().parabolaRadius().isPresent())
        .isPresent();
  }

  private double roundingOfMoments(double radius) {
    if (targets.size() == 0 || sources.size() == 0) {
      return 0;
    }
    int d = sources.columns();
    double largest = 0;
    for (int c = 0; c < d; c++) {
      largest = Math.max(largest, Math.max(Math.abs(targets.low(0, c)), targets.high(0, c)));
      largest = Math.max(largest, Math.max(Math.abs(sources.low(0, c)), sources.high(0, c)));
    }
    int moves = sources.levels() + 2;
    double growth = 1 + Math.sqrt(d) * moves * (Math.ulp(largest) / radius);
    double roundings = d + moves + FIXED_ROUNDINGS;
    return kernel.factor() * roundings * FallingKernel.ROUNDING * growth * growth;
  }

  @Override
  public String scheme() {
    return "moments";
  }

  @Override
  public double errorBound() {
    return errorBound;
  }

  /** One term for W, d for S and one for Q. */
  @Override
  public int terms() {
    return sources.columns() + 2;
  }

  @Override
  public int clusters() {
    return sources.leaves();
  }

  @Override
  public long evaluations() {
    return evaluations.get();
  }

  /**
   * Working memory of a thread: the tree walk, the direct sums, the moments and the vector they are
   * moved by.
   */
  private final class Place {
    final NearRanges ranges =
        new NearRanges(kernel.pairing(), targets, sources, outside, inside, true);
    final DirectBlock block;
    final double[] moments;
    final double[] move = new double[sources.columns()];

    Place(int columns, double[] ordered, Maps maps) {
      this.block =
          new DirectBlock(targets, sources, kernel, columns, ordered, maps, workers.blas());
      this.moments = new double[terms() * columns];
    }
  }

  @Override
  public void multiply(int columns, double[] vectors, double[] result) {
    double[] ordered = sources.inOrder(columns, vectors);
    double[] moments = moments(columns, ordered);
    Maps maps = workers.backend().maps();
    Place[] places = new Place[workers.threads()];
    workers.run(
        targets.leaves(),
        (leaf, worker) -> {
          if (places[worker] == null) {
            places[worker] = new Place(columns, ordered, maps);
          }
          sum(leaf, columns, moments, places[worker]);
          places[worker].block.end(result);
        });
  }

  private void sum(int leaf, int columns, double[] moments, Place place) {
    int target = targets.leaf(leaf);
    place.ranges.find(leaf);
    place.block.begin(leaf);
    place.block.add(place.ranges);
    evaluations.addAndGet(place.ranges.points() * (targets.end(target) - targets.first(target)));
    if (place.ranges.nodeCount() == 0) {
      return;
    }
    Arrays.fill(place.moments, 0);
    for (int i = 0; i < place.ranges.nodeCount(); i++) {
      int node = place.ranges.node(i);
      for (int c = 0; c < place.move.length; c++) {
        place.move[c] = center(sources, node, c) - center(targets, target, c);
      }
      addMoved(columns, moments, node * terms() * columns, place.move, place.moments, 0);
    }
    evaluate(target, columns, place);
  }

  private static double center(KdTree tree, int node, int column) {
    double low = tree.low(node, column);
    return low + (tree.high(node, column) - low) / 2;
  }

  /**
   * The moments of every node: W, then S coordinate by coordinate, then Q, each for all columns.
   */
  private double[] moments(int columns, double[] ordered) {
    int width = terms() * columns;
    double[] moments = new double[Math.multiplyExact(sources.nodes(), width)];
    workers.run(
        sources.leaves(),
        (leaf, worker) -> {
          int node = sources.leaf(leaf);
          momentsOfLeaf(node, columns, ordered, moments, node * width);
        });
    double[] move = new double[sources.columns()];
    // Children have greater numbers than their parents, so this order visits children first.
    for (int node = sources.nodes() - 1; node >= 0; node--) {
      if (!sources.isLeaf(node)) {
        for (int child : new int[] {sources.left(node), sources.right(node)}) {
          for (int c = 0; c < move.length; c++) {
            move[c] = center(sources, child, c) - center(sources, node, c);
          }
          addMoved(columns, moments, child * width, move, moments, node * width);
        }
      }
    }
    return moments;
  }

  private void momentsOfLeaf(int node, int columns, double[] ordered, double[] moments, int to) {
    int d = sources.columns();
    double[] coordinates = sources.coordinates();
    for (int i = sources.first(node); i < sources.end(node); i++) {
      double square = 0;
      addTimes(columns, 1, ordered, i * columns, moments, to);
      for (int c = 0; c < d; c++) {
        double y = coordinates[c * sources.size() + i] - center(sources, node, c);
        square += y * y;
        addTimes(columns, y, ordered, i * columns, moments, to + (c + 1) * columns);
      }
      addTimes(columns, square, ordered, i * columns, moments, to + (d + 1) * columns);
    }
  }

  private static void addTimes(
      int columns, double factor, double[] vectors, int from, double[] sums, int to) {
    for (int k = 0; k < columns; k++) {
      sums[to + k] += factor * vectors[from + k];
    }
  }

  /** Moves moments to another center and adds them to the moments about that center. */
  private static void addMoved(
      int columns, double[] moments, int from, double[] move, double[] sums, int to) {
    int d = move.length;
    for (int k = 0; k < columns; k++) {
      double total = moments[from + k];
      double square = 0;
      for (int c = 0; c < d; c++) {
        double first = moments[from + (c + 1) * columns + k];
        double moved = move[c] * total;
        sums[to + (c + 1) * columns + k] += first + moved;
        square += move[c] * (2 * first + moved);
      }
      sums[to + k] += total;
      sums[to + (d + 1) * columns + k] += moments[from + (d + 1) * columns + k] + square;
    }
  }

  /**
   * Evaluates the moments about the center of a leaf of targets at its targets and adds the values.
   */
  private void evaluate(int target, int columns, Place place) {
    int d = targets.columns();
    int first = targets.first(target);
    double[] sums = place.block.sums();
    for (int i = first; i < targets.end(target); i++) {
      double square = 0;
      for (int c = 0; c < d; c++) {
        double x = targets.coordinates()[c * targets.size() + i] - center(targets, target, c);
        place.move[c] = x;
        square += x * x;
      }
      for (int k = 0; k < columns; k++) {
        double total = place.moments[k];
        double product = 0;
        for (int c = 0; c < d; c++) {
          product += place.move[c] * place.moments[(c + 1) * columns + k];
        }
        double distance = square * total - 2 * product + place.moments[(d + 1) * columns + k];
        sums[(i - first) * columns + k] += total - distance * inverseSquare;
      }
    }
  }
}
