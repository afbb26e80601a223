package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Maps;
import dev.mercer.internal.backend.Workers;
import dev.mercer.kernel.Kernel;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * K(X, Y) V for kernels that fall with distance, without the values that are below the error.
 *
 * <ol>
 *   <li>targets and sources are each sorted into the boxes of a {@link KdTree}, a single tree if
 *       they are the same matrix
 *   <li>a leaf of targets skips every leaf of sources whose box is so far away that no kernel value
 *       between them exceeds the error, whole branches at a time ({@link NearRanges})
 *   <li>all other values are computed from differences and summed ({@link DirectBlock})
 * </ol>
 *
 * Every value is then off by at most the error: skipped values because they are smaller than it,
 * the others by rounding, see {@link FallingKernel}. Whether a value is skipped depends on the two
 * leaves alone, so for equal targets and sources the matrix that stands for K is symmetric to the
 * bit. Cost: the pairs within the radius at which the kernel has fallen to the error, widened by
 * the size of the leaves; memory O(n). Refused are an error below rounding and points so far apart
 * that the squares of their distances overflow.
 */
public final class TreeSum implements KernelSum {

  /**
   * Points per leaf: fewer would save pairs, more would save tree walks; the cost is flat around
   * this number.
   */
  static final int LEAF = 32;

  /** Number of leaves of targets that a forecast samples. */
  private static final int SAMPLED_LEAVES = 128;

  /** The trees of the points, and the distance between boxes from which on pairs are skipped. */
  private record Trees(
      KdTree targets, KdTree sources, FallingKernel kernel, double error, double outside) {

    static Trees of(Matrix targets, Matrix sources, Kernel kernel, double error, Workers workers) {
      FallingKernel falling = FallingKernel.of(kernel, sources.columns());
      FallingKernel.requireReachable(error, falling.rounding());
      KdTree[] trees = trees(targets, sources, falling, workers);
      double outside =
          falling.cutoff(error, workers.backend().maps().next(1))
              * (1 + KdTree.margin(sources.columns()));
      return new Trees(trees[0], trees[1], falling, error, outside);
    }

    NearRanges ranges() {
      return new NearRanges(kernel.pairing(), targets, sources, outside, outside, false);
    }

    long pointsOfLeaf(int leaf) {
      int node = targets.leaf(leaf);
      return targets.end(node) - targets.first(node);
    }
  }

  /** The trees of targets and sources; a single tree if both are the same matrix. */
  static KdTree[] trees(Matrix targets, Matrix sources, FallingKernel kernel, Workers workers) {
    if (targets.columns() != sources.columns()) {
      throw new IllegalArgumentException(
          "the targets have " + targets.columns() + " columns, the sources " + sources.columns());
    }
    KdTree sourceTree = KdTree.of(sources, LEAF, workers);
    KdTree targetTree = targets == sources ? sourceTree : KdTree.of(targets, LEAF, workers);
    if (targets.rows() > 0 && sources.rows() > 0) {
      double farthest = targetTree.farthest(kernel.pairing(), 0, sourceTree, 0);
      if (!(farthest < Double.MAX_VALUE / 2)) {
        throw new IllegalArgumentException(
            "the points lie so far apart that their squared distances overflow;"
                + " scale the columns, or leave out rows above 1e150");
      }
    }
    return new KdTree[] {targetTree, sourceTree};
  }

  /** The forecast cost of a product, and the trees that were built to compute it. */
  public static final class Forecast {
    private final Trees trees;
    private final double pairs;

    private Forecast(Trees trees, double pairs) {
      this.trees = trees;
      this.pairs = pairs;
    }

    /**
     * Expected number of kernel values of a product: exact for few points, otherwise from a sample
     * of leaves.
     */
    public double pairs() {
      return pairs;
    }

    /** The expected share of all target-source pairs that is computed. */
    public double shareOfPairs() {
      double all = (double) trees.targets.size() * trees.sources.size();
      return all == 0 ? 0 : pairs / all;
    }

    /** The sum itself, using the trees already built. */
    public TreeSum sum(Workers workers) {
      return new TreeSum(trees, workers);
    }
  }

  private final Trees trees;
  private final Workers workers;
  private final double errorBound;
  private final AtomicLong evaluations = new AtomicLong();

  /**
   * @param error largest error allowed in any value of the kernel, its factor included
   * @throws IllegalArgumentException if the kernel does not fall with distance, see {@link
   *     #serves}, or the error is below {@link #rounding}
   */
  public TreeSum(Matrix targets, Matrix sources, Kernel kernel, double error, Workers workers) {
    this(Trees.of(targets, sources, kernel, error, workers), workers);
  }

  private TreeSum(Trees trees, Workers workers) {
    this.trees = trees;
    this.workers = workers;
    this.errorBound = errorBound(nearestSkipped());
  }

  /** Whether a kernel falls with distance and states the rounding of its values. */
  public static boolean serves(Kernel kernel) {
    return FallingKernel.covers(kernel);
  }

  /**
   * The least error that can be asked for: the rounding of a value on points with this many
   * columns.
   */
  public static double rounding(Kernel kernel, int columns) {
    return FallingKernel.of(kernel, columns).rounding();
  }

  /**
   * Builds the trees and counts the pairs near a sample of leaves spread evenly over the targets;
   * this takes a small part of the time of a product.
   */
  public static Forecast forecast(
      Matrix targets, Matrix sources, Kernel kernel, double error, Workers workers) {
    Trees trees = Trees.of(targets, sources, kernel, error, workers);
    NearRanges ranges = trees.ranges();
    int leaves = trees.targets.leaves();
    int sampled = Math.min(SAMPLED_LEAVES, leaves);
    // One random leaf from each of equally long ranges of leaves: the shapes of leaves repeat
    // periodically with their numbers, so a fixed step could always meet the same shape.
    SplittableRandom random = new SplittableRandom(leaves);
    double near = 0;
    double seen = 0;
    for (int i = 0; i < sampled; i++) {
      int from = (int) ((long) i * leaves / sampled);
      int to = (int) ((i + 1L) * leaves / sampled);
      int leaf = random.nextInt(from, to);
      ranges.find(leaf);
      near += (double) ranges.points() * trees.pointsOfLeaf(leaf);
      seen += trees.pointsOfLeaf(leaf);
    }
    return new Forecast(trees, seen == 0 ? 0 : near * (trees.targets.size() / seen));
  }

  /**
   * The least distance of two boxes that are skipped: one walk per leaf, without computing values.
   */
  private double nearestSkipped() {
    NearRanges[] places = new NearRanges[workers.threads()];
    workers.run(
        trees.targets.leaves(),
        (leaf, worker) -> {
          if (places[worker] == null) {
            places[worker] = trees.ranges();
          }
          places[worker].find(leaf);
        });
    double nearest = Double.POSITIVE_INFINITY;
    for (NearRanges place : places) {
      nearest = place == null ? nearest : Math.min(nearest, place.nearestSkipped());
    }
    return nearest;
  }

  private double errorBound(double nearestSkipped) {
    double rounding = trees.kernel.rounding();
    if (nearestSkipped == Double.POSITIVE_INFINITY) {
      return rounding;
    }
    double distance = nearestSkipped * (1 - KdTree.margin(trees.sources.columns()));
    // If the nearest skipped box lies at the cutoff itself, subtracting the margin may lead below
    // it; the error asked for still holds.
    return Math.min(
        trees.error, trees.kernel.value(distance, workers.backend().maps().next(1)) + rounding);
  }

  @Override
  public String scheme() {
    return "tree";
  }

  @Override
  public double errorBound() {
    return errorBound;
  }

  @Override
  public int terms() {
    return 0;
  }

  @Override
  public int clusters() {
    return trees.sources.leaves();
  }

  @Override
  public long evaluations() {
    return evaluations.get();
  }

  /** Working memory of a thread. */
  private record Place(NearRanges ranges, DirectBlock block) {}

  @Override
  public void multiply(int columns, double[] vectors, double[] result) {
    double[] ordered = trees.sources.inOrder(columns, vectors);
    Maps maps = workers.backend().maps();
    Place[] places = new Place[workers.threads()];
    workers.run(
        trees.targets.leaves(),
        (leaf, worker) -> {
          if (places[worker] == null) {
            DirectBlock block =
                new DirectBlock(
                    trees.targets,
                    trees.sources,
                    trees.kernel,
                    columns,
                    ordered,
                    maps,
                    workers.blas());
            places[worker] = new Place(trees.ranges(), block);
          }
          NearRanges ranges = places[worker].ranges;
          DirectBlock block = places[worker].block;
          ranges.find(leaf);
          block.begin(leaf);
          block.add(ranges);
          block.end(result);
          evaluations.addAndGet(ranges.points() * trees.pointsOfLeaf(leaf));
        });
  }
}
