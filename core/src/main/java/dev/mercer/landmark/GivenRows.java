package dev.mercer.landmark;

import java.util.HashMap;
import java.util.Map;

/** Landmarks the user names by their row numbers: exactly these, in this order. */
public record GivenRows(int[] rows) implements LandmarkSelector {

  @Override
  public String spec() {
    return "given-rows";
  }

  @Override
  public boolean choosesCount() {
    return true;
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    Map<Integer, Integer> places = new HashMap<>();
    for (int i = 0; i < rows.length; i++) {
      if (rows[i] < 0 || rows[i] >= request.size()) {
        throw new IllegalArgumentException(
            "landmark " + i + " is row " + rows[i] + "; rows are 0 to " + (request.size() - 1));
      }
      Integer before = places.put(rows[i], i);
      if (before != null) {
        throw new IllegalArgumentException(
            "row "
                + rows[i]
                + " is given twice, as landmarks "
                + before
                + " and "
                + i
                + "; give each row once");
      }
    }
    return Landmarks.ofRows(request.gram(), rows, null);
  }
}
