package dev.mercer.data;

import dev.mercer.internal.rows.RowRange;
import dev.mercer.internal.store.EntryReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Rows on disk, read when asked for: raw little-endian doubles or floats, row-major, from a place
 * in a file on.
 *
 * <p>Memory: nothing but a small buffer while reading; the operating system's page cache keeps what
 * is read often, outside of the process. That is the difference to {@link MappedRows}, whose pages
 * count as memory of the process. Reading can fail with {@link UncheckedIOException}; an interrupt
 * while reading closes the file.
 */
public final class FileRows implements Rows, Closeable {

  private final int count;
  private final int columns;
  private final Precision precision;
  private final long position;
  private final EntryReader reader;

  public FileRows(EntryReader reader, long position, int count, int columns, Precision precision)
      throws IOException {
    checkWithin(reader.file(), reader.channel(), position, count, columns, precision);
    this.reader = reader;
    this.position = position;
    this.count = count;
    this.columns = columns;
    this.precision = precision;
  }

  /**
   * Opens a file of rows.
   *
   * @param position of the first entry, in bytes
   * @throws IllegalArgumentException if the file is too short
   */
  public static FileRows open(Path file, long position, int count, int columns, Precision precision)
      throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      return new FileRows(new EntryReader(channel, file), position, count, columns, precision);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  static void checkWithin(
      Path file, FileChannel channel, long position, int count, int columns, Precision precision)
      throws IOException {
    RowRange.checkShape(count, columns);
    long rowBytes = (long) columns * precision.bytes();
    long room = channel.size() - position;
    // Divided, not multiplied: the product of the three can exceed a long.
    if (position < 0 || room < 0 || count > room / rowBytes) {
      throw new IllegalArgumentException(
          file
              + " has "
              + channel.size()
              + " bytes; that is too short for "
              + count
              + " rows of "
              + columns
              + " columns in "
              + precision
              + " from byte "
              + position
              + " on");
    }
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
    RowRange.check(this, first, count, into.length, offset);
    try {
      reader.read(precision.type(), rowPosition(first), count * columns, into, offset);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void copy(int first, int count, float[] into, int offset) {
    RowRange.check(this, first, count, into.length, offset);
    try {
      reader.read(precision.type(), rowPosition(first), count * columns, into, offset);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long rowPosition(int row) {
    return position + (long) row * columns * precision.bytes();
  }

  @Override
  public long bytes() {
    return 0;
  }

  @Override
  public void close() throws IOException {
    reader.channel().close();
  }
}
