package dev.mercer.app.data.csv;

import dev.mercer.app.data.file.GunzipStream;
import dev.mercer.app.data.file.TextFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Looks for digits that underscores group, {@code 1_000}, in a delimited text file. DuckDB takes
 * that for a number, which it is in programs and not in tables, and does not tell afterwards. It
 * also takes zero bytes for text, so these are looked for too. Bytes are looked at no further than
 * rows are read. Cost: a nanosecond or two per byte.
 */
final class GroupedDigits implements AutoCloseable {

  private static final int BUFFER = 1 << 16;

  // What the bytes before the next one were.
  private static final int NOTHING = 0;
  private static final int DIGIT = 1;
  private static final int DIGIT_UNDERSCORE = 2;

  private final Path file;
  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private int next;
  private int limit;
  private long records;
  private boolean quoted;
  private boolean content;
  private int before = NOTHING;

  GroupedDigits(Path file, boolean compressed) {
    this.file = file;
    InputStream bytes = null;
    try {
      bytes = Files.newInputStream(file);
      in = compressed ? new GunzipStream(bytes) : bytes;
    } catch (IOException e) {
      throw TextFile.explain(file, 0, e);
    }
  }

  /**
   * Whether there are any in the first so many records. Where a quote stands in the middle of a
   * field, more of the file may be taken for these records.
   */
  boolean within(long wanted) {
    try {
      while (records < wanted && more()) {
        byte b = buffer[next++];
        if (b == '"') {
          quoted = !quoted;
          content = true;
        } else if ((b == '\n' || b == '\r') && !quoted) {
          records += content ? 1 : 0;
          content = false;
        } else {
          content = true;
        }
        boolean digit = b >= '0' && b <= '9';
        if (digit && before == DIGIT_UNDERSCORE || b == 0) {
          return true;
        }
        before = digit ? DIGIT : b == '_' && before == DIGIT ? DIGIT_UNDERSCORE : NOTHING;
      }
      return false;
    } catch (IOException e) {
      throw TextFile.explain(file, records, e);
    }
  }

  private boolean more() throws IOException {
    if (next == limit) {
      next = 0;
      limit = Math.max(0, in.read(buffer));
    }
    return next < limit;
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw TextFile.explain(file, records, e);
    }
  }
}
