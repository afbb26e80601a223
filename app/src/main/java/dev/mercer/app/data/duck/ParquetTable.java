package dev.mercer.app.data.duck;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.columns.NumericColumns;
import dev.mercer.app.data.columns.RowReader;
import dev.mercer.app.data.columns.Selection;
import dev.mercer.app.data.columns.Table;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.duckdb.DuckDBPreparedStatement;

/**
 * A Parquet file. Its columns have types, so the numeric ones are known before reading; truth
 * values count as 1 and 0.
 */
public final class ParquetTable implements Table {

  private static final String FROM = "read_parquet(?, hive_partitioning = false)";

  private static final Pattern NUMERIC =
      Pattern.compile(
          "U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|BOOLEAN|DECIMAL\\(.*\\)");

  private final DuckDb database;
  private final Path file;
  private final List<String> names = new ArrayList<>();
  private final List<String> types = new ArrayList<>();
  private final long rows;

  public ParquetTable(DuckDb database, Path file) {
    this.database = database;
    this.file = file;
    try (DuckDBPreparedStatement statement =
            database.prepare("DESCRIBE SELECT * FROM " + FROM, file);
        ResultSet columns = statement.executeQuery()) {
      while (columns.next()) {
        names.add(columns.getString(1));
        types.add(columns.getString(2));
      }
    } catch (SQLException e) {
      throw DuckDb.explain(e, file);
    }
    try (DuckDBPreparedStatement statement =
            database.prepare("SELECT num_rows FROM parquet_file_metadata(?)", file);
        ResultSet count = statement.executeQuery()) {
      count.next();
      rows = count.getLong(1);
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
    return OptionalLong.of(rows);
  }

  @Override
  public RowReader open(Selection selection) {
    requireNumbers(selection);
    return new DuckReader(
        database,
        file,
        new DuckReader.Query(
            FROM,
            Arrays.stream(selection.features()).mapToObj(this::column).toList(),
            selection.weight() < 0 ? null : column(selection.weight()),
            selection.label() < 0 ? null : column(selection.label())));
  }

  private String column(int place) {
    return DuckDb.identifier(names.get(place));
  }

  private void requireNumbers(Selection selection) {
    List<String> wrong = new ArrayList<>();
    List<String> shown = new ArrayList<>();
    for (int j : selection.features()) {
      if (!NUMERIC.matcher(types.get(j)).matches()) {
        wrong.add(names.get(j));
        shown.add("'" + names.get(j) + "' (" + types.get(j) + ")");
      }
    }
    if (!wrong.isEmpty()) {
      throw NumericColumns.refusal(name(), wrong, shown);
    }
    if (selection.weight() >= 0 && !NUMERIC.matcher(types.get(selection.weight())).matches()) {
      throw new DataException(
          file
              + ": column '"
              + names.get(selection.weight())
              + "' (--weights) is "
              + types.get(selection.weight())
              + ", not numeric");
    }
  }
}
