package dev.mercer.data;

import dev.mercer.internal.rows.RowRange;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Rows in a memory-mapped file: raw little-endian doubles or floats, row-major, from a place in a
 * file on, mapped in segments of whole rows below 2 GiB each.
 *
 * <p>Memory: none of the heap, but pages that are read count as resident memory of the process
 * until the operating system takes them back; under a cap on resident memory use {@link FileRows}.
 * The pages are given back when the garbage collector finds the mapping unused, some time after
 * {@link #close}. A file that is cut while mapped makes reading fail with an {@code InternalError}.
 */
public final class MappedRows implements Rows, Closeable {

  /** A mapped buffer has at most this many bytes. */
  private static final int MAX_SEGMENT = Integer.MAX_VALUE;

  private final int count;
  private final int columns;
  private final int rowsPerSegment;

  /** What to close when the rows are closed; null if nothing. */
  private final Closeable owned;

  /** One of the two holds the segments; both are null once closed. */
  private volatile DoubleBuffer[] doubles;

  private volatile FloatBuffer[] floats;

  public MappedRows(
      Path file,
      FileChannel channel,
      long position,
      int count,
      int columns,
      Precision precision,
      Closeable owned)
      throws IOException {
    FileRows.checkWithin(file, channel, position, count, columns, precision);
    long rowBytes = (long) columns * precision.bytes();
    if (rowBytes > MAX_SEGMENT) {
      throw new IllegalArgumentException(
          "a row of " + columns + " columns is larger than 2 GiB and cannot be mapped");
    }
    this.count = count;
    this.columns = columns;
    this.owned = owned;
    this.rowsPerSegment = (int) (MAX_SEGMENT / rowBytes);
    int segments = (int) (((long) count + rowsPerSegment - 1) / rowsPerSegment);
    DoubleBuffer[] doubleSegments = new DoubleBuffer[segments];
    FloatBuffer[] floatSegments = new FloatBuffer[segments];
    for (int s = 0; s < segments; s++) {
      long firstRow = (long) s * rowsPerSegment;
      long rows = Math.min(rowsPerSegment, count - firstRow);
      MappedByteBuffer bytes =
          channel.map(
              FileChannel.MapMode.READ_ONLY, position + firstRow * rowBytes, rows * rowBytes);
      bytes.order(ByteOrder.LITTLE_ENDIAN);
      if (precision == Precision.DOUBLE) {
        doubleSegments[s] = bytes.asDoubleBuffer();
      } else {
        floatSegments[s] = bytes.asFloatBuffer();
      }
    }
    this.doubles = precision == Precision.DOUBLE ? doubleSegments : null;
    this.floats = precision == Precision.FLOAT ? floatSegments : null;
  }

  /**
   * Maps a file of rows.
   *
   * @param position of the first entry, in bytes
   * @throws IllegalArgumentException if the file is too short
   */
  public static MappedRows open(
      Path file, long position, int count, int columns, Precision precision) throws IOException {
    // A mapping outlives its channel.
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return new MappedRows(file, channel, position, count, columns, precision, null);
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
    DoubleBuffer[] doubleSegments = doubles;
    FloatBuffer[] floatSegments = floats;
    checkOpen(doubleSegments, floatSegments);
    for (int done = 0; done < count; ) {
      int segment = (first + done) / rowsPerSegment;
      int row = (first + done) % rowsPerSegment;
      int rows = Math.min(count - done, rowsPerSegment - row);
      int from = row * columns;
      int to = offset + done * columns;
      if (doubleSegments != null) {
        doubleSegments[segment].get(from, into, to, rows * columns);
      } else {
        FloatBuffer values = floatSegments[segment];
        for (int j = 0; j < rows * columns; j++) {
          into[to + j] = values.get(from + j);
        }
      }
      done += rows;
    }
  }

  @Override
  public void copy(int first, int count, float[] into, int offset) {
    RowRange.check(this, first, count, into.length, offset);
    DoubleBuffer[] doubleSegments = doubles;
    FloatBuffer[] floatSegments = floats;
    checkOpen(doubleSegments, floatSegments);
    for (int done = 0; done < count; ) {
      int segment = (first + done) / rowsPerSegment;
      int row = (first + done) % rowsPerSegment;
      int rows = Math.min(count - done, rowsPerSegment - row);
      int from = row * columns;
      int to = offset + done * columns;
      if (floatSegments != null) {
        floatSegments[segment].get(from, into, to, rows * columns);
      } else {
        DoubleBuffer values = doubleSegments[segment];
        for (int j = 0; j < rows * columns; j++) {
          into[to + j] = (float) values.get(from + j);
        }
      }
      done += rows;
    }
  }

  private static void checkOpen(DoubleBuffer[] doubleSegments, FloatBuffer[] floatSegments) {
    if (doubleSegments == null && floatSegments == null) {
      throw new IllegalStateException("the mapped rows are closed");
    }
  }

  /** 0: the pages are the operating system's to keep or drop. */
  @Override
  public long bytes() {
    return 0;
  }

  @Override
  public void close() throws IOException {
    doubles = null;
    floats = null;
    if (owned != null) {
      owned.close();
    }
  }
}
