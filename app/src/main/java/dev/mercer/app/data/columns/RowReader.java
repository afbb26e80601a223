package dev.mercer.app.data.columns;

import dev.mercer.app.data.RowBlock;

/** The rows of one {@link Table}, from front to back. */
public interface RowReader extends AutoCloseable {

  /**
   * Puts up to {@code maxRows} rows into {@code block}, from row {@code at} on; every such row was
   * reset before.
   *
   * @return rows put there; fewer than asked for is no sign of the end, 0 is
   */
  int read(RowBlock block, int at, int maxRows);

  /**
   * Passes over up to {@code rows} rows.
   *
   * @return rows passed over; fewer than asked for is no sign of the end, 0 is
   */
  long skip(long rows);

  /** What a value that is not finite was in the table, to follow "is" in a message. */
  default String describe(long row, int feature, double value) {
    return Double.isNaN(value) ? "NaN" : "infinite";
  }

  @Override
  default void close() {}
}
