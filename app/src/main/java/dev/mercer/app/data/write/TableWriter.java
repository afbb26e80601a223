package dev.mercer.app.data.write;

import dev.mercer.app.data.DataException;
import dev.mercer.internal.store.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Writes rows of numbers as a file with named columns, block by block: {@code .csv}, {@code .npy}
 * (which keeps no names) or {@code .parquet}. Numbers keep all their bits; NaN is allowed. The file
 * gets its name when {@link #finish} returns or, if a file to write to was given, when that is
 * committed. If the writer is closed before that, nothing is changed.
 */
public interface TableWriter extends AutoCloseable {

  /** The native memory if none is given; a Parquet file is written in much smaller row groups. */
  long DEFAULT_MEMORY = 512L << 20;

  /**
   * @param target its ending decides the format
   * @param names one per column
   * @throws DataException if the ending is none of these, or the file cannot be written
   */
  static TableWriter to(Path target, List<String> names) {
    requireEnding(target);
    try {
      AtomicFile file = AtomicFile.create(target);
      try {
        return new CommittedTable(file, into(file, target, names, DEFAULT_MEMORY, 1));
      } catch (RuntimeException | Error e) {
        file.close();
        throw e;
      }
    } catch (IOException e) {
      throw CsvWriter.unwritten(e);
    }
  }

  /**
   * Writes the content of a file that the caller commits after {@link #finish}, and closes after
   * this writer.
   *
   * @param target the file that the user requested; its ending decides the format
   * @param memoryBytes the native memory that writing Parquet may take
   * @param threads the number of threads that it may use
   */
  static TableWriter into(
      AtomicFile file, Path target, List<String> names, long memoryBytes, int threads) {
    if (names.isEmpty()) {
      throw new IllegalArgumentException("a table needs at least one column");
    }
    return switch (requireEnding(target)) {
      case ".csv" -> new CsvWriter(file, names);
      case ".npy" -> new NpyWriter(file, names.size());
      default -> new ParquetWriter(file, target, names, memoryBytes, threads);
    };
  }

  private static String requireEnding(Path target) {
    String name =
        target.getFileName() == null
            ? ""
            : target.getFileName().toString().toLowerCase(Locale.ROOT);
    for (String ending : List.of(".csv", ".npy", ".parquet")) {
      if (name.endsWith(ending)) {
        return ending;
      }
    }
    throw new DataException(
        target + " has an ending that is not written; allowed are .csv, .npy and .parquet");
  }

  /** Appends the first {@code rows} rows of a row-major array. */
  void write(double[] values, int rows);

  /** Completes the file. */
  void finish();

  @Override
  void close();
}
