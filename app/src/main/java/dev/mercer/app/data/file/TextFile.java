package dev.mercer.app.data.file;

import dev.mercer.app.data.DataException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** A file of UTF-8 text, with or without a byte order mark, compressed by gzip or not. */
public final class TextFile {

  private static final int BUFFER = 1 << 16;

  private TextFile() {}

  /**
   * @throws DataException if the file has another encoding
   */
  public static Reader open(Path file, boolean compressed) throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    try {
      if (compressed) {
        bytes = new BufferedInputStream(new GunzipStream(bytes), BUFFER);
      }
      bytes.mark(3);
      byte[] start = Arrays.copyOf(bytes.readNBytes(3), 3);
      bytes.reset();
      if (start[0] == (byte) 0xFE && start[1] == (byte) 0xFF
          || start[0] == (byte) 0xFF && start[1] == (byte) 0xFE) {
        throw new DataException(file + " is UTF-16 text; convert it to UTF-8 first");
      }
      if (start[0] == (byte) 0xEF && start[1] == (byte) 0xBB && start[2] == (byte) 0xBF) {
        bytes.skipNBytes(3);
      }
      return new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder());
    } catch (IOException | RuntimeException e) {
      bytes.close();
      throw e;
    }
  }

  /** A message for an error that occurred after {@code line} lines of the file. */
  public static DataException explain(Path file, long line, IOException e) {
    if (e instanceof CharacterCodingException) {
      return new DataException(
          file + " is not UTF-8 text, near line " + line + "; convert it first", e);
    }
    return GunzipStream.explain(file, e);
  }
}
