package dev.mercer.internal.fastsum;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.explicit.FeatureBlock;
import dev.mercer.internal.explicit.FeatureMap;
import dev.mercer.internal.explicit.FeatureProducts;

/**
 * K(X, Y) V by a {@link FeatureMap}, in two passes over the points.
 *
 * <ol>
 *   <li>moments C = Z(Y)' V, M x columns, over blocks of sources in parallel; a fixed number of
 *       partial sums are added in order, so that the bits do not depend on the number of threads
 *   <li>results Z(X) C, over blocks of targets in parallel
 * </ol>
 *
 * Cost: the terms of every source and every target, and 2 M flops for each of them per vector;
 * memory O(M) per vector.
 */
public final class FeatureSum implements KernelSum {

  /** Doubles in a block of terms: what stays in the second-level cache beside the moments. */
  private static final int BLOCK_VALUES = 1 << 16;

  private static final int LARGEST_BLOCK = 256;
  private static final int SMALLEST_BLOCK = 16;

  /**
   * Partial sums of moments: more than the number of threads of the machines in use, few enough to
   * be cheap.
   */
  private static final int GROUPS = 32;

  private final FeatureMap map;
  private final Rows targets;
  private final Rows sources;
  private final Workers workers;
  private final int block;

  public FeatureSum(FeatureMap map, Matrix targets, Matrix sources, Workers workers) {
    this.map = map;
    this.targets = DenseRows.of(targets);
    this.sources = DenseRows.of(sources);
    this.workers = workers;
    this.block = blockSize(map.terms());
  }

  /** Number of points whose terms are computed together: a multiple of 8 for the vector loops. */
  static int blockSize(int terms) {
    int fitting = BLOCK_VALUES / Math.max(1, terms) / 8 * 8;
    return Math.max(SMALLEST_BLOCK, Math.min(LARGEST_BLOCK, fitting));
  }

  /** Bytes that a product with this many vectors allocates, beside {@link #threadBytes}. */
  static long bytes(FeatureMap map, int columns) {
    return 8L * (GROUPS + 1L) * map.terms() * columns;
  }

  /** Bytes that a product allocates per thread. */
  static long threadBytes(FeatureMap map) {
    return FeatureBlock.bytes(map, blockSize(map.terms()));
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

  @Override
  public void multiply(int columns, double[] vectors, double[] result) {
    FeatureProducts products = new FeatureProducts(map, block, GROUPS, workers);
    double[] moments = products.moments(sources, columns, vectors);
    products.values(targets, columns, moments, null, result);
  }
}
