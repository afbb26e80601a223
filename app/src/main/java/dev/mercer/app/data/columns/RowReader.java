package dev.mercer.app.data.columns;

import dev.mercer.app.data.RowBlock;

/** The rows of one {@link Table}, from front to back. */
public interface RowReader extends AutoCloseable {

  /**
   * Reads up to {@code maxRows} rows into {@code block}, starting at row {@code at}. All of these
   * rows were reset before.
   *
   * @return the number of rows read; only 0 means the end, a smaller number than requested does not
   */
  int read(RowBlock block, int at, int maxRows);

  /**
   * Skips up to {@code rows} rows.
   *
   * @return the number of rows skipped; only 0 means the end
   */
  long skip(long rows);

  /** What a value that is not finite was in the table, as words that follow "is" in a message. */
  default String describe(long row, int feature, double value) {
    return Double.isNaN(value) ? "NaN" : "infinite";
  }

  @Override
  default void close() {}
}
