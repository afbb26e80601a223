package dev.mercer.internal.rows;

import dev.mercer.data.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows that were taken, compared by their values. A row that occurs twice counts as one row of
 * weight two, so if one of the two is taken, both are. Cost of a query: reading the row, and each
 * taken row with the same hash. Memory: a few words per row taken.
 */
public final class EqualRows {

  private static final int NONE = -1;

  private final Rows rows;
  private final Map<Integer, List<Integer>> taken = new HashMap<>(); // row numbers by hash
  private final double[] values;
  private final double[] others;

  public EqualRows(Rows rows) {
    this.rows = rows;
    this.values = new double[rows.columns()];
    this.others = new double[rows.columns()];
  }

  /** Whether a row equal to this one was taken. */
  public boolean has(int row) {
    read(row, values);
    return taken(Arrays.hashCode(values)) != NONE;
  }

  /**
   * Takes a row unless an equal one was taken.
   *
   * @return the row taken: this one, or the equal one that was taken before
   */
  public int take(int row) {
    read(row, values);
    int hash = Arrays.hashCode(values);
    int equal = taken(hash);
    if (equal != NONE) {
      return equal;
    }
    taken.computeIfAbsent(hash, key -> new ArrayList<>()).add(row);
    return row;
  }

  private int taken(int hash) {
    for (int row : taken.getOrDefault(hash, List.of())) {
      read(row, others);
      if (Arrays.equals(values, others)) {
        return row;
      }
    }
    return NONE;
  }

  private void read(int row, double[] into) {
    rows.copy(row, 1, into, 0);
    for (int j = 0; j < into.length; j++) {
      into[j] += 0.0; // so that -0 equals 0
    }
  }
}
