package dev.mercer.app.data.csv;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.RowBlock;
import dev.mercer.app.data.columns.RowReader;
import java.util.function.Supplier;

/**
 * Reads with a fast reader as long as it works. From the row where that one fails, it uses a plain
 * reader, which defines what is right: it goes on, or fails with a better message.
 */
final class FallbackReader implements RowReader {

  private final Supplier<RowReader> plain;
  private RowReader current;
  private boolean fast;
  private long position;

  FallbackReader(Supplier<RowReader> fastReader, Supplier<RowReader> plainReader) {
    plain = plainReader;
    try {
      current = fastReader.get();
      fast = true;
    } catch (DataException e) {
      current = plainReader.get();
    }
  }

  @Override
  public int read(RowBlock block, int at, int maxRows) {
    int rows;
    try {
      rows = current.read(block, at, maxRows);
    } catch (DataException e) {
      giveUp(e);
      rows = current.read(block, at, maxRows);
    }
    position += rows;
    return rows;
  }

  @Override
  public long skip(long rows) {
    long skipped;
    try {
      skipped = current.skip(rows);
    } catch (DataException e) {
      giveUp(e);
      skipped = current.skip(rows);
    }
    position += skipped;
    return skipped;
  }

  private void giveUp(DataException reason) {
    if (!fast) {
      throw reason;
    }
    fast = false;
    current.close();
    current = plain.get();
    for (long skipped = 0; skipped < position; ) {
      long more = current.skip(position - skipped);
      if (more == 0) {
        throw reason;
      }
      skipped += more;
    }
  }

  @Override
  public String describe(long row, int feature, double value) {
    if (!fast) {
      return current.describe(row, feature, value);
    }
    try (RowReader definition = plain.get()) {
      return definition.describe(row, feature, value);
    }
  }

  @Override
  public void close() {
    current.close();
  }
}
