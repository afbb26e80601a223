package dev.mercer.app.data.csv;

import dev.mercer.app.data.file.GunzipStream;
import dev.mercer.app.data.file.TextFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Looks for digits grouped by underscores, {@code 1_000}, in a delimited text file. DuckDB takes
 * this for a number, as it would be in a program but not in a table, and gives no hint of it. It
 * also takes zero bytes for text, so these are found, too. The bytes are examined only as far as
 * rows are read. Cost: a nanosecond or two per byte.
 */
final class GroupedDigits implements AutoCloseable {

  private static final int BUFFER = 1 << 16;

  // The state of the search: what the previous bytes were.
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
   * Whether there are any in the first {@code wanted} records. After a quote in the middle of a
   * field, more of the file than these records may be examined.
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
