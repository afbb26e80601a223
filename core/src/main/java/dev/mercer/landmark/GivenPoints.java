package dev.mercer.landmark;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.select.Landmarks;
import dev.mercer.internal.select.SelectionRequest;
import dev.mercer.kernel.Precomputed;

/**
 * Landmarks that the user brings as points, m x d, in the space of the rows (after any scaling), in
 * the order given. The number of landmarks is that of the points, whatever the request says.
 */
public final class GivenPoints implements LandmarkSelector {

  public static final String NAME = "given-points";

  private final Rows points;

  /**
   * @param points at least one; copied when they are used
   */
  public GivenPoints(Rows points) {
    if (points.count() == 0) {
      throw new IllegalArgumentException("no landmark points are given; bring at least one");
    }
    this.points = points;
  }

  @Override
  public String spec() {
    return NAME;
  }

  @Override
  public boolean choosesCount() {
    return true;
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    if (request.kernel() instanceof Precomputed) {
      throw new IllegalArgumentException(
          "a precomputed Gram matrix has no points: name its landmarks by row numbers");
    }
    if (points.columns() != request.rows().columns()) {
      throw new IllegalArgumentException(
          "the landmark points have "
              + points.columns()
              + " columns, the rows "
              + request.rows().columns()
              + "; both need the same");
    }
    return Landmarks.ofPoints(DenseRows.copyOf(points), null);
  }
}
