package dev.mercer.app.data.load;

import dev.mercer.data.DenseRows;
import dev.mercer.data.FileRows;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.data.Scaling;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.rows.RowSpool;
import dev.mercer.internal.rows.ScaledRows;
import dev.mercer.internal.store.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Collects rows as they are read: in memory up to a limit, and beyond it in a temporary file, from
 * which blocks can be read as often as needed.
 */
final class RowCollector implements AutoCloseable {

  private static final int MOVED_AT_ONCE = 1024;

  private final int columns;
  private final Precision precision;
  private final long limit;
  private DenseRows.Builder builder;
  private RowSpool spool;
  private FileRows fromFile;

  /**
   * @param limit the bytes of rows to keep in memory; beyond it rows go to a file
   * @param expected an upper bound of the number of rows, or 0 if unknown
   * @param exact the number of rows, or 0 if unknown
   */
  RowCollector(int columns, Precision precision, long limit, long expected, long exact) {
    this.columns = columns;
    this.precision = precision;
    this.limit = limit;
    this.builder = DenseRows.builder(columns, precision);
    if (expected * columns * precision.bytes() > limit) {
      requireSpace(exact * columns * precision.bytes());
      toFile();
    }
  }

  void append(double[] rowMajor, int rows) {
    if (builder != null && (long) (builder.count() + rows) * columns * precision.bytes() > limit) {
      toFile();
    }
    if (builder != null) {
      builder.append(rowMajor, 0, rows);
      return;
    }
    try {
      spool.append(rowMajor, 0, rows);
    } catch (IOException e) {
      throw noRoom(e);
    }
  }

  /** Fails at once if the disk is too small for the file, and not after hours of writing. */
  private static void requireSpace(long bytes) {
    try {
      String directory = System.getProperty("java.io.tmpdir");
      long free = Files.getFileStore(Path.of(directory)).getUsableSpace();
      if (bytes > free) {
        throw noRoom(
            new IOException(
                Bytes.text(bytes) + " of " + directory + ", which has " + Bytes.text(free)));
      }
    } catch (IOException e) {
      throw noRoom(e);
    }
  }

  private void toFile() {
    try {
      spool = RowSpool.create(columns, precision);
      if (builder.count() > 0) {
        DenseRows soFar = builder.build();
        double[] block = new double[MOVED_AT_ONCE * columns];
        for (int first = 0; first < soFar.count(); first += MOVED_AT_ONCE) {
          int count = Math.min(MOVED_AT_ONCE, soFar.count() - first);
          soFar.copy(first, count, block, 0);
          spool.append(block, 0, count);
        }
      }
      builder = null;
    } catch (IOException e) {
      throw noRoom(e);
    }
  }

  private static UncheckedIOException noRoom(IOException e) {
    return new UncheckedIOException(
        new IOException(
            "the rows do not fit the memory allowed and could not be kept in a temporary file in "
                + System.getProperty("java.io.tmpdir")
                + " ("
                + Reason.of(e)
                + "); allow more memory, or name a directory with room in JAVA_TOOL_OPTIONS="
                + "-Djava.io.tmpdir=DIR",
            e));
  }

  /** Whether the rows are in a file. */
  boolean inFile() {
    return spool != null;
  }

  /** All rows, scaled if a scaling is given. No rows can be appended afterwards. */
  Rows rows(Scaling scaling) {
    if (builder != null) {
      return scaling == null ? builder.build() : builder.build(scaling);
    }
    try {
      fromFile = spool.read();
    } catch (IOException e) {
      throw noRoom(e);
    }
    return scaling == null ? fromFile : new ScaledRows(fromFile, scaling);
  }

  /** Deletes the file, if there is one. */
  @Override
  public void close() {
    try {
      if (fromFile != null) {
        fromFile.close();
      } else if (spool != null) {
        spool.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
