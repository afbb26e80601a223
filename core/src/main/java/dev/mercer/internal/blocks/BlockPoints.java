package dev.mercer.internal.blocks;

/**
 * A view of some points that are prepared for being used in pairs: a range of row-major values with
 * one squared norm per row. Every worker keeps one such object and points it at one block after the
 * other.
 *
 * @param <A> an array of numbers, double or float
 */
abstract class BlockPoints<A> {

  /** The points, row-major, minus the shift of the {@link BlockKernel} that reads them. */
  public A values;

  /** Where the first point starts in {@link #values}. */
  public int offset;

  /** Number of points. */
  public int count;

  /** Squared norms of the points as they are stored in {@link #values}, that is, shifted. */
  public A squaredNorms;

  /** Inner products of the unshifted points with the shift; null without a shift. */
  public A shiftProducts;

  /** Where the first point's entry is in {@link #squaredNorms} and {@link #shiftProducts}. */
  public int normsOffset;
}
