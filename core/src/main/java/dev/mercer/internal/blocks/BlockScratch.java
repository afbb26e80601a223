package dev.mercer.internal.blocks;

/**
 * The memory that one worker needs to evaluate blocks, so that evaluating a block allocates
 * nothing.
 *
 * @param <A> an array of numbers, double or float
 */
abstract class BlockScratch<A> {

  /** Inner products, if several parts of a kernel need them; otherwise null. */
  final A innerProducts;

  /**
   * Results of those parts of a kernel that are not the first of their sum or product; one block
   * per level of nesting.
   */
  final A[] parts;

  /** Distances of one point to the points of a block. */
  final A distances;

  /** Two original points, for kernels that are evaluated pair by pair. */
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
