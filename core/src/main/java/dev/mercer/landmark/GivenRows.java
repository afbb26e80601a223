package dev.mercer.landmark;

import dev.mercer.internal.select.Landmarks;
import dev.mercer.internal.select.SelectionRequest;
import java.util.Arrays;

/**
 * Landmarks that the user names by row number, from 0, in the order given.
 *
 * <p>The number of landmarks is that of the rows given, whatever the request says. A row of weight
 * zero may be given: it is the user's choice.
 */
public final class GivenRows implements LandmarkSelector {

  public static final String NAME = "given-rows";

  private final int[] rows;

  /**
   * @param rows at least one, no row twice
   */
  public GivenRows(int... rows) {
    if (rows.length == 0) {
      throw new IllegalArgumentException("no landmark rows are given; name at least one");
    }
    Integer[] order = new Integer[rows.length];
    Arrays.setAll(order, place -> place);
    // A stable sort: equal rows stay in the order of their places.
    Arrays.sort(order, (a, b) -> Integer.compare(rows[a], rows[b]));
    for (int k = 1; k < order.length; k++) {
      if (rows[order[k]] == rows[order[k - 1]]) {
        throw new IllegalArgumentException(
            "row "
                + rows[order[k]]
                + " is given twice as a landmark, in places "
                + (order[k - 1] + 1)
                + " and "
                + (order[k] + 1)
                + "; landmarks are distinct: leave one out");
      }
    }
    this.rows = rows.clone();
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
