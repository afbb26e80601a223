package dev.mercer.data;

import dev.mercer.internal.rows.RowBounds;
import dev.mercer.internal.store.EntryReader;
import dev.mercer.internal.store.TensorType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Rows of a file, read by position when asked for. Memory: a small buffer while reading. An
 * interrupt while reading closes the file.
 */
final class ReadRows extends FileRows {

  private final int count;
  private final int columns;
  private final TensorType type;
  private final long position;
  private final EntryReader reader;

  ReadRows(
      Path file, FileChannel channel, long position, int count, int columns, Precision precision)
      throws IOException {
    checkWithin(file, channel, position, count, columns, precision);
    this.reader = new EntryReader(channel, file);
    this.type = precision == Precision.DOUBLE ? TensorType.F64 : TensorType.F32;
    this.position = position;
    this.count = count;
    this.columns = columns;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public int columns() {
    return columns;
  }

  @Override
  public void copy(int first, int count, double[] into, int offset) {
    RowBounds.check(this, first, count, into.length, offset);
    try {
      reader.read(type, rowPosition(first), count * columns, into, offset);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void copy(int first, int count, float[] into, int offset) {
    RowBounds.check(this, first, count, into.length, offset);
    try {
      reader.read(type, rowPosition(first), count * columns, into, offset);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long rowPosition(int row) {
    return position + (long) row * columns * type.bytes();
  }

  @Override
  public void close() throws IOException {
    reader.channel().close();
  }
}
