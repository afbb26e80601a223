package dev.mercer.internal.blocks;

/**
 * A view, in single precision, of some points made ready for pairing: a stretch of row-major values
 * with one squared norm a row. Workers keep one and point it at block after block; it owns nothing.
 */
public final class FloatPointBlock {

  /** The points, row-major, minus the shift of the {@link FloatKernelBlock} that reads them. */
  public float[] values;

  /** Where the first point starts in {@link #values}. */
  public int offset;

  /** Number of points. */
  public int count;

  /** Squared norms of the points as they stand in {@link #values}. */
  public float[] squaredNorms;

  /** Inner products of the unshifted points with the shift; null without a shift. */
  public float[] shiftProducts;

  /** Where the first point's entry is in {@link #squaredNorms} and {@link #shiftProducts}. */
  public int normsOffset;
}
