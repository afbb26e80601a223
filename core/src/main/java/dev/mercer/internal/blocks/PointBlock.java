package dev.mercer.internal.blocks;

import dev.mercer.internal.backend.View;

/**
 * A view of some points made ready for pairing: a stretch of row-major values with one squared norm
 * a row. Workers keep one and point it at block after block; it owns nothing but its {@link
 * #multiples}.
 */
public final class PointBlock {

  /** The points, row-major, minus the shift of the {@link KernelBlock} that reads them. */
  public double[] values;

  /** Where the first point starts in {@link #values}. */
  public int offset;

  /** Number of points. */
  public int count;

  /** Squared norms of the points as they stand in {@link #values}. */
  public double[] squaredNorms;

  /** Inner products of the unshifted points with the shift; null without a shift. */
  public double[] shiftProducts;

  /**
   * The points as whole multiples of the unit of the {@link Lattice} they are on, if {@link
   * #longest} is finite.
   */
  public float[] multiples;

  /** Where the first point starts in {@link #multiples}. */
  public int multiplesOffset;

  /**
   * The largest squared norm of a piece of the {@link #multiples} of a point; infinite where they
   * do not stand for {@link #values}.
   */
  public double longest = Double.POSITIVE_INFINITY;

  /** Where the first point's entry is in {@link #squaredNorms} and {@link #shiftProducts}. */
  public int normsOffset;

  /** Some of the points, as the rows of a matrix. */
  View rows(int first, int points, int columns) {
    return View.at(values, offset + first * columns, points, columns, columns);
  }
}
