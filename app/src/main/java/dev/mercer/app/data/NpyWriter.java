package dev.mercer.app.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * An NPY file, version 1.0, little-endian doubles in row order. The header has a fixed length, so
 * that the number of rows can be filled in at the end.
 */
final class NpyWriter implements TableWriter {

  private static final int HEADER_BYTES = 128;
  private static final int BUFFER_BYTES = 1 << 16;

  private final UnfinishedFile file;
  private final int columns;
  private final FileChannel channel;
  private final ByteBuffer buffer =
      ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private long rowsWritten;

  NpyWriter(Path target, int columns) {
    file = new UnfinishedFile(target);
    this.columns = columns;
    try {
      channel =
          FileChannel.open(file.path(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      channel.position(HEADER_BYTES);
    } catch (IOException e) {
      throw explain(e, file);
    }
  }

  static DataException explain(IOException e, UnfinishedFile file) {
    return new DataException(file.target() + " cannot be written: " + FileSet.reason(e), e);
  }

  @Override
  public void write(double[] values, int rows) {
    try {
      for (int k = 0; k < rows * columns; k++) {
        if (!buffer.hasRemaining()) {
          drain();
        }
        buffer.putDouble(values[k]);
      }
      rowsWritten += rows;
    } catch (IOException e) {
      throw explain(e, file);
    }
  }

  private void drain() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
  }

  @Override
  public void finish() {
    try {
      drain();
      ByteBuffer header = header();
      while (header.hasRemaining()) {
        channel.write(header, header.position());
      }
      channel.close();
    } catch (IOException e) {
      throw explain(e, file);
    }
    file.commit();
  }

  private ByteBuffer header() {
    String dictionary =
        "{'descr': '<f8', 'fortran_order': False, 'shape': ("
            + rowsWritten
            + ", "
            + columns
            + "), }";
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    int textBytes = HEADER_BYTES - 10;
    header
        .put((byte) 0x93)
        .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
        .put((byte) 1)
        .put((byte) 0);
    header.putShort((short) textBytes);
    header.put(
        (dictionary + " ".repeat(textBytes - 1 - dictionary.length()) + "\n")
            .getBytes(StandardCharsets.US_ASCII));
    return header.flip();
  }

  @Override
  public void close() {
    try (file) {
      channel.close();
    } catch (IOException e) {
      throw explain(e, file);
    }
  }
}
