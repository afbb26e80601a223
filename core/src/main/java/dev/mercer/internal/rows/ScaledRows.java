package dev.mercer.internal.rows;

import dev.mercer.data.Rows;
import dev.mercer.data.Scaling;

/**
 * Rows with a scaling applied: (x - shift) * factor for each column, computed in double whenever
 * rows are read.
 */
public final class ScaledRows implements Rows {

  /** The number of doubles scaled at a time when rows are read as floats. */
  private static final int BLOCK_ENTRIES = 1 << 13;

  private final Rows rows;
  private final Scaling scaling;

  public ScaledRows(Rows rows, Scaling scaling) {
    checkColumns(rows.columns(), scaling);
    this.rows = rows;
    this.scaling = scaling;
  }

  public static void checkColumns(int columns, Scaling scaling) {
    if (columns != scaling.columns()) {
      throw new IllegalArgumentException(
          "the rows have "
              + columns
              + " columns, the scaling was learned from "
              + scaling.columns());
    }
  }

  @Override
  public int count() {
    return rows.count();
  }

  @Override
  public int columns() {
    return rows.columns();
  }

  @Override
  public void copy(int first, int count, double[] into, int offset) {
    rows.copy(first, count, into, offset);
    scaling.apply(into, offset, count);
  }

  @Override
  public void copy(int first, int count, float[] into, int offset) {
    RowBounds.check(this, first, count, into.length, offset);
    int blockRows = Math.min(count, Math.max(1, BLOCK_ENTRIES / columns()));
    double[] block = new double[blockRows * columns()];
    for (int done = 0; done < count; done += blockRows) {
      int step = Math.min(blockRows, count - done);
      copy(first + done, step, block, 0);
      int to = offset + done * columns();
      for (int j = 0; j < step * columns(); j++) {
        into[to + j] = (float) block[j];
      }
    }
  }

  @Override
  public long bytes() {
    return rows.bytes() + 2L * Double.BYTES * columns();
  }
}
