package dev.mercer.app.data;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Writes rows of numbers as a file of named columns, block by block: {@code .csv}, {@code .npy}
 * (which keeps no names) or {@code .parquet}. Numbers keep all their bits; NaN is allowed. The file
 * appears under its name when {@link #finish} returns; closed without it, nothing is changed.
 */
public interface TableWriter extends AutoCloseable {

  /** Native memory where none is given; a Parquet file is written in row groups far below it. */
  long DEFAULT_MEMORY = 512L << 20;

  /**
   * @param target its ending decides the format
   * @param names one for each column
   * @throws DataException where the ending is none of these, or the file cannot be written
   */
  static TableWriter to(Path target, List<String> names) {
    return to(target, names, DEFAULT_MEMORY, 1);
  }

  /**
   * @param memoryBytes native memory that writing Parquet may take
   * @param threads threads that it may use
   */
  static TableWriter to(Path target, List<String> names, long memoryBytes, int threads) {
    if (names.isEmpty()) {
      throw new IllegalArgumentException("a table needs at least one column");
    }
    String name =
        target.getFileName() == null
            ? ""
            : target.getFileName().toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".csv")) {
      return new CsvWriter(target, names);
    }
    if (name.endsWith(".npy")) {
      return new NpyWriter(target, names.size());
    }
    if (name.endsWith(".parquet")) {
      return new ParquetWriter(target, names, memoryBytes, threads);
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
