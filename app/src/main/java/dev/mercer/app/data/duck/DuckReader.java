package dev.mercer.app.data.duck;

import dev.mercer.app.data.RowBlock;
import dev.mercer.app.data.columns.CellText;
import dev.mercer.app.data.columns.Labels;
import dev.mercer.app.data.columns.RowReader;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBReadableVector;

/**
 * Rows of a DuckDB query, fetched chunk by chunk (2048 rows) as DuckDB produces them, so the whole
 * result is never in memory. A chunk stores columns and a block stores rows, so the values are
 * transposed, in strips of rows that stay in the cache.
 *
 * <p>The query is a list of columns and nothing else. Conversions are done here, because DuckDB
 * needs seconds to plan an expression for each of a thousand columns, and crashes for some
 * thousand.
 */
public final class DuckReader implements RowReader {

  /** The number of rows in a strip: one cache line of every column. */
  private static final int STRIP = 8;

  /**
   * The columns to read.
   *
   * @param from the table function, with the file as its one parameter
   * @param features the columns of the features, in quotes
   * @param weight a column in quotes, or null
   * @param label a column in quotes, or null
   */
  public record Query(String from, List<String> features, String weight, String label) {

    private String sql() {
      List<String> columns = new ArrayList<>(features);
      if (weight != null) {
        columns.add(weight);
      }
      if (label != null) {
        columns.add(label);
      }
      return "SELECT " + String.join(", ", columns) + " FROM " + from;
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

  public DuckReader(DuckDb database, Path file, Query query) {
    this.database = database;
    this.file = file;
    this.query = query;
    features = new DuckDBReadableVector[query.features().size()];
    DuckDBPreparedStatement prepared = null;
    try {
      prepared = database.prepare(query.sql(), file);
      result = prepared.query();
      statement = prepared;
    } catch (SQLException e) {
      closeAfter(e, prepared);
      throw DuckDb.explain(e, file);
    }
  }

  private static void closeAfter(SQLException reason, DuckDBPreparedStatement statement) {
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
      for (int j = 0; j < features.length; j++) {
        copy(
            features[j],
            chunkPosition + strip,
            block,
            at + strip,
            j,
            Math.min(STRIP, rows - strip));
      }
    }
    for (int i = 0; i < rows; i++) {
      if (weight != null) {
        block.setWeight(at + i, DuckValue.number(weight, chunkPosition + i));
      }
      if (label != null && !label.isNull(chunkPosition + i)) {
        block.setLabel(at + i, Labels.canonical(DuckValue.text(label, chunkPosition + i)));
      }
    }
    chunkPosition += rows;
    return rows;
  }

  private static void copy(
      DuckDBReadableVector from, int row, RowBlock block, int at, int column, int rows) {
    double[] values = block.values();
    int columns = block.columns();
    int to = at * columns + column;
    switch (from.getType()) {
      case DOUBLE -> {
        for (int i = 0; i < rows; i++, to += columns) {
          values[to] = from.getDouble(row + i, Double.NaN);
        }
      }
      case FLOAT -> {
        for (int i = 0; i < rows; i++, to += columns) {
          values[to] = from.getFloat(row + i, Float.NaN);
        }
      }
      default -> {
        for (int i = 0; i < rows; i++, to += columns) {
          values[to] = DuckValue.number(from, row + i);
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

  /** Fetches the next chunk if the current one is used up; false at the end. */
  private boolean fetch() {
    while (chunkPosition == chunkRows) {
      // The driver throws checked exceptions without declaring them.
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

  /**
   * Reads this one cell again, as text. No more rows can be read afterwards, because a connection
   * has only one open result.
   */
  @Override
  public String describe(long row, int feature, double value) {
    close();
    String sql =
        "SELECT CAST("
            + query.features().get(feature)
            + " AS VARCHAR) FROM "
            + query.from()
            + " LIMIT 1 OFFSET "
            + row;
    try (DuckDBPreparedStatement again = database.prepare(sql, file);
        ResultSet cell = again.executeQuery()) {
      return cell.next()
          ? CellText.describe(cell.getString(1))
          : RowReader.super.describe(row, feature, value);
    } catch (SQLException e) {
      throw DuckDb.explain(e, file);
    }
  }

  public static long count(DuckDb database, Path file, String from) {
    try (DuckDBPreparedStatement statement =
            database.prepare("SELECT count(*) FROM " + from, file);
        ResultSet result = statement.executeQuery()) {
      result.next();
      return result.getLong(1);
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
