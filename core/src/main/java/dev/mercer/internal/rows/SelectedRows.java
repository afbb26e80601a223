package dev.mercer.internal.rows;

import dev.mercer.data.Rows;

/**
 * Some rows of another source, by number, in any order and possibly repeated. Nothing is copied
 * until it is asked for. Memory: the numbers, in addition to the other source.
 */
public final class SelectedRows implements Rows {

  private final Rows rows;
  private final int[] indices;

  /**
   * The rows with the given numbers, in the order of the numbers.
   *
   * @param indices zero-based row numbers; copied
   */
  public SelectedRows(Rows rows, int[] indices) {
    this.rows = rows;
    this.indices = indices.clone();
    for (int i = 0; i < indices.length; i++) {
      if (this.indices[i] < 0 || this.indices[i] >= rows.count()) {
        throw new IllegalArgumentException(
            "row number "
                + this.indices[i]
                + " at place "
                + i
                + "; rows are 0 to "
                + (rows.count() - 1));
      }
    }
  }

  @Override
  public int count() {
    return indices.length;
  }

  @Override
  public int columns() {
    return rows.columns();
  }

  @Override
  public void copy(int first, int count, double[] into, int offset) {
    RowBounds.check(this, first, count, into.length, offset);
    for (int i = first, to = offset; i < first + count; ) {
      int run = run(i, first + count);
      rows.copy(indices[i], run, into, to);
      to += run * columns();
      i += run;
    }
  }

  @Override
  public void copy(int first, int count, float[] into, int offset) {
    RowBounds.check(this, first, count, into.length, offset);
    for (int i = first, to = offset; i < first + count; ) {
      int run = run(i, first + count);
      rows.copy(indices[i], run, into, to);
      to += run * columns();
      i += run;
    }
  }

  /**
   * How many of the numbers from position {@code start} on are consecutive, so that these rows can
   * be copied together.
   */
  private int run(int start, int end) {
    int next = start + 1;
    while (next < end && indices[next] == indices[next - 1] + 1) {
      next++;
    }
    return next - start;
  }

  @Override
  public long bytes() {
    return rows.bytes() + (long) indices.length * Integer.BYTES;
  }
}
