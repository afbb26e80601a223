package dev.mercer.app.data.columns;

import dev.mercer.app.data.DataException;

/** Bounds on what a file may claim about itself, checked before memory is taken for it. */
public final class Limits {

  /**
   * Kernel matrices of rows wider than this are out of reach anyway; a corrupt header is far more
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
