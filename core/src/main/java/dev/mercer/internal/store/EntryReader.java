package dev.mercer.internal.store;

import dev.mercer.ModelFormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Reads little-endian numbers at a given position of a file, through a small buffer, and converts
 * them.
 *
 * <p>Every read states its position, so several threads can share one reader. The bytes pass
 * through the page cache of the operating system. Unlike those of a memory mapping, they are not
 * part of the process, so the memory use that the system reports for the program is only what it
 * allocated.
 *
 * @param channel open for reading
 * @param file the file's name, for messages
 */
public record EntryReader(FileChannel channel, Path file) {

  /** A multiple of every entry size; a larger buffer is no faster. */
  private static final int BUFFER_BYTES = 1 << 16;

  /** Receives {@code count} entries from a buffer; {@code done} entries were received before. */
  private interface Sink {
    void take(ByteBuffer from, int done, int count);
  }

  /** Reads entries as doubles; integers of more than 53 bits are rounded. */
  public void read(TensorType type, long position, int count, double[] into, int offset)
      throws IOException {
    read(
        type,
        position,
        count,
        (from, done, entries) -> {
          int start = offset + done;
          switch (type) {
            case F64 -> from.asDoubleBuffer().get(into, start, entries);
            case F32 -> {
              for (int i = 0; i < entries; i++) {
                into[start + i] = from.getFloat(4 * i);
              }
            }
            default -> {
              for (int i = 0; i < entries; i++) {
                into[start + i] = integer(type, from, i);
              }
            }
          }
        });
  }

  /** Reads entries, rounded to floats. */
  public void read(TensorType type, long position, int count, float[] into, int offset)
      throws IOException {
    read(
        type,
        position,
        count,
        (from, done, entries) -> {
          int start = offset + done;
          switch (type) {
            case F64 -> {
              for (int i = 0; i < entries; i++) {
                into[start + i] = (float) from.getDouble(8 * i);
              }
            }
            case F32 -> from.asFloatBuffer().get(into, start, entries);
            default -> {
              for (int i = 0; i < entries; i++) {
                into[start + i] = integer(type, from, i);
              }
            }
          }
        });
  }

  /** Reads entries of an integer type. */
  public void read(TensorType type, long position, int count, long[] into, int offset)
      throws IOException {
    if (!type.isInteger()) {
      throw new IllegalArgumentException(type + " is not an integer type");
    }
    read(
        type,
        position,
        count,
        (from, done, entries) -> {
          for (int i = 0; i < entries; i++) {
            into[offset + done + i] = integer(type, from, i);
          }
        });
  }

  private static long integer(TensorType type, ByteBuffer from, int index) {
    return switch (type) {
      case I64 -> from.getLong(8 * index);
      case I32 -> from.getInt(4 * index);
      case U8 -> from.get(index) & 0xff;
      case F64, F32 -> throw new IllegalArgumentException(type + " is not an integer type");
    };
  }

  private void read(TensorType type, long position, int count, Sink sink) throws IOException {
    long length = (long) count * type.bytes();
    ByteBuffer buffer =
        ByteBuffer.allocate((int) Math.min(length, BUFFER_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
    int step = BUFFER_BYTES / type.bytes();
    for (int done = 0; done < count; done += step) {
      int entries = Math.min(step, count - done);
      buffer.clear().limit(entries * type.bytes());
      fill(buffer, position + (long) done * type.bytes());
      sink.take(buffer.flip(), done, entries);
    }
  }

  /** Fills the buffer up to its limit with the bytes from {@code position} on. */
  void fill(ByteBuffer buffer, long position) throws IOException {
    long at = position;
    while (buffer.hasRemaining()) {
      int read = channel.read(buffer, at);
      if (read < 0) {
        throw new ModelFormatException(
            file, "ends at byte " + at + " where more is expected; it was cut while in use");
      }
      at += read;
    }
  }
}
