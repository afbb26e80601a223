package dev.mercer.fastsum;

import dev.mercer.backend.Backend;
import dev.mercer.backend.Blas;
import dev.mercer.backend.Maps;
import java.util.Arrays;

/**
 * Sums over sources, kernel value by kernel value, for one leaf of targets after the other; the
 * working memory of a thread.
 *
 * <ol>
 *   <li>the sources of the ranges that come in, and their entries of the vectors, are copied side
 *       by side until {@link #SOURCES} of them wait: short ranges then cost no short loops
 *   <li>distances of each target to them, from differences; the kernel's map over the whole block
 *   <li>block times vectors: dot products for one vector, a matrix product for several
 * </ol>
 *
 * Cost: a kernel value a pair; copying adds d + columns moves a source for a whole leaf of targets.
 */
final class DirectBlock {

  /** A leaf of targets by so many sources is 64 KB: it stays in the second cache. */
  static final int SOURCES = 256;

  private final KdTree targets;
  private final KdTree sources;
  private final FallingKernel kernel;
  private final int columns;
  private final double[] vectors;
  private final Maps maps;
  private final Blas blas = Backend.instance().blas();
  private final double[] gathered;
  private final double[] weights;
  private final double[] block;
  private final double[] sums;
  private int first;
  private int count;
  private int waiting;

  /**
   * @param vectors one row a source, in the order of the places of the sources
   */
  DirectBlock(
      KdTree targets,
      KdTree sources,
      FallingKernel kernel,
      int columns,
      double[] vectors,
      Maps maps) {
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

  /** Begins the sums of a leaf of targets. */
  void begin(int leaf) {
    int node = targets.leaf(leaf);
    first = targets.first(node);
    count = targets.end(node) - first;
    waiting = 0;
    Arrays.fill(sums, 0, count * columns, 0);
  }

  /** Adds the sources of some ranges to the sums. */
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
    for (int i = 0; i < count; i++) {
      DirectDistances.of(
          kernel.pairing(),
          sources.columns(),
          targets.coordinates(),
          first + i,
          targets.size(),
          gathered,
          SOURCES,
          waiting,
          block,
          i * waiting);
    }
    int values = count * waiting;
    kernel.kernel().map(maps.next(values), block, 0, values);
    if (columns == 1) {
      for (int i = 0; i < count; i++) {
        sums[i] += blas.dot(waiting, block, i * waiting, weights, 0);
      }
    } else {
      blas.gemm(
          false, false, count, columns, waiting, 1, block, 0, waiting, weights, 0, columns, 1, sums,
          0, columns);
    }
    waiting = 0;
  }

  /** The sums of the leaf so far, without the kernel's factor, row-major; may be added to. */
  double[] sums() {
    return sums;
  }

  /** Writes the sums, times the kernel's factor, to the rows of the leaf's targets. */
  void end(double[] result) {
    for (int i = 0; i < count; i++) {
      int to = targets.row(first + i) * columns;
      for (int c = 0; c < columns; c++) {
        result[to + c] = kernel.factor() * sums[i * columns + c];
      }
    }
  }
}
