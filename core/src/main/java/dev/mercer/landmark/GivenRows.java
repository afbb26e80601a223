package dev.mercer.landmark;

import java.util.Arrays;

/**
 * Landmarks that the user names by row number, from 0, in the order given. Their number is that of
 * the rows given. A row of weight zero may be given: it is the user's choice.
 *
 * @param rows at least one, no row twice
 */
public record GivenRows(int... rows) implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "given-rows";

  public GivenRows {
    if (rows.length == 0) {
      throw new IllegalArgumentException("no landmark rows are given; name at least one");
    }
    rows = rows.clone();
    requireDistinct(rows);
  }

  /** A copy of the row numbers. */
  @Override
  public int[] rows() {
    return rows.clone();
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
  public boolean equals(Object other) {
    return other instanceof GivenRows given && Arrays.equals(rows, given.rows);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(rows);
  }

  private static void requireDistinct(int[] rows) {
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
  }
}
