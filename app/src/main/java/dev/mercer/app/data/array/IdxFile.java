package dev.mercer.app.data.array;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.file.GunzipStream;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * An open IDX file of unsigned bytes, compressed or not: two zero bytes, the type 8, the number of
 * dimensions, the dimensions as big-endian integers, then the bytes. Dimensions are checked before
 * memory is allocated for them.
 */
public final class IdxFile implements AutoCloseable {

  private static final int UNSIGNED_BYTE = 8;
  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final InputStream in;
  private final int[] dimensions;

  public IdxFile(Path file, int dimensionCount) {
    this.file = file;
    InputStream opened = null;
    try {
      opened = open(file);
      in = opened;
      dimensions = header(dimensionCount);
    } catch (IOException e) {
      close(opened, e);
      throw explain(e);
    } catch (RuntimeException e) {
      close(opened, e);
      throw e;
    }
  }

  /** A buffered stream, decompressed if the file name ends in .gz. */
  public static InputStream open(Path file) throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    try {
      return file.toString().toLowerCase(Locale.ROOT).endsWith(".gz")
          ? new BufferedInputStream(new GunzipStream(bytes), BUFFER)
          : bytes;
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  private static void close(InputStream in, Exception reason) {
    if (in != null) {
      try {
        in.close();
      } catch (IOException e) {
        reason.addSuppressed(e);
      }
    }
  }

  private int[] header(int dimensionCount) throws IOException {
    DataInputStream header = new DataInputStream(in);
    int magic = header.readInt();
    if (magic != (UNSIGNED_BYTE << 8 | dimensionCount)) {
      throw new DataException(
          file
              + " is not an IDX file of unsigned bytes with "
              + dimensionCount
              + " dimension"
              + (dimensionCount == 1 ? "" : "s")
              + ": it starts with "
              + Integer.toHexString(magic)
              + " instead of "
              + Integer.toHexString(UNSIGNED_BYTE << 8 | dimensionCount));
    }
    int[] read = new int[dimensionCount];
    for (int k = 0; k < dimensionCount; k++) {
      read[k] = header.readInt();
      if (read[k] < 1) {
        throw new DataException(
            file + " claims a dimension of " + Integer.toUnsignedString(read[k]));
      }
    }
    return read;
  }

  public int dimension(int k) {
    return dimensions[k];
  }

  /** Fills the first {@code count} entries of {@code bytes}; fails if the file has fewer left. */
  public void readFully(byte[] bytes, int count) {
    try {
      if (in.readNBytes(bytes, 0, count) < count) {
        throw new EOFException();
      }
    } catch (IOException e) {
      throw explain(e);
    }
  }

  /** The next {@code count} bytes; if the file has fewer left, no memory is allocated for them. */
  public byte[] readFully(int count) {
    try {
      byte[] bytes = in.readNBytes(count);
      if (bytes.length < count) {
        throw new EOFException();
      }
      return bytes;
    } catch (IOException e) {
      throw explain(e);
    }
  }

  void skipFully(long count) {
    try {
      in.skipNBytes(count);
    } catch (IOException e) {
      throw explain(e);
    }
  }

  /** Fails if anything follows. */
  public void requireEnd() {
    try {
      if (in.read() >= 0) {
        throw new DataException(
            file + " goes on after the " + Arrays.toString(dimensions) + " bytes of its header");
      }
    } catch (IOException e) {
      throw explain(e);
    }
  }

  private DataException explain(IOException e) {
    if (e instanceof EOFException) {
      return new DataException(
          file
              + " is cut short"
              + (dimensions == null ? "" : ": its header says " + Arrays.toString(dimensions)),
          e);
    }
    return GunzipStream.explain(file, e);
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw explain(e);
    }
  }
}
