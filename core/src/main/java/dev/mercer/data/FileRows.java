package dev.mercer.data;

import dev.mercer.internal.rows.RowBounds;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Rows on disk: raw little-endian doubles or floats, row-major, from a place in a file on.
 *
 * <ul>
 *   <li>{@link #open} reads them when asked for. What is read often stays in the operating system's
 *       page cache, outside of the process, so this suits a cap on the process's memory. Reading
 *       can fail with {@link java.io.UncheckedIOException}; an interrupt while reading closes the
 *       file.
 *   <li>{@link #map} maps the file into memory: faster, but pages that are read count as memory of
 *       the process until the operating system takes them back. They are given back when the
 *       garbage collector finds the mapping unused, some time after {@link #close}. A file that is
 *       cut while mapped makes reading fail with an {@code InternalError}.
 * </ul>
 *
 * Neither takes room on the heap.
 */
public abstract sealed class FileRows implements Rows, Closeable permits ReadRows, MappedRows {

  FileRows() {}

  /**
   * Opens a file of rows, to be read when asked for.
   *
   * @param position of the first entry, in bytes
   * @throws IllegalArgumentException if the file is too short
   */
  public static FileRows open(Path file, long position, int count, int columns, Precision precision)
      throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      return open(file, channel, position, count, columns, precision);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * The same by a channel of the file that is open, which the rows close when they are closed.
   *
   * @param file for messages
   */
  public static FileRows open(
      Path file, FileChannel channel, long position, int count, int columns, Precision precision)
      throws IOException {
    return new ReadRows(file, channel, position, count, columns, precision);
  }

  /**
   * Maps a file of rows.
   *
   * @param position of the first entry, in bytes
   * @throws IllegalArgumentException if the file is too short
   */
  public static FileRows map(Path file, long position, int count, int columns, Precision precision)
      throws IOException {
    // A mapping outlives its channel.
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return new MappedRows(file, channel, position, count, columns, precision, () -> {});
    }
  }

  /**
   * The same by a channel of the file that is open, which the rows close when they are closed.
   *
   * @param file for messages
   */
  public static FileRows map(
      Path file, FileChannel channel, long position, int count, int columns, Precision precision)
      throws IOException {
    return new MappedRows(file, channel, position, count, columns, precision, channel);
  }

  static void checkWithin(
      Path file, FileChannel channel, long position, int count, int columns, Precision precision)
      throws IOException {
    RowBounds.checkShape(count, columns);
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

  /** Always 0, since the operating system keeps or drops what was read of the file. */
  @Override
  public long bytes() {
    return 0;
  }
}
