package dev.mercer.internal.select;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.landmark.GivenRows;

/** {@link GivenRows}: the rows the user named, after checking that they exist. */
final class GivenRowsSelector implements Selector {

  private final int[] rows;

  GivenRowsSelector(GivenRows asked) {
    this.rows = asked.rows();
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    for (int place = 0; place < rows.length; place++) {
      if (rows[place] < 0 || rows[place] >= request.size()) {
        throw new IllegalArgumentException(
            "landmark row "
                + rows[place]
                + " in place "
                + (place + 1)
                + " does not exist; rows are 0 to "
                + (request.size() - 1));
      }
    }
    return Landmarks.ofRows(request.gram(), rows, null);
  }
}
