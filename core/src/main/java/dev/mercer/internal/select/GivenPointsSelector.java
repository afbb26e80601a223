package dev.mercer.internal.select;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.landmark.GivenPoints;

/**
 * {@link GivenPoints}: a copy of the points the user brought, after checking that they fit the
 * rows.
 */
final class GivenPointsSelector implements Selector {

  private final Rows points;

  GivenPointsSelector(GivenPoints asked) {
    this.points = asked.points();
  }

  @Override
  public RemoteChoice remoteChoice() {
    return RemoteChoice.GIVEN;
  }

  @Override
  public boolean givesRows() {
    return false;
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    if (!request.kernel().hasPoints()) {
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
