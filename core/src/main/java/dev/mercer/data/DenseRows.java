package dev.mercer.data;

import dev.mercer.internal.rows.RowBounds;
import dev.mercer.internal.rows.ScaledRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows in memory, as double or float, in chunks of whole rows: n d may exceed the longest array.
 *
 * <p>Memory: n d entries. A chunk made here has just under 2^20 entries, more only if rows are
 * wide, so that with its header it fits a region of the garbage collector, and growing never copies
 * what is complete.
 */
public final class DenseRows implements Rows {

  /** Of a chunk: a power of two less the header of an array. */
  private static final int CHUNK_ENTRIES = (1 << 20) - 8;

  /**
   * Rows that should not be torn between chunks: those of a tile of a Gram matrix, of a block of
   * its columns, and of {@link Rows#blockRows}.
   */
  private static final int ROWS_TOGETHER = 504;

  /** Below the longest array by a margin: growing a chunk needs the old one beside the new. */
  private static final int MOST_CHUNK_ENTRIES = 1 << 28;

  /** Entries copied at a time. */
  private static final int BLOCK_ENTRIES = 1 << 15;

  private final int count;
  private final int columns;
  private final int rowsPerChunk;

  /** Exactly one of the two is not null. */
  private final double[][] doubles;

  private final float[][] floats;

  private DenseRows(
      int count, int columns, int rowsPerChunk, double[][] doubles, float[][] floats) {
    RowBounds.checkShape(count, columns);
    this.count = count;
    this.columns = columns;
    this.rowsPerChunk = rowsPerChunk;
    this.doubles = doubles;
    this.floats = floats;
  }

  /** A copy of an array of rows of equal length; at least one row, for the number of columns. */
  public static DenseRows of(double[][] rows) {
    if (rows.length == 0) {
      throw new IllegalArgumentException("there are no rows, so the number of columns is unknown");
    }
    Builder builder = builder(rows[0].length, Precision.DOUBLE);
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != builder.columns) {
        throw new IllegalArgumentException(
            "row " + i + " has " + rows[i].length + " entries, the first one " + builder.columns);
      }
      builder.append(rows[i], 0, 1);
    }
    return builder.build();
  }

  /** The rows of a matrix, sharing its entries. */
  public static DenseRows of(Matrix matrix) {
    return wrap(matrix.rows(), matrix.columns(), matrix.values());
  }

  /** Rows over the array itself, row-major: the caller gives it away and must not write to it. */
  public static DenseRows wrap(int count, int columns, double[] values) {
    checkLength(count, columns, values.length);
    return new DenseRows(count, columns, Math.max(1, count), new double[][] {values}, null);
  }

  /** Rows over the array itself in single precision, under the same conditions. */
  public static DenseRows wrap(int count, int columns, float[] values) {
    checkLength(count, columns, values.length);
    return new DenseRows(count, columns, Math.max(1, count), null, new float[][] {values});
  }

  private static void checkLength(int count, int columns, int length) {
    if ((long) count * columns != length) {
      throw new IllegalArgumentException(
          count + " rows of " + columns + " columns are not " + length + " entries");
    }
  }

  /** A copy of any rows, in double. */
  public static DenseRows copyOf(Rows rows) {
    int columns = rows.columns();
    Builder builder = builder(columns, Precision.DOUBLE);
    int blockRows = Math.max(1, BLOCK_ENTRIES / columns);
    double[] block = new double[Math.min(blockRows, Math.max(1, rows.count())) * columns];
    for (int first = 0; first < rows.count(); ) {
      int count = Math.min(blockRows, rows.count() - first);
      rows.copy(first, count, block, 0);
      builder.append(block, 0, count);
      first += count;
    }
    return builder.build();
  }

  /** Rows that arrive by blocks, their number not known before. */
  public static Builder builder(int columns, Precision precision) {
    RowBounds.checkShape(0, columns);
    return new Builder(columns, precision, rowsPerChunk(columns));
  }

  /**
   * A chunk of wide rows still holds the rows of a tile, and others a multiple of them, so that
   * tiles are read in place; unless not even that fits an array.
   */
  private static int rowsPerChunk(int columns) {
    int fitting = CHUNK_ENTRIES / columns;
    if (fitting >= ROWS_TOGETHER) {
      return fitting / ROWS_TOGETHER * ROWS_TOGETHER;
    }
    return Math.max(1, Math.min(ROWS_TOGETHER, MOST_CHUNK_ENTRIES / columns));
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
    for (int done = 0; done < count; ) {
      int chunk = (first + done) / rowsPerChunk;
      int row = (first + done) % rowsPerChunk;
      int rows = Math.min(count - done, rowsPerChunk - row);
      int from = row * columns;
      int to = offset + done * columns;
      if (doubles != null) {
        System.arraycopy(doubles[chunk], from, into, to, rows * columns);
      } else {
        float[] values = floats[chunk];
        for (int j = 0; j < rows * columns; j++) {
          into[to + j] = values[from + j];
        }
      }
      done += rows;
    }
  }

  @Override
  public void copy(int first, int count, float[] into, int offset) {
    RowBounds.check(this, first, count, into.length, offset);
    for (int done = 0; done < count; ) {
      int chunk = (first + done) / rowsPerChunk;
      int row = (first + done) % rowsPerChunk;
      int rows = Math.min(count - done, rowsPerChunk - row);
      int from = row * columns;
      int to = offset + done * columns;
      if (floats != null) {
        System.arraycopy(floats[chunk], from, into, to, rows * columns);
      } else {
        double[] values = doubles[chunk];
        for (int j = 0; j < rows * columns; j++) {
          into[to + j] = (float) values[from + j];
        }
      }
      done += rows;
    }
  }

  @Override
  public double[] directDoubles(int first, int count) {
    return doubles != null && inOneChunk(first, count) ? doubles[first / rowsPerChunk] : null;
  }

  @Override
  public float[] directFloats(int first, int count) {
    return floats != null && inOneChunk(first, count) ? floats[first / rowsPerChunk] : null;
  }

  @Override
  public int directOffset(int first) {
    return first % rowsPerChunk * columns;
  }

  private boolean inOneChunk(int first, int count) {
    RowBounds.checkRows(this, first, count);
    return count > 0 && first / rowsPerChunk == (first + count - 1) / rowsPerChunk;
  }

  @Override
  public long bytes() {
    return (long) count * columns * (doubles != null ? Double.BYTES : Float.BYTES);
  }

  /** Collects blocks of rows; not thread-safe. */
  public static final class Builder {

    private final int columns;
    private final Precision precision;
    private final int rowsPerChunk;
    private final List<double[]> doubles = new ArrayList<>();
    private final List<float[]> floats = new ArrayList<>();
    private int count;

    Builder(int columns, Precision precision, int rowsPerChunk) {
      this.columns = columns;
      this.precision = precision;
      this.rowsPerChunk = rowsPerChunk;
    }

    /** The number of rows collected so far. */
    public int count() {
      return count;
    }

    /**
     * Appends {@code rows} rows from a row-major array.
     *
     * @throws IllegalArgumentException if the rows become more than 2^31 - 1, or are stored as
     *     float and a finite entry is beyond it
     */
    public Builder append(double[] rowMajor, int offset, int rows) {
      RowBounds.checkArray(columns, rows, rowMajor.length, offset);
      if (rows > Integer.MAX_VALUE - count) {
        throw new IllegalArgumentException(
            "more than " + Integer.MAX_VALUE + " rows; that many are allowed");
      }
      for (int done = 0; done < rows; ) {
        int row = count % rowsPerChunk;
        int step = Math.min(rows - done, rowsPerChunk - row);
        int chunk = count / rowsPerChunk;
        makeRoom(chunk, row + step);
        int from = offset + done * columns;
        if (precision == Precision.DOUBLE) {
          System.arraycopy(rowMajor, from, doubles.get(chunk), row * columns, step * columns);
        } else {
          float[] values = floats.get(chunk);
          for (int j = 0; j < step * columns; j++) {
            values[row * columns + j] =
                Precision.toFloat(rowMajor[from + j], count + j / columns, j % columns);
          }
        }
        count += step;
        done += step;
      }
      return this;
    }

    /** Makes the last chunk hold at least so many rows, doubling it up to its full size. */
    private void makeRoom(int chunk, int rows) {
      if (precision == Precision.DOUBLE) {
        if (chunk == doubles.size()) {
          doubles.add(new double[0]);
        }
        if (doubles.get(chunk).length < rows * columns) {
          int room = grown(doubles.get(chunk).length / columns, rows);
          doubles.set(chunk, Arrays.copyOf(doubles.get(chunk), room * columns));
        }
      } else {
        if (chunk == floats.size()) {
          floats.add(new float[0]);
        }
        if (floats.get(chunk).length < rows * columns) {
          int room = grown(floats.get(chunk).length / columns, rows);
          floats.set(chunk, Arrays.copyOf(floats.get(chunk), room * columns));
        }
      }
    }

    private int grown(int have, int needed) {
      // Beyond the first chunk there is reason to expect more: take the full size at once.
      int wanted = count >= rowsPerChunk ? rowsPerChunk : Math.max(needed, 2 * have);
      return Math.min(rowsPerChunk, wanted);
    }

    /** The rows collected, scaled in place; the builder must not be used afterwards. */
    public DenseRows build(Scaling scaling) {
      ScaledRows.checkColumns(columns, scaling);
      for (int chunk = 0; chunk * (long) rowsPerChunk < count; chunk++) {
        int rows = Math.min(rowsPerChunk, count - chunk * rowsPerChunk);
        if (precision == Precision.DOUBLE) {
          scaling.apply(doubles.get(chunk), 0, rows);
        } else {
          double[] row = new double[columns];
          float[] values = floats.get(chunk);
          for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
              row[j] = values[i * columns + j];
            }
            scaling.apply(row, 0, 1);
            for (int j = 0; j < columns; j++) {
              values[i * columns + j] = Precision.toFloat(row[j], chunk * rowsPerChunk + i, j);
            }
          }
        }
      }
      return build();
    }

    /** The rows collected; the builder must not be used afterwards. */
    public DenseRows build() {
      int last = (int) (((long) count + rowsPerChunk - 1) / rowsPerChunk) - 1;
      int lastEntries = (count - last * rowsPerChunk) * columns;
      if (precision == Precision.DOUBLE) {
        if (count > 0 && doubles.get(last).length > lastEntries) {
          doubles.set(last, Arrays.copyOf(doubles.get(last), lastEntries));
        }
        return new DenseRows(count, columns, rowsPerChunk, doubles.toArray(double[][]::new), null);
      }
      if (count > 0 && floats.get(last).length > lastEntries) {
        floats.set(last, Arrays.copyOf(floats.get(last), lastEntries));
      }
      return new DenseRows(count, columns, rowsPerChunk, null, floats.toArray(float[][]::new));
    }
  }
}
