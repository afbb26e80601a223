package dev.mercer.app.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * A Parquet file by way of DuckDB.
 *
 * <ol>
 *   <li>rows are appended to a table in a database file beside the target, so memory stays bounded;
 *   <li>the table is copied to Parquet in its order;
 *   <li>the database file is removed.
 * </ol>
 *
 * Takes up to twice the size of the rows on disk while it runs.
 */
final class ParquetWriter implements TableWriter {

  /** Values of a row group, which is held in memory while it is written. */
  private static final int ROW_GROUP_VALUES = 1 << 22;

  private static final int SMALLEST_ROW_GROUP = 2048;

  /** Rows that the appender keeps before it hands them over. */
  private static final int LARGEST_ROW_GROUP = 122_880;

  private final UnfinishedFile file;
  private final UnfinishedFile staging;

  /** DuckDB's log of changes to the staged rows. */
  private final Path log;

  private final DuckDb database;
  private final int columns;
  private final DuckDBAppender appender;

  ParquetWriter(Path target, List<String> names, long memoryBytes, int threads) {
    file = new UnfinishedFile(target);
    staging = new UnfinishedFile(target.resolveSibling(target.getFileName() + ".rows"));
    log = staging.path().resolveSibling(staging.path().getFileName() + ".wal");
    log.toFile().deleteOnExit();
    database = new DuckDb(memoryBytes, threads);
    columns = names.size();
    try {
      DuckDBConnection connection = database.connection();
      try (Statement statement = connection.createStatement()) {
        statement.execute("ATTACH " + DuckDb.string(staging.path().toString()) + " AS staging");
        statement.execute(
            names.stream()
                .map(name -> DuckDb.identifier(name) + " DOUBLE")
                .collect(Collectors.joining(", ", "CREATE TABLE staging.rows (", ")")));
      }
      appender = connection.createAppender("staging", "main", "rows");
    } catch (SQLException e) {
      discard();
      throw explain(e);
    } catch (RuntimeException e) {
      discard();
      throw e;
    }
  }

  private DataException explain(SQLException e) {
    return new DataException(file.target() + " cannot be written: " + DuckDb.firstLine(e), e);
  }

  @Override
  public void write(double[] values, int rows) {
    try {
      for (int i = 0; i < rows; i++) {
        appender.beginRow();
        for (int j = 0; j < columns; j++) {
          appender.append(values[i * columns + j]);
        }
        appender.endRow();
      }
    } catch (SQLException e) {
      throw explain(e);
    }
  }

  @Override
  public void finish() {
    int rowGroup =
        Math.max(SMALLEST_ROW_GROUP, Math.min(LARGEST_ROW_GROUP, ROW_GROUP_VALUES / columns));
    try {
      appender.close();
      try (Statement statement = database.connection().createStatement()) {
        statement.execute(
            "COPY staging.rows TO "
                + DuckDb.string(file.path().toAbsolutePath().toString())
                + " (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE "
                + rowGroup
                + ")");
      }
    } catch (SQLException e) {
      throw explain(e);
    }
    file.commit();
  }

  @Override
  public void close() {
    try {
      if (!appender.isClosed()) {
        appender.close();
      }
    } catch (SQLException e) {
      throw explain(e);
    } finally {
      discard();
    }
  }

  /** Closes the database and removes what it wrote: its file and its log. */
  private void discard() {
    try (file;
        staging;
        database) {
      Files.deleteIfExists(log);
    } catch (IOException e) {
      throw new DataException(log + " cannot be removed: " + FileSet.reason(e), e);
    }
  }
}
