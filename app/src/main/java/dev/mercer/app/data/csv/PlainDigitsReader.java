package dev.mercer.app.data.csv;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.RowBlock;
import dev.mercer.app.data.columns.RowReader;

/**
 * Rows of a delimited file that DuckDB reads, up to the first row with {@link GroupedDigits}. At
 * the end the remaining bytes of the file are examined, too: in a compressed file this reveals
 * damage that DuckDB ignores.
 */
final class PlainDigitsReader implements RowReader {

  private final RowReader rows;
  private final GroupedDigits digits;

  /** The number of records up to the last row read, including the header. */
  private long records;

  PlainDigitsReader(RowReader rows, GroupedDigits digits, boolean header) {
    this.rows = rows;
    this.digits = digits;
    records = header ? 1 : 0;
  }

  @Override
  public int read(RowBlock block, int at, int maxRows) {
    int count = rows.read(block, at, maxRows);
    records = count == 0 ? Long.MAX_VALUE : records + count;
    if (digits.within(records)) {
      throw new DataException("digits are grouped by underscores, or bytes are zero");
    }
    return count;
  }

  @Override
  public long skip(long wanted) {
    long skipped = rows.skip(wanted);
    records += skipped;
    return skipped;
  }

  @Override
  public String describe(long row, int feature, double value) {
    return rows.describe(row, feature, value);
  }

  @Override
  public void close() {
    try (digits) {
      rows.close();
    }
  }
}
