package dev.mercer.app.data;

import dev.mercer.app.data.duck.DuckDb;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

/** Files that tests read. */
public final class Written {

  private Written() {}

  public static Path text(Path folder, String name, String text) {
    return bytes(folder, name, text.getBytes(StandardCharsets.UTF_8));
  }

  static Path bytes(Path folder, String name, byte[] bytes) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static byte[] gzip(byte[] bytes) {
    try (ByteArrayOutputStream packed = new ByteArrayOutputStream()) {
      try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
        out.write(bytes);
      }
      return packed.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  public static byte[] gzip(String text) {
    return gzip(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes what {@code select} gives. */
  static Path parquet(Path folder, String name, String select) {
    Path file = folder.resolve(name);
    try (DuckDb database = new DuckDb(512L << 20, 2);
        Statement statement = database.connection().createStatement()) {
      statement.execute(
          "COPY (" + select + ") TO " + DuckDb.string(file.toString()) + " (FORMAT parquet)");
      return file;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
