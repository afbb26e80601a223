package dev.mercer.internal.blocks;

/**
 * What one worker needs to evaluate blocks, so that a block allocates nothing.
 *
 * @param <A> an array of numbers, double or float
 */
abstract class BlockScratch<A> {

  /** Inner products for several parts of a kernel; null where there is one at most. */
  final A innerProducts;

  /** Results of the parts of a kernel that are not its first, a block per level. */
  final A[] parts;

  /** Distances of one point to those of a block. */
  final A distances;

  /** Two points as they are, for kernels that are computed by their definition. */
  final double[] x;

  final double[] y;

  BlockScratch(A innerProducts, A[] parts, A distances, int columns) {
    this.innerProducts = innerProducts;
    this.parts = parts;
    this.distances = distances;
    this.x = new double[columns];
    this.y = new double[columns];
  }
}
