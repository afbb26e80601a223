package dev.mercer.app.data;

import dev.mercer.app.data.array.IdxTable;
import dev.mercer.app.data.array.NpyTable;
import dev.mercer.app.data.columns.Table;
import dev.mercer.app.data.csv.CsvTable;
import dev.mercer.app.data.duck.DuckDb;
import dev.mercer.app.data.duck.ParquetTable;
import dev.mercer.app.data.file.FileFormat;
import dev.mercer.app.data.file.FileSet;
import dev.mercer.app.data.json.JsonTable;
import dev.mercer.app.data.libsvm.LibsvmTable;
import dev.mercer.app.data.synthetic.BuiltinTable;
import dev.mercer.app.data.synthetic.SyntheticTable;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Opens the data that a {@link DataRequest} describes. */
public final class DataSources {

  /**
   * The number of values in the block with which {@link #shape} reads the data, if rows can only be
   * counted by reading them.
   */
  private static final int COUNTING_BLOCK = 1 << 18;

  private DataSources() {}

  /**
   * Opens the data. Its columns are found and checked at once; its rows are read by {@link
   * DataSource#next}.
   *
   * @throws DataException if the request does not fit the data
   */
  public static DataSource open(DataRequest request) {
    return open(request, CsvTable.SMALL_FILE);
  }

  /**
   * @param smallCsv the size in bytes up to which a delimited file is read without DuckDB
   */
  static DataSource open(DataRequest request, long smallCsv) {
    DuckDb database = new DuckDb(request.limits().memoryBytes(), request.limits().threads());
    try {
      return new TableSource(request, tables(request, database, smallCsv), database);
    } catch (RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  /**
   * The exact size of what {@link #open} would deliver. This is cheap if the format contains the
   * number of rows. Text files are counted; with classes or dropped rows all data is read.
   */
  public static DataShape shape(DataRequest request) {
    return shape(request, CsvTable.SMALL_FILE);
  }

  static DataShape shape(DataRequest request, long smallCsv) {
    try (DuckDb database = new DuckDb(request.limits().memoryBytes(), request.limits().threads())) {
      List<Table> tables = tables(request, database, smallCsv);
      boolean filtered = request.rows().filtered();
      long tableRows = filtered ? 0 : tables.stream().mapToLong(Table::countRows).sum();
      try (TableSource source = new TableSource(request, tables, null)) {
        long rows = filtered ? countDelivered(source) : source.rowsInRange(tableRows);
        return new DataShape(rows, source.columns(), source.featureNames());
      }
    }
  }

  /**
   * Whether the data has the requested label column. A model may also be applied to data without
   * it.
   */
  public static boolean hasLabel(DataRequest request) {
    try (DuckDb database = new DuckDb(request.limits().memoryBytes(), request.limits().threads())) {
      Table table = tables(request, database, CsvTable.SMALL_FILE).get(0);
      String label = request.columns().label();
      return label != null
          && (label.equals(table.ownLabel())
              || table.columnsCanBeNamed() && table.columnNames().contains(label));
    }
  }

  private static long countDelivered(DataSource source) {
    RowBlock block = new RowBlock(Math.max(1, COUNTING_BLOCK / source.columns()), source.columns());
    long rows = 0;
    while (source.next(block) > 0) {
      rows += block.rows();
    }
    return rows;
  }

  /**
   * The files that a source stands for; none for data that is built in or synthetic.
   *
   * @throws DataException if there is no such file
   */
  public static List<Path> files(String source) {
    return source.startsWith(BuiltinTable.PREFIX) || source.startsWith(SyntheticTable.PREFIX)
        ? List.of()
        : FileSet.expand(source);
  }

  private static List<Table> tables(DataRequest request, DuckDb database, long smallCsv) {
    String source = request.source();
    if (source.startsWith(BuiltinTable.PREFIX)) {
      return List.of(new BuiltinTable(source));
    }
    if (source.startsWith(SyntheticTable.PREFIX)) {
      return List.of(new SyntheticTable(source));
    }
    List<Path> files = FileSet.expand(source);
    FileFormat format = FileFormat.of(files.get(0));
    for (Path file : files) {
      if (FileFormat.of(file) != format) {
        throw new DataException(
            source
                + " matches files of different formats, "
                + files.get(0)
                + " and "
                + file
                + "; name one format");
      }
    }
    return switch (format) {
      case CSV ->
          each(
              files,
              f ->
                  new CsvTable(
                      database,
                      f,
                      FileFormat.compressed(f),
                      null,
                      request.files().header(),
                      smallCsv));
      case TSV ->
          each(
              files,
              f ->
                  new CsvTable(
                      database,
                      f,
                      FileFormat.compressed(f),
                      '\t',
                      request.files().header(),
                      smallCsv));
      case PARQUET -> each(files, f -> new ParquetTable(database, f));
      case JSON -> each(files, f -> new JsonTable(f, FileFormat.compressed(f)));
      case NPY -> each(files, NpyTable::new);
      case LIBSVM -> LibsvmTable.scan(files, request.expected());
      case IDX -> each(files, IdxTable::new);
    };
  }

  private static List<Table> each(List<Path> files, Function<Path, Table> table) {
    return files.stream().map(table).toList();
  }
}
