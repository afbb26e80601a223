package dev.mercer.data;

/** A stretch of other rows. */
public record RowSlice(Rows rows, int from, int count) implements Rows {

  public RowSlice {
    if (from < 0 || count < 0 || from + count > rows.count()) {
      throw new IllegalArgumentException(
          "rows " + from + " to " + (from + count) + " of " + rows.count());
    }
  }

  @Override
  public int columns() {
    return rows.columns();
  }

  @Override
  public void copy(int first, int number, double[] into, int offset) {
    rows.copy(from + first, number, into, offset);
  }

  @Override
  public void copy(int first, int number, float[] into, int offset) {
    rows.copy(from + first, number, into, offset);
  }

  @Override
  public double[] directDoubles(int first, int number) {
    return rows.directDoubles(from + first, number);
  }

  @Override
  public float[] directFloats(int first, int number) {
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
