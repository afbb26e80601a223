package dev.mercer.app.data.columns;

import dev.mercer.app.data.DataException;

/** Limits on the sizes that a file may declare, checked before memory is allocated for them. */
public final class Limits {

  /**
   * Rows wider than this are too large for kernel methods anyway; a corrupt header is far more
   * likely.
   */
  public static final int MOST_COLUMNS = 1_000_000;

  private Limits() {}

  public static void checkColumns(String table, long columns) {
    if (columns > MOST_COLUMNS) {
      throw new DataException(
          table + " would have " + columns + " columns; at most " + MOST_COLUMNS + " are read");
    }
  }
}
