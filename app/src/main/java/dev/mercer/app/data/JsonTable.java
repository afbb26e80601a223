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
 * A JSON file of objects, in an array or one a line. Its columns are all keys that occur in any of
 * them, which takes a pass over the file before the one that reads it. All values are taken as text
 * and turned into numbers one by one, so that a value that is none can be named instead of deciding
 * the type of its column.
 */
final class JsonTable implements Table {

  private final DuckDb database;
  private final Path file;
  private final String options;
  private final List<String> names = new ArrayList<>();

  JsonTable(DuckDb database, Path file, boolean compressed, boolean lines) {
    this.database = database;
    this.file = file;
    options =
        "?, hive_partitioning = false, records = true, format = "
            + (lines ? "'newline_delimited'" : "'auto'")
            + ", compression = "
            + (compressed ? "'gzip'" : "'none'");
    // Without the threshold, objects of many like columns would be taken for one map.
    String sql =
        "DESCRIBE SELECT * FROM read_json("
            + options
            + ", sample_size = -1, map_inference_threshold = -1, maximum_depth = 1)";
    try (DuckDBPreparedStatement statement = database.prepare(sql, file);
        ResultSet columns = statement.executeQuery()) {
      while (columns.next()) {
        names.add(columns.getString(1));
      }
    } catch (SQLException e) {
      throw DuckDb.explain(e, file);
    }
  }

  @Override
  public String name() {
    return file.toString();
  }

  @Override
  public List<String> columnNames() {
    return names;
  }

  @Override
  public boolean named() {
    return true;
  }

  @Override
  public OptionalLong knownRowCount() {
    return OptionalLong.empty();
  }

  @Override
  public long countRows() {
    return DuckReader.count(database, file, from());
  }

  @Override
  public RowReader open(Selection selection) {
    List<String> columns = Arrays.stream(selection.features()).mapToObj(this::column).toList();
    NumericColumns.require(
        name(), selection, rows -> DuckReader.sample(database, file, from(), columns, rows));
    return new DuckReader(
        database,
        file,
        new DuckReader.Query(
            from(),
            columns,
            selection.weight() < 0 ? null : column(selection.weight()),
            selection.label() < 0 ? null : column(selection.label())));
  }

  private String column(int place) {
    return DuckDb.identifier(names.get(place));
  }

  private String from() {
    return names.stream()
        .map(name -> DuckDb.string(name) + ": 'VARCHAR'")
        .collect(Collectors.joining(", ", "read_json(" + options + ", columns = {", "})"));
  }
}
