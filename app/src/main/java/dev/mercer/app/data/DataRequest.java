package dev.mercer.app.data;

import java.nio.file.Path;
import java.util.List;

/**
 * What to read and which part of it.
 *
 * @param files where the data comes from
 * @param columns which role each column has
 * @param rows which rows are kept
 * @param expected the columns that a model was fitted on; null if there is no model
 * @param limits the memory and threads that reading may use
 */
public record DataRequest(
    DataFiles files,
    ColumnRoles columns,
    KeptRows rows,
    ExpectedColumns expected,
    ReadingLimits limits) {

  /** All of {@code source}: every column is a feature, and any missing value is an error. */
  public static DataRequest of(String source) {
    return new DataRequest(
        new DataFiles(source, HeaderPolicy.AUTO, null),
        ColumnRoles.ALL,
        KeptRows.ALL,
        null,
        ReadingLimits.DEFAULT);
  }

  /** The path, glob, {@code builtin:NAME} or {@code synthetic:NAME(key=value,…)} to read. */
  public String source() {
    return files.source();
  }

  public DataRequest withHeader(HeaderPolicy policy) {
    return with(new DataFiles(files.source(), policy, files.labels()));
  }

  public DataRequest withLabelsFile(Path file) {
    return with(new DataFiles(files.source(), files.header(), file));
  }

  public DataRequest withLabel(String column) {
    return with(columns.withLabel(column));
  }

  public DataRequest withColumns(List<String> names) {
    return with(columns.withFeatures(names));
  }

  public DataRequest withDrop(List<String> names) {
    return with(columns.withDropped(names));
  }

  public DataRequest withWeights(String column) {
    return with(columns.withWeights(column));
  }

  public DataRequest withRows(RowRange range) {
    return with(new KeptRows(range, rows.classes(), rows.missing()));
  }

  public DataRequest withClasses(List<String> labels) {
    return with(new KeptRows(rows.range(), labels, rows.missing()));
  }

  public DataRequest withMissing(MissingPolicy policy) {
    return with(new KeptRows(rows.range(), rows.classes(), policy));
  }

  private DataRequest with(DataFiles other) {
    return new DataRequest(other, columns, rows, expected, limits);
  }

  public DataRequest with(ColumnRoles roles) {
    return new DataRequest(files, roles, rows, expected, limits);
  }

  private DataRequest with(KeptRows kept) {
    return new DataRequest(files, columns, kept, expected, limits);
  }

  /**
   * The same request for the columns of a model. They are matched by name if both have names,
   * otherwise by position, and then their number must agree.
   */
  public DataRequest withExpected(ExpectedColumns model) {
    return new DataRequest(files, columns, rows, model, limits);
  }

  public DataRequest with(ReadingLimits allowed) {
    return new DataRequest(files, columns, rows, expected, allowed);
  }
}
