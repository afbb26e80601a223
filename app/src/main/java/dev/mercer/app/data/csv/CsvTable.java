package dev.mercer.app.data.csv;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.HeaderPolicy;
import dev.mercer.app.data.columns.CellText;
import dev.mercer.app.data.columns.Limits;
import dev.mercer.app.data.columns.NumericColumns;
import dev.mercer.app.data.columns.RowReader;
import dev.mercer.app.data.columns.Selection;
import dev.mercer.app.data.columns.Table;
import dev.mercer.app.data.duck.DuckDb;
import dev.mercer.app.data.duck.DuckReader;
import dev.mercer.app.data.file.GunzipStream;
import dev.mercer.app.data.file.TextFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * A comma- or tab-separated file.
 *
 * <ol>
 *   <li>its columns are those of {@link CsvHeader};
 *   <li>a column without any number among the first rows cannot be a feature: before reading, one
 *       error names all such columns;
 *   <li>rows are read by DuckDB, which parses on all threads. It is given all settings, so that it
 *       guesses nothing;
 *   <li>{@link CsvReader} reads small files instead, because DuckDB takes longer to start than they
 *       take to read, and also files of one or very many columns;
 *   <li>if DuckDB fails, or takes something for a number that is not one ({@link GroupedDigits}),
 *       {@link CsvReader} goes on from the same row: it accepts more ways to write a number, and
 *       otherwise says what is wrong.
 * </ol>
 */
public final class CsvTable implements Table {

  /** DuckDB takes as long to start as this program takes to read about 30 MB. */
  public static final long SMALL_FILE = 16L << 20;

  /** Tables of numbers are compressed to about a quarter of their size. */
  private static final int USUAL_PACKING = 4;

  /** DuckDB holds 2048 rows of all columns per thread, which is gigabytes for very wide files. */
  private static final int MOST_COLUMNS_OF_DUCKDB = 2000;

  private final DuckDb database;
  private final Path file;
  private final boolean compressed;
  private final CsvHeader header;
  private final boolean byDuckDb;

  /**
   * @param delimiter null to choose the most frequent one
   * @param smallFile the size in bytes up to which DuckDB is not worth its start
   */
  public CsvTable(
      DuckDb database,
      Path file,
      boolean compressed,
      Character delimiter,
      HeaderPolicy policy,
      long smallFile) {
    this.database = database;
    this.file = file;
    this.compressed = compressed;
    header = CsvHeader.read(file, compressed, delimiter, policy);
    int columns = header.names().size();
    Limits.checkColumns(file.toString(), columns);
    // In a file of one column an empty line is a missing value for DuckDB, and nothing for us.
    byDuckDb =
        columns > 1
            && columns <= MOST_COLUMNS_OF_DUCKDB
            && size() > (compressed ? smallFile / USUAL_PACKING : smallFile);
  }

  private long size() {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw DataException.unreadable(file, e);
    }
  }

  @Override
  public String name() {
    return file.toString();
  }

  @Override
  public List<String> columnNames() {
    return header.names();
  }

  @Override
  public boolean named() {
    return header.present();
  }

  @Override
  public List<String> unnamedColumns() {
    return header.unnamed();
  }

  @Override
  public OptionalLong knownRowCount() {
    return OptionalLong.empty();
  }

  @Override
  public long countRows() {
    Selection none = new Selection(header.names(), new int[0], Selection.NONE, Selection.NONE);
    if (byDuckDb) {
      try {
        long rows = DuckReader.count(database, file, from(none));
        requireWhole();
        return rows;
      } catch (DataException e) {
        return countPlainly(none, e);
      }
    }
    return countPlainly(none, null);
  }

  /** Reads a compressed file to its end, because DuckDB ignores damage there. */
  private void requireWhole() {
    if (compressed) {
      try (InputStream packed = Files.newInputStream(file);
          InputStream all = new GunzipStream(packed)) {
        all.transferTo(OutputStream.nullOutputStream());
      } catch (IOException e) {
        throw TextFile.explain(file, 0, e);
      }
    }
  }

  private long countPlainly(Selection none, DataException reason) {
    try (CsvReader reader = new CsvReader(file, compressed, header, none)) {
      return reader.skip(Long.MAX_VALUE);
    } catch (DataException e) {
      if (reason != null) {
        e.addSuppressed(reason);
      }
      throw e;
    }
  }

  @Override
  public RowReader open(Selection selection) {
    try (CsvReader sample = new CsvReader(file, compressed, header, selection)) {
      NumericColumns.require(name(), selection, sample::sample);
    }
    if (!byDuckDb) {
      return new CsvReader(file, compressed, header, selection);
    }
    return new FallbackReader(
        () -> byDuckDb(selection), () -> new CsvReader(file, compressed, header, selection));
  }

  private RowReader byDuckDb(Selection selection) {
    GroupedDigits digits = new GroupedDigits(file, compressed);
    try {
      return new PlainDigitsReader(
          new DuckReader(database, file, query(selection)), digits, header.present());
    } catch (RuntimeException e) {
      digits.close();
      throw e;
    }
  }

  private DuckReader.Query query(Selection selection) {
    List<String> columns = new ArrayList<>();
    for (int place : selection.features()) {
      columns.add("c" + place);
    }
    return new DuckReader.Query(
        from(selection),
        columns,
        selection.weight() < 0 ? null : "c" + selection.weight(),
        selection.label() < 0 ? null : "c" + selection.label());
  }

  /** Columns are given our own names, so that names in the header need no quoting. */
  private String from(Selection selection) {
    boolean[] number = new boolean[header.names().size()];
    for (int place : selection.features()) {
      number[place] = true;
    }
    if (selection.weight() >= 0) {
      number[selection.weight()] = true;
    }
    StringBuilder columns = new StringBuilder();
    for (int j = 0; j < number.length; j++) {
      columns
          .append(j == 0 ? "" : ", ")
          .append("'c")
          .append(j)
          .append(number[j] ? "': 'DOUBLE'" : "': 'VARCHAR'");
    }
    String missing =
        CellText.MISSING.stream().map(DuckDb::string).collect(Collectors.joining(", "));
    return "read_csv(?, auto_detect = false, delim = "
        + DuckDb.string(String.valueOf(header.delimiter()))
        + ", quote = '\"', escape = '\"', header = "
        + header.present()
        + ", compression = "
        + (compressed ? "'gzip'" : "'none'")
        + ", hive_partitioning = false, strict_mode = true, nullstr = ["
        + missing
        + "]"
        + (selection.label() < 0 ? "" : ", force_not_null = ['c" + selection.label() + "']")
        + ", columns = {"
        + columns
        + "})";
  }
}
