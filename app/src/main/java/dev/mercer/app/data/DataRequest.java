package dev.mercer.app.data;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * What to read and which part of it.
 *
 * @param source a path, a glob, {@code builtin:NAME} or {@code synthetic:NAME(key=value,…)}
 * @param label the column that is not a feature (class or target); null for none
 * @param columns the features, in this order; empty for all
 * @param drop columns that are not features; empty for none
 * @param weights the column of sample weights; null for none
 * @param rows the range of rows, counted before any filter
 * @param classes the labels whose rows are kept; empty for all
 * @param labelsFile the labels of an IDX or NPY file; null for none
 * @param missing what happens to rows with NaN, infinite or missing values
 * @param header whether a comma-separated file starts with names
 * @param expected the columns that a model was fitted on; null when nothing is expected
 * @param memoryBytes native memory that reading may take; at least {@value #LEAST_MEMORY} are used
 *     where DuckDB reads
 * @param threads threads that reading may use
 */
public record DataRequest(
    String source,
    String label,
    List<String> columns,
    List<String> drop,
    String weights,
    RowRange rows,
    List<String> classes,
    Path labelsFile,
    MissingPolicy missing,
    HeaderPolicy header,
    ExpectedColumns expected,
    long memoryBytes,
    int threads) {

  /** Two threads of DuckDB's CSV reader were seen to need about 130 MB. */
  public static final long LEAST_MEMORY = 192L << 20;

  private static final long DEFAULT_MEMORY = 1L << 30;

  public DataRequest {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(rows, "rows");
    Objects.requireNonNull(missing, "missing");
    Objects.requireNonNull(header, "header");
    columns = List.copyOf(columns);
    drop = List.copyOf(drop);
    classes = List.copyOf(classes);
    if (!columns.isEmpty() && !drop.isEmpty()) {
      throw new DataException(
          "--columns and --drop both choose the features; give only one of them");
    }
  }

  /** All of {@code source}, every column a feature, any missing value an error. */
  public static DataRequest of(String source) {
    return new DataRequest(
        source,
        null,
        List.of(),
        List.of(),
        null,
        RowRange.ALL,
        List.of(),
        null,
        MissingPolicy.ERROR,
        HeaderPolicy.AUTO,
        null,
        DEFAULT_MEMORY,
        Math.max(1, Runtime.getRuntime().availableProcessors()));
  }

  public DataRequest withLabel(String column) {
    return new DataRequest(
        source,
        column,
        columns,
        drop,
        weights,
        rows,
        classes,
        labelsFile,
        missing,
        header,
        expected,
        memoryBytes,
        threads);
  }

  public DataRequest withColumns(List<String> names) {
    return new DataRequest(
        source,
        label,
        names,
        drop,
        weights,
        rows,
        classes,
        labelsFile,
        missing,
        header,
        expected,
        memoryBytes,
        threads);
  }

  public DataRequest withDrop(List<String> names) {
    return new DataRequest(
        source,
        label,
        columns,
        names,
        weights,
        rows,
        classes,
        labelsFile,
        missing,
        header,
        expected,
        memoryBytes,
        threads);
  }

  public DataRequest withWeights(String column) {
    return new DataRequest(
        source,
        label,
        columns,
        drop,
        column,
        rows,
        classes,
        labelsFile,
        missing,
        header,
        expected,
        memoryBytes,
        threads);
  }

  public DataRequest withRows(RowRange range) {
    return new DataRequest(
        source,
        label,
        columns,
        drop,
        weights,
        range,
        classes,
        labelsFile,
        missing,
        header,
        expected,
        memoryBytes,
        threads);
  }

  public DataRequest withClasses(List<String> labels) {
    return new DataRequest(
        source,
        label,
        columns,
        drop,
        weights,
        rows,
        labels,
        labelsFile,
        missing,
        header,
        expected,
        memoryBytes,
        threads);
  }

  public DataRequest withLabelsFile(Path file) {
    return new DataRequest(
        source,
        label,
        columns,
        drop,
        weights,
        rows,
        classes,
        file,
        missing,
        header,
        expected,
        memoryBytes,
        threads);
  }

  public DataRequest withMissing(MissingPolicy policy) {
    return new DataRequest(
        source,
        label,
        columns,
        drop,
        weights,
        rows,
        classes,
        labelsFile,
        policy,
        header,
        expected,
        memoryBytes,
        threads);
  }

  public DataRequest withHeader(HeaderPolicy policy) {
    return new DataRequest(
        source,
        label,
        columns,
        drop,
        weights,
        rows,
        classes,
        labelsFile,
        missing,
        policy,
        expected,
        memoryBytes,
        threads);
  }

  /**
   * The columns of a model: matched by name where both have names, otherwise by position and count.
   */
  public DataRequest withExpected(ExpectedColumns model) {
    return new DataRequest(
        source,
        label,
        columns,
        drop,
        weights,
        rows,
        classes,
        labelsFile,
        missing,
        header,
        model,
        memoryBytes,
        threads);
  }

  public DataRequest withResources(long nativeMemoryBytes, int threadCount) {
    return new DataRequest(
        source,
        label,
        columns,
        drop,
        weights,
        rows,
        classes,
        labelsFile,
        missing,
        header,
        expected,
        nativeMemoryBytes,
        threadCount);
  }
}
