package dev.mercer.app.data.file;

import dev.mercer.app.data.DataException;
import dev.mercer.internal.store.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * The decompressed content of a gzip file (RFC 1952): all of it, or an error.
 *
 * <ol>
 *   <li>a member is a header and compressed bytes, then their checksum and length, which are both
 *       compared
 *   <li>members follow each other; zero bytes may follow the last one, because tapes add them
 *   <li>anything else after a member is damage
 * </ol>
 *
 * Java's own stream stops silently at such damage, so the rows after it would be missing without
 * any message.
 */
public final class GunzipStream extends InputStream {

  /** What an error means that came up while a file was unpacked, or read as it is. */
  public static DataException explain(Path file, IOException e) {
    return e instanceof EOFException || e instanceof ZipException
        ? new DataException(
            file
                + " is not a complete gzip file ("
                + Reason.of(e)
                + "); get it again, or unpack it",
            e)
        : DataException.unreadable(file, e);
  }

  private static final int BUFFER = 1 << 16;
  private static final int FIRST_MAGIC = 0x1F;
  private static final int SECOND_MAGIC = 0x8B;
  private static final int DEFLATE = 8;

  // Flags of a header that announce further parts after its ten bytes.
  private static final int CHECKED = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private final Inflater inflater = new Inflater(true);
  private final CRC32 headerSum = new CRC32();
  private final CRC32 contentSum = new CRC32();
  private int next;
  private int limit;
  private boolean ended;

  /** Reads the first header; closing this closes {@code in}. */
  public GunzipStream(InputStream in) throws IOException {
    this.in = in;
    header(take());
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    try {
      while (!ended) {
        int count = inflater.inflate(into, offset, length);
        if (count > 0) {
          contentSum.update(into, offset, count);
          return count;
        }
        if (inflater.finished()) {
          next = limit - inflater.getRemaining();
          trailer();
          ended = !another();
        } else if (inflater.needsDictionary()) {
          throw new ZipException("its data need a dictionary");
        } else {
          fill();
          inflater.setInput(buffer, next, limit - next);
          next = limit;
        }
      }
      return -1;
    } catch (DataFormatException e) {
      throw new ZipException("its data are damaged: " + e.getMessage());
    }
  }

  /** Reads a header whose first byte has been read already. */
  private void header(int first) throws IOException {
    headerSum.reset();
    headerSum.update(first);
    if (first != FIRST_MAGIC || headerByte() != SECOND_MAGIC) {
      throw new ZipException("it does not begin as one");
    }
    if (headerByte() != DEFLATE) {
      throw new ZipException("it is packed in an unknown way");
    }
    int flags = headerByte();
    for (int skipped = 0; skipped < 6; skipped++) {
      headerByte(); // time, extra flags and operating system
    }
    if ((flags & EXTRA) != 0) {
      for (int left = headerByte() | headerByte() << 8; left > 0; left--) {
        headerByte();
      }
    }
    if ((flags & NAME) != 0) {
      skipText();
    }
    if ((flags & COMMENT) != 0) {
      skipText();
    }
    if ((flags & CHECKED) != 0) {
      int sum = (int) headerSum.getValue() & 0xFFFF;
      if ((take() | take() << 8) != sum) {
        throw new ZipException("its header is damaged");
      }
    }
    inflater.reset();
    inflater.setInput(buffer, next, limit - next);
    next = limit;
    contentSum.reset();
  }

  private void skipText() throws IOException {
    int c = headerByte();
    while (c != 0) {
      c = headerByte();
    }
  }

  private int headerByte() throws IOException {
    int value = take();
    headerSum.update(value);
    return value;
  }

  private void trailer() throws IOException {
    if (fourBytes() != (int) contentSum.getValue()
        || fourBytes() != (int) inflater.getBytesWritten()) {
      throw new ZipException("its check sum is not that of its data");
    }
  }

  private int fourBytes() throws IOException {
    return take() | take() << 8 | take() << 16 | take() << 24;
  }

  /** Starts the member that follows; false at the end of the file. */
  private boolean another() throws IOException {
    boolean padded = false;
    while (more()) {
      int value = take();
      if (value != 0) {
        if (padded || value != FIRST_MAGIC) {
          throw new ZipException("after its data comes something that is none");
        }
        header(value);
        return true;
      }
      padded = true;
    }
    return false;
  }

  /** Whether there are more bytes in the file; if so, the buffer is not empty. */
  private boolean more() throws IOException {
    if (next == limit) {
      next = 0;
      limit = Math.max(0, in.read(buffer));
    }
    return next < limit;
  }

  private void fill() throws IOException {
    if (!more()) {
      throw new EOFException();
    }
  }

  private int take() throws IOException {
    fill();
    return buffer[next++] & 0xFF;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }
}
