package dev.mercer.app.data.write;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.duck.DuckDb;
import dev.mercer.internal.store.AtomicFile;
import dev.mercer.internal.store.Reason;
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
 * Writes a Parquet file with the help of DuckDB.
 *
 * <ol>
 *   <li>rows are appended to a table in a database file next to the target, so memory is limited;
 *   <li>the table is copied to Parquet in its order;
 *   <li>the database file is removed.
 * </ol>
 *
 * This takes up to twice the size of the rows on disk while it runs.
 */
final class ParquetWriter implements TableWriter {

  /** The number of values in a row group, which is held in memory while it is written. */
  private static final int ROW_GROUP_VALUES = 1 << 22;

  private static final int SMALLEST_ROW_GROUP = 2048;

  /** The number of rows that the appender keeps before it passes them on. */
  private static final int LARGEST_ROW_GROUP = 122_880;

  /** The file that messages name; DuckDB itself only sees files next to it. */
  private final Path target;

  private final AtomicFile file;
  private final Path staging;
  private final Path written;
  private final DuckDb database;
  private final int columns;
  private final DuckDBAppender appender;

  ParquetWriter(AtomicFile file, Path target, List<String> names, long memoryBytes, int threads) {
    this.target = target;
    this.file = file;
    columns = names.size();
    try {
      staging = file.companion("rows");
      written = file.companion("parquet");
    } catch (IOException e) {
      throw CsvWriter.unwritten(e);
    }
    database = new DuckDb(memoryBytes, threads);
    try {
      DuckDBConnection connection = database.connection();
      try (Statement statement = connection.createStatement()) {
        statement.execute("ATTACH " + DuckDb.string(staging.toString()) + " AS staging");
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
    return new DataException(target + ": cannot be written: " + DuckDb.firstLine(e), e);
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
                + DuckDb.string(written.toString())
                + " (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE "
                + rowGroup
                + ")");
      }
    } catch (SQLException e) {
      throw explain(e);
    }
    file.use(written);
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

  /** Removes the staged rows, because their disk space is needed for what is written next. */
  private void discard() {
    database.close();
    try {
      Files.deleteIfExists(staging);
    } catch (IOException e) {
      throw new DataException(staging + " cannot be removed: " + Reason.of(e), e);
    }
  }
}
