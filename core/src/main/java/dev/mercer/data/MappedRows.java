package dev.mercer.data;

import dev.mercer.internal.rows.RowBounds;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Rows of a file, mapped in segments of whole rows below 2 GiB each. */
final class MappedRows extends FileRows {

  /** A mapped buffer has at most this many bytes. */
  private static final int MAX_SEGMENT = Integer.MAX_VALUE;

  private final int count;
  private final int columns;
  private final int rowsPerSegment;

  /** What to close when the rows are closed. */
  private final Closeable owned;

  /** One of the two holds the segments; both are null once closed. */
  private volatile DoubleBuffer[] doubles;

  private volatile FloatBuffer[] floats;

  MappedRows(
      Path file,
      FileChannel channel,
      long position,
      int count,
      int columns,
      Precision precision,
      Closeable owned)
      throws IOException {
    checkWithin(file, channel, position, count, columns, precision);
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
    RowBounds.check(this, first, count, into.length, offset);
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

  @Override
  public void close() throws IOException {
    doubles = null;
    floats = null;
    owned.close();
  }
}
