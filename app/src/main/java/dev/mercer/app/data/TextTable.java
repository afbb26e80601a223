package dev.mercer.app.data;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.duckdb.DuckDBPreparedStatement;

/**
 * A table whose cells are text: delimited files and JSON, read by DuckDB. Every column is read as
 * text and turned into numbers by one expression, so that a cell that is no number can be named
 * instead of deciding the type of its column:
 *
 * <ol>
 *   <li>a number (true and false are 1 and 0) is that number;
 *   <li>a word for "missing" ({@link CellText#MISSING}) is NaN;
 *   <li>anything else is null, which the reader reports with its row.
 * </ol>
 *
 * A column without any number among the first rows is no feature: all such columns are named before
 * reading.
 */
abstract sealed class TextTable implements Table permits CsvTable, JsonTable {

  private static final int SAMPLED_CELLS = 100_000;
  private static final int FEWEST_SAMPLED_ROWS = 20;
  private static final int MOST_SAMPLED_ROWS = 1000;

  protected final DuckDb database;
  protected final Path file;

  TextTable(DuckDb database, Path file) {
    this.database = database;
    this.file = file;
  }

  /** The table function, with one parameter: the file. */
  abstract String from();

  /** A column of it, quoted. */
  abstract String column(int place);

  @Override
  public String name() {
    return file.toString();
  }

  @Override
  public OptionalLong knownRowCount() {
    return OptionalLong.empty();
  }

  @Override
  public long countRows() {
    try (DuckDBPreparedStatement statement =
            database.prepare("SELECT count(*) FROM " + from(), file);
        ResultSet result = statement.executeQuery()) {
      result.next();
      return result.getLong(1);
    } catch (SQLException e) {
      throw DuckDb.explain(e, file);
    }
  }

  @Override
  public RowReader open(Selection selection) {
    List<String> texts = Arrays.stream(selection.features()).mapToObj(this::column).toList();
    requireNumbers(selection, texts);
    return new DuckReader(
        database,
        file,
        new DuckReader.Query(
            from(),
            texts.stream().map(TextTable::number).toList(),
            texts,
            selection.weight() < 0 ? null : number(column(selection.weight())),
            selection.label() < 0 ? null : column(selection.label()),
            true));
  }

  private static String number(String column) {
    String missing =
        CellText.MISSING.stream().map(DuckDb::string).collect(Collectors.joining(", "));
    return "COALESCE(TRY_CAST("
        + column
        + " AS DOUBLE), CASE WHEN "
        + column
        + " IS NULL OR lower(trim("
        + column
        + ")) IN ("
        + missing
        + ") THEN 'nan'::DOUBLE WHEN lower(trim("
        + column
        + ")) = 'true' THEN 1.0::DOUBLE WHEN lower(trim("
        + column
        + ")) = 'false' THEN 0.0::DOUBLE END)";
  }

  private void requireNumbers(Selection selection, List<String> texts) {
    int rows =
        Math.max(FEWEST_SAMPLED_ROWS, Math.min(MOST_SAMPLED_ROWS, SAMPLED_CELLS / texts.size()));
    List<List<String>> sample = DuckReader.sample(database, file, from(), texts, rows);
    List<String> names = selection.featureNames();
    List<String> wrong = new ArrayList<>();
    List<String> shown = new ArrayList<>();
    for (int j = 0; j < texts.size(); j++) {
      List<String> present =
          sample.get(j).stream().filter(cell -> !CellText.isMissing(cell)).toList();
      if (!present.isEmpty() && present.stream().noneMatch(CellText::isNumber)) {
        wrong.add(names.get(j));
        shown.add("'" + names.get(j) + "' (" + CellText.quote(present.get(0)) + ", …)");
      }
    }
    if (!wrong.isEmpty()) {
      throw notNumeric(name(), wrong, shown);
    }
  }

  /**
   * @param shown the same columns with what they hold
   */
  static DataException notNumeric(String table, List<String> columns, List<String> shown) {
    int most = 20;
    String list = String.join(", ", shown.subList(0, Math.min(most, shown.size())));
    return new DataException(
        table
            + (columns.size() == 1 ? ": column " : ": columns ")
            + list
            + (shown.size() > most ? ", … (" + shown.size() + " in all)" : "")
            + (columns.size() == 1 ? " is not numeric" : " are not numeric")
            + "; name the class or target with --label"
            + (columns.size() == 1 ? " " + columns.get(0) : "")
            + ", or leave out with --drop "
            + String.join(",", columns.subList(0, Math.min(most, columns.size()))));
  }
}
