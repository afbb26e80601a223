package dev.mercer.app.data.duck;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.ReadingLimits;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.regex.Pattern;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBPreparedStatement;

/**
 * An instance of DuckDB: in memory, with a memory limit, keeping the order of rows, without
 * extensions and without a folder for temporary files. It is opened at its first use, because it
 * takes half a second to load its native library.
 *
 * <p>Text from users is passed as bound parameters or in quotes, and files by their full path with
 * glob characters escaped, so DuckDB opens exactly the file that was checked before. Its errors are
 * turned into messages of one line.
 */
public final class DuckDb implements AutoCloseable {

  private static final Pattern KIND = Pattern.compile("^[A-Z][A-Za-z -]* Error: ");

  private final long memoryBytes;
  private final int threads;
  private DuckDBConnection connection;

  public DuckDb(long memoryBytes, int threads) {
    this.memoryBytes = Math.max(memoryBytes, ReadingLimits.LEAST_MEMORY);
    this.threads = Math.max(1, threads);
  }

  public DuckDBConnection connection() {
    if (connection == null) {
      connection = connect();
    }
    return connection;
  }

  private DuckDBConnection connect() {
    Properties settings = new Properties();
    settings.setProperty("memory_limit", memoryBytes + "B");
    settings.setProperty("threads", Integer.toString(threads));
    settings.setProperty("preserve_insertion_order", "true");
    settings.setProperty("temp_directory", "");
    settings.setProperty("autoinstall_known_extensions", "false");
    settings.setProperty("autoload_known_extensions", "false");
    settings.setProperty("allow_community_extensions", "false");
    settings.setProperty("allow_unsigned_extensions", "false");
    try {
      DuckDBConnection opened =
          DriverManager.getConnection("jdbc:duckdb:", settings).unwrap(DuckDBConnection.class);
      try (Statement statement = opened.createStatement()) {
        statement.execute("SET lock_configuration = true");
      } catch (SQLException e) {
        opened.close();
        throw e;
      }
      return opened;
    } catch (SQLException | LinkageError e) {
      throw new DataException(
          "DuckDB, which reads and writes this format, cannot start: "
              + firstLine(e)
              + "; NPY, IDX and LIBSVM files do without it",
          e);
    }
  }

  /** A statement whose first parameter is {@code file}. */
  DuckDBPreparedStatement prepare(String sql, Path file) throws SQLException {
    DuckDBPreparedStatement statement = connection().prepare(sql);
    try {
      statement.setString(1, literal(file));
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
    return statement;
  }

  /** The path as a glob pattern that matches only this file. */
  static String literal(Path file) {
    return file.toAbsolutePath().toString().replaceAll("[\\[*?]", "[$0]");
  }

  /** {@code "name"}, for a column. */
  public static String identifier(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** {@code 'text'}, for a value. */
  public static String string(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** An error of DuckDB while it read {@code file}, in our own words if we know the error. */
  static DataException explain(Exception e, Path file) {
    String message = String.valueOf(e.getMessage());
    String problem;
    if (message.contains("GZIP")) {
      problem = " is not a complete gzip file; get it again";
    } else if (message.contains("magic bytes") || message.contains("too small to be a Parquet")) {
      problem = " is not a complete Parquet file; get it again";
    } else if (message.startsWith("Out of Memory")) {
      problem = " needs more memory to be read; raise --memory";
    } else {
      problem = " cannot be read: " + withoutName(firstLine(e), literal(file));
    }
    return new DataException(file + problem, e);
  }

  /** The message of DuckDB without its name for the file, which is not the name the user gave. */
  private static String withoutName(String words, String name) {
    return words
        .replaceAll(" (in|of|from)( the)? file \"" + Pattern.quote(name) + "\"", "")
        .replace("\"" + name + "\"", "the file");
  }

  public static String firstLine(Throwable e) {
    Throwable cause = e;
    while (cause.getMessage() == null && cause.getCause() != null) {
      cause = cause.getCause();
    }
    String line =
        String.valueOf(cause.getMessage()).strip().lines().findFirst().orElse("no reason given");
    return KIND.matcher(line).replaceFirst("").strip();
  }

  @Override
  public void close() {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new DataException("DuckDB could not be closed: " + firstLine(e), e);
      }
      connection = null;
    }
  }
}
