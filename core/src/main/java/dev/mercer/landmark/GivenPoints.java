package dev.mercer.landmark;

import dev.mercer.data.Rows;

/**
 * Landmarks that the user brings as points, m x d, in the space of the rows (after any scaling), in
 * the order given. Their number is that of the points.
 *
 * @param points at least one; copied when they are used
 */
public record GivenPoints(Rows points) implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "given-points";

  public GivenPoints {
    if (points.count() == 0) {
      throw new IllegalArgumentException("no landmark points are given; bring at least one");
    }
  }

  @Override
  public String spec() {
    return NAME;
  }

  @Override
  public boolean choosesCount() {
    return true;
  }
}
