package dev.mercer.internal.blocks;

import dev.mercer.internal.backend.View;

/**
 * {@link BlockPoints} in double precision. If the points are on a {@link Lattice}, they are also
 * stored as whole multiples; these are the only memory that the object owns.
 */
public final class PointBlock extends BlockPoints<double[]> {

  /**
   * The points as whole multiples of the unit of the {@link Lattice} they are on, if {@link
   * #longest} is finite.
   */
  public float[] multiples;

  /** Where the first point starts in {@link #multiples}. */
  public int multiplesOffset;

  /**
   * The largest squared norm of a piece of the {@link #multiples} of a point; infinite if they do
   * not represent {@link #values}.
   */
  public double longest = Double.POSITIVE_INFINITY;

  /** Some of the points, as the rows of a matrix. */
  View rows(int first, int points, int columns) {
    return View.at(values, offset + first * columns, points, columns, columns);
  }
}
