package dev.mercer.app.data;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBReadableVector;

/**
 * Rows of a query of DuckDB, fetched chunk by chunk (2048 rows) as the engine makes them: nothing
 * is materialized. A chunk is columns, the block is rows, so it is transposed in strips that stay
 * in cache.
 */
final class DuckReader implements RowReader {

  /** Rows of a strip: one cache line of every column. */
  private static final int STRIP = 8;

  /**
   * What to ask for.
   *
   * @param from the table function, with one parameter: the file
   * @param numbers expressions of the features
   * @param texts the same columns as they are written, for messages
   * @param weight an expression, or null
   * @param label an expression, or null
   * @param nullIsText whether a number that comes out as null was text that is no number; otherwise
   *     it is missing
   */
  record Query(
      String from,
      List<String> numbers,
      List<String> texts,
      String weight,
      String label,
      boolean nullIsText) {

    private String sql() {
      List<String> all = new ArrayList<>(numbers);
      if (weight != null) {
        all.add(weight);
      }
      if (label != null) {
        all.add(label);
      }
      return "SELECT " + String.join(", ", all) + " FROM " + from;
    }
  }

  private final DuckDb database;
  private final Path file;
  private final Query query;
  private final DuckDBPreparedStatement statement;
  private final DuckDBChunkedResult result;
  private final DuckDBReadableVector[] features;
  private DuckDBReadableVector weight;
  private DuckDBReadableVector label;
  private int chunkRows;
  private int chunkPosition;

  DuckReader(DuckDb database, Path file, Query query) {
    this.database = database;
    this.file = file;
    this.query = query;
    features = new DuckDBReadableVector[query.numbers().size()];
    DuckDBPreparedStatement prepared = null;
    try {
      prepared = database.prepare(query.sql(), file);
      result = prepared.query();
      statement = prepared;
    } catch (SQLException e) {
      closeQuietly(prepared, e);
      throw DuckDb.explain(e, file);
    }
  }

  private static void closeQuietly(DuckDBPreparedStatement statement, SQLException reason) {
    if (statement != null) {
      try {
        statement.close();
      } catch (SQLException e) {
        reason.addSuppressed(e);
      }
    }
  }

  @Override
  public int read(RowBlock block, int at, int maxRows) {
    if (!fetch()) {
      return 0;
    }
    int rows = Math.min(maxRows, chunkRows - chunkPosition);
    for (int strip = 0; strip < rows; strip += STRIP) {
      copy(block, at + strip, chunkPosition + strip, Math.min(STRIP, rows - strip));
    }
    for (int i = 0; i < rows; i++) {
      if (weight != null) {
        block.setWeight(at + i, weight.getDouble(chunkPosition + i, Double.NaN));
      }
      if (label != null && !label.isNull(chunkPosition + i)) {
        block.setLabel(at + i, Labels.canonical(label.getString(chunkPosition + i)));
      }
    }
    chunkPosition += rows;
    return rows;
  }

  private void copy(RowBlock block, int at, int from, int rows) {
    double[] values = block.values();
    int columns = features.length;
    for (int j = 0; j < columns; j++) {
      DuckDBReadableVector vector = features[j];
      int to = at * columns + j;
      for (int i = 0; i < rows; i++, to += columns) {
        double value = vector.getDouble(from + i, Double.NaN);
        values[to] = value;
        if (value != value && query.nullIsText() && vector.isNull(from + i)) {
          block.setUnreadable(at + i, j);
        }
      }
    }
  }

  @Override
  public long skip(long rows) {
    if (!fetch()) {
      return 0;
    }
    int skipped = (int) Math.min(rows, chunkRows - chunkPosition);
    chunkPosition += skipped;
    return skipped;
  }

  /** Makes sure that a row is at hand. */
  private boolean fetch() {
    while (chunkPosition == chunkRows) {
      // The driver throws checked exceptions that it does not declare.
      try {
        if (!result.nextChunk()) {
          return false;
        }
        use(result.chunk());
      } catch (Exception e) {
        throw DuckDb.explain(e, file);
      }
    }
    return true;
  }

  private void use(DuckDBDataChunkReader chunk) {
    chunkRows = (int) chunk.rowCount();
    chunkPosition = 0;
    int next = 0;
    while (next < features.length) {
      features[next] = chunk.vector(next);
      next++;
    }
    if (query.weight() != null) {
      weight = chunk.vector(next++);
    }
    if (query.label() != null) {
      label = chunk.vector(next);
    }
  }

  /** Asks for the one cell again, as text. */
  @Override
  public String describe(long row, int feature, double value) {
    String sql =
        "SELECT " + query.texts().get(feature) + " FROM " + query.from() + " LIMIT 1 OFFSET " + row;
    try (DuckDBPreparedStatement again = database.prepare(sql, file);
        ResultSet cell = again.executeQuery()) {
      return cell.next()
          ? CellText.describe(cell.getString(1))
          : RowReader.super.describe(row, feature, value);
    } catch (SQLException e) {
      throw DuckDb.explain(e, file);
    }
  }

  /** The first rows as text, a list for each of {@code expressions}. */
  static List<List<String>> sample(
      DuckDb database, Path file, String from, List<String> expressions, int rows) {
    String sql =
        "SELECT "
            + expressions.stream().collect(Collectors.joining(", "))
            + " FROM "
            + from
            + " LIMIT "
            + rows;
    List<List<String>> columns = new ArrayList<>();
    expressions.forEach(e -> columns.add(new ArrayList<>()));
    try (DuckDBPreparedStatement statement = database.prepare(sql, file);
        ResultSet result = statement.executeQuery()) {
      while (result.next()) {
        for (int j = 0; j < columns.size(); j++) {
          columns.get(j).add(result.getString(j + 1));
        }
      }
      return columns;
    } catch (SQLException e) {
      throw DuckDb.explain(e, file);
    }
  }

  @Override
  public void close() {
    try (statement) {
      result.close();
    } catch (SQLException e) {
      throw DuckDb.explain(e, file);
    }
  }
}
