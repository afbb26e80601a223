package dev.mercer.internal.fastsum;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Maps;
import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.kernel.Gaussian;
import java.util.Arrays;
import java.util.Optional;

/**
 * Sums over sources in which every kernel value is computed, for one leaf of targets at a time; it
 * is the working memory of one thread.
 *
 * <ol>
 *   <li>the sources of the ranges handed in, and their entries of the vectors, are copied next to
 *       each other until {@link #SOURCES} of them are waiting, so that many short ranges still give
 *       long loops
 *   <li>the distances of each target to the waiting sources, from differences of coordinates; then
 *       the kernel's map over the whole block
 *   <li>block times vectors: a matrix product, with the sides exchanged for a single vector
 * </ol>
 *
 * Cost: one kernel value per pair; copying adds d + columns moves per source for a whole leaf of
 * targets.
 */
final class DirectBlock {

  /** A leaf of targets by this many sources is 128 KB, which stays in the second-level cache. */
  static final int SOURCES = 512;

  private final KdTree targets;
  private final KdTree sources;
  private final FallingKernel kernel;
  private final int columns;
  private final double[] vectors;
  private final Maps maps;
  private final Blas blas;
  private final double[] gathered;
  private final double[] weights;
  private final double[] block;
  private final double[] sums;
  private int first;
  private int count;
  private int waiting;

  /**
   * @param vectors one row per source, in the order in which the tree stores the sources
   */
  DirectBlock(
      KdTree targets,
      KdTree sources,
      FallingKernel kernel,
      int columns,
      double[] vectors,
      Maps maps,
      Blas blas) {
    this.blas = blas;
    this.targets = targets;
    this.sources = sources;
    this.kernel = kernel;
    this.columns = columns;
    this.vectors = vectors;
    this.maps = maps;
    this.gathered = new double[sources.columns() * SOURCES];
    this.weights = new double[SOURCES * columns];
    this.block = new double[targets.leafSize() * SOURCES];
    this.sums = new double[targets.leafSize() * columns];
  }

  /** Starts the sums of a leaf of targets. */
  void begin(int leaf) {
    int node = targets.leaf(leaf);
    first = targets.first(node);
    count = targets.end(node) - first;
    waiting = 0;
    Arrays.fill(sums, 0, count * columns, 0);
  }

  /** Adds the sources of the given ranges to the sums. */
  void add(NearRanges ranges) {
    for (int range = 0; range < ranges.count(); range++) {
      int end = ranges.end(range);
      for (int place = ranges.first(range); place < end; ) {
        int taken = Math.min(end - place, SOURCES - waiting);
        gather(place, taken);
        place += taken;
        if (waiting == SOURCES) {
          sumUp();
        }
      }
    }
    sumUp();
  }

  private void gather(int place, int taken) {
    double[] coordinates = sources.coordinates();
    for (int c = 0; c < sources.columns(); c++) {
      System.arraycopy(
          coordinates, c * sources.size() + place, gathered, c * SOURCES + waiting, taken);
    }
    System.arraycopy(vectors, place * columns, weights, waiting * columns, taken * columns);
    waiting += taken;
  }

  private void sumUp() {
    if (waiting == 0) {
      return;
    }
    evaluate(maps.next((long) count * waiting));
    multiply();
    waiting = 0;
  }

  /**
   * Computes the kernel values of the block; for a Gaussian, distance and exponential in one pass.
   */
  private void evaluate(Simd simd) {
    int d = sources.columns();
    double[] x = targets.coordinates();
    int step = targets.size();
    Optional<Gaussian> gaussian = kernel.kernel().gaussian();
    for (int i = 0; i < count; i++) {
      int at = i * waiting;
      int point = first + i;
      if (gaussian.isPresent()) {
        double factor = -gaussian.get().gamma();
        simd.expOfSquaredDistances(
            block, at, waiting, d, x, point, step, gathered, 0, SOURCES, factor);
      } else if (kernel.pairing() == Pairing.L1_DISTANCE) {
        simd.l1Distances(block, at, waiting, d, x, point, step, gathered, 0, SOURCES);
      } else {
        simd.squaredDistances(block, at, waiting, d, x, point, step, gathered, 0, SOURCES);
      }
    }
    if (gaussian.isEmpty()) {
      kernel.kernel().map(simd, block, 0, count * waiting);
    }
  }

  // Calls BLAS on bare arrays: with few targets in a leaf the products are so small that creating
  // views would cost noticeable time.
  private void multiply() {
    if (columns == 1) {
      // Computed as a row vector times the transposed block, so that the library reads the block
      // along its rows.
      blas.gemm(
          false, true, 1, count, waiting, 1, weights, 0, waiting, block, 0, waiting, 1, sums, 0,
          count);
    } else {
      blas.gemm(
          false, false, count, columns, waiting, 1, block, 0, waiting, weights, 0, columns, 1, sums,
          0, columns);
    }
  }

  /**
   * The sums of the leaf so far, without the kernel's factor, row-major; the caller may add to
   * them.
   */
  double[] sums() {
    return sums;
  }

  /** Writes the sums, times the kernel's factor, to the result rows of the leaf's targets. */
  void end(double[] result) {
    for (int i = 0; i < count; i++) {
      int to = targets.row(first + i) * columns;
      for (int c = 0; c < columns; c++) {
        result[to + c] = kernel.factor() * sums[i * columns + c];
      }
    }
  }
}
