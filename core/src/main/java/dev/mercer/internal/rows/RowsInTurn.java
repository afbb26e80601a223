package dev.mercer.internal.rows;

import dev.mercer.data.RowStream;
import dev.mercer.data.Rows;

/** Rows read from the first to the last. */
public final class RowsInTurn implements RowStream {

  private final Rows rows;
  private final int blockRows;
  private int next;

  public RowsInTurn(Rows rows, int blockRows) {
    if (blockRows < 1) {
      throw new IllegalArgumentException("blocks of " + blockRows + " rows; at least 1 is needed");
    }
    this.rows = rows;
    this.blockRows = blockRows;
  }

  @Override
  public int columns() {
    return rows.columns();
  }

  @Override
  public int next(double[] block, int maxRows) {
    if (maxRows < 1) {
      throw new IllegalArgumentException("at most " + maxRows + " rows; at least 1 is needed");
    }
    int count = Math.min(Math.min(blockRows, maxRows), rows.count() - next);
    rows.copy(next, count, block, 0);
    next += count;
    return count;
  }

  @Override
  public void close() {
    // the rows belong to the caller
  }
}
