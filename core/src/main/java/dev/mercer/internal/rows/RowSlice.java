package dev.mercer.internal.rows;

import dev.mercer.data.Rows;

/** A range of consecutive rows of another source. */
public record RowSlice(Rows rows, int from, int count) implements Rows {

  public RowSlice {
    if (from < 0 || count < 0 || from > rows.count() - count) {
      throw new IllegalArgumentException(
          count + " rows from row " + from + " on are not within " + rows.count() + " rows");
    }
  }

  @Override
  public int columns() {
    return rows.columns();
  }

  @Override
  public void copy(int first, int number, double[] into, int offset) {
    RowBounds.check(this, first, number, into.length, offset);
    rows.copy(from + first, number, into, offset);
  }

  @Override
  public void copy(int first, int number, float[] into, int offset) {
    RowBounds.check(this, first, number, into.length, offset);
    rows.copy(from + first, number, into, offset);
  }

  @Override
  public double[] directDoubles(int first, int number) {
    RowBounds.checkRows(this, first, number);
    return rows.directDoubles(from + first, number);
  }

  @Override
  public float[] directFloats(int first, int number) {
    RowBounds.checkRows(this, first, number);
    return rows.directFloats(from + first, number);
  }

  @Override
  public int directOffset(int first) {
    return rows.directOffset(from + first);
  }

  @Override
  public long bytes() {
    return rows.bytes();
  }
}
