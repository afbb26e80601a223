package dev.mercer.internal.rows;

import dev.mercer.data.FileRows;
import dev.mercer.data.Precision;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Rows that arrive in blocks and are written to a temporary file, so that they can be read again as
 * often as needed.
 *
 * <ol>
 *   <li>{@link #append} writes a block after those before it
 *   <li>{@link #read} or {@link #map} ends the writing and passes the file on to the rows that it
 *       returns
 *   <li>closing these rows deletes the file; if neither was called, closing the spool deletes it
 * </ol>
 *
 * On Unix, the file's name is removed as soon as the file is open, so the file disappears even if
 * the process is killed; only its owner may read it. Memory: one buffer.
 */
public final class RowSpool implements Closeable {

  private static final int BUFFER_BYTES = 1 << 16;

  private final Path file;
  private final FileChannel channel;
  private final int columns;
  private final Precision precision;
  private final ByteBuffer buffer =
      ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private int count;
  private boolean finished;

  private RowSpool(Path file, FileChannel channel, int columns, Precision precision) {
    this.file = file;
    this.channel = channel;
    this.columns = columns;
    this.precision = precision;
  }

  /** A spool in the directory for temporary files, {@code java.io.tmpdir}. */
  public static RowSpool create(int columns, Precision precision) throws IOException {
    return create(Path.of(System.getProperty("java.io.tmpdir")), columns, precision);
  }

  /** A spool in a given directory, which must have enough free space. */
  public static RowSpool create(Path directory, int columns, Precision precision)
      throws IOException {
    RowBounds.checkShape(0, columns);
    Path file = Files.createTempFile(directory, "mercer-", ".rows");
    try {
      FileChannel channel =
          FileChannel.open(
              file,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
      return new RowSpool(file, channel, columns, precision);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  /** The number of rows so far. */
  public int count() {
    return count;
  }

  /**
   * Appends {@code rows} rows from a row-major array.
   *
   * @throws IllegalArgumentException if there would be more than 2^31 - 1 rows, or if rows are
   *     stored as float and a finite entry is beyond the range of float
   */
  public void append(double[] rowMajor, int offset, int rows) throws IOException {
    checkWriting();
    RowBounds.checkArray(columns, rows, rowMajor.length, offset);
    if (rows > Integer.MAX_VALUE - count) {
      throw new IllegalArgumentException(
          "more than " + Integer.MAX_VALUE + " rows; that many are allowed");
    }
    int entries = rows * columns;
    int step = BUFFER_BYTES / precision.bytes();
    for (int done = 0; done < entries; done += step) {
      int length = Math.min(step, entries - done);
      buffer.clear();
      if (precision == Precision.DOUBLE) {
        buffer.asDoubleBuffer().put(rowMajor, offset + done, length);
      } else {
        for (int j = done; j < done + length; j++) {
          buffer.putFloat(
              Precision.toFloat(rowMajor[offset + j], count + j / columns, j % columns));
        }
      }
      buffer.position(0).limit(length * precision.bytes());
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    }
    count += rows;
  }

  /** The rows, which are read from the file when they are asked for. */
  public FileRows read() throws IOException {
    checkWriting();
    FileRows rows = FileRows.open(file, channel, 0, count, columns, precision);
    finished = true;
    return rows;
  }

  /** The rows as a memory mapping of the file. */
  public FileRows map() throws IOException {
    checkWriting();
    FileRows rows = FileRows.map(file, channel, 0, count, columns, precision);
    finished = true;
    return rows;
  }

  private void checkWriting() {
    if (finished) {
      throw new IllegalStateException("the spool is complete; its rows were handed over");
    }
  }

  /** Deletes the file, unless it was passed on by {@link #read} or {@link #map}. */
  @Override
  public void close() throws IOException {
    if (!finished) {
      finished = true;
      channel.close();
    }
  }
}
