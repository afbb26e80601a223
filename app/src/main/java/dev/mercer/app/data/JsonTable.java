package dev.mercer.app.data;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.duckdb.DuckDBPreparedStatement;

/**
 * A JSON file of objects, in an array or one a line. Its columns are all keys that occur in any of
 * them, which takes a pass over the file before the one that reads it.
 */
final class JsonTable extends TextTable {

  private final String options;
  private final List<String> names = new ArrayList<>();

  JsonTable(DuckDb database, Path file, boolean compressed, boolean lines) {
    super(database, file);
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
  public List<String> columnNames() {
    return names;
  }

  @Override
  public boolean named() {
    return true;
  }

  @Override
  String column(int place) {
    return DuckDb.identifier(names.get(place));
  }

  @Override
  String from() {
    return names.stream()
        .map(name -> DuckDb.string(name) + ": 'VARCHAR'")
        .collect(Collectors.joining(", ", "read_json(" + options + ", columns = {", "})"));
  }
}
