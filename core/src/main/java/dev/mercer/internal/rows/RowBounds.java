package dev.mercer.internal.rows;

import dev.mercer.data.Rows;

/** The checks that every implementation of {@link Rows} makes before it copies. */
public final class RowBounds {

  private RowBounds() {}

  /**
   * Checks that the rows exist and fit into an array of {@code length} entries from {@code offset}
   * on.
   */
  public static void check(Rows rows, int first, int count, int length, int offset) {
    checkRows(rows, first, count);
    checkArray(rows.columns(), count, length, offset);
  }

  /** Checks that the rows exist. */
  public static void checkRows(Rows rows, int first, int count) {
    if (first < 0 || count < 0 || first > rows.count() - count) {
      throw new IndexOutOfBoundsException(
          count + " rows from row " + first + " on are not within " + rows.count() + " rows");
    }
  }

  /**
   * Checks that {@code count} rows fit into an array of {@code length} entries from {@code offset}
   * on.
   */
  public static void checkArray(int columns, int count, int length, int offset) {
    if (count < 0 || offset < 0 || (long) count * columns > (long) length - offset) {
      throw new IndexOutOfBoundsException(
          count
              + " rows of "
              + columns
              + " columns are not within an array of "
              + length
              + " from "
              + offset
              + " on");
    }
  }

  /** Checks that these numbers of rows and columns are possible. */
  public static void checkShape(int count, int columns) {
    if (count < 0 || columns < 1) {
      throw new IllegalArgumentException(
          count + " rows of " + columns + " columns; at least 0 rows and 1 column are needed");
    }
  }
}
