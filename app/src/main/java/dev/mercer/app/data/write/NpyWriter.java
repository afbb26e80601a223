package dev.mercer.app.data.write;

import dev.mercer.internal.store.AtomicFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * An NPY file, version 1.0, little-endian doubles in row order. The header has a fixed length, so
 * that the number of rows can be filled in at the end.
 */
final class NpyWriter implements TableWriter {

  private static final int HEADER_BYTES = 128;
  private static final int BUFFER_BYTES = 1 << 16;

  private final AtomicFile file;
  private final int columns;
  private final ByteBuffer buffer =
      ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private long rowsWritten;

  NpyWriter(AtomicFile file, int columns) {
    this.file = file;
    this.columns = columns;
    try {
      file.write(ByteBuffer.allocate(HEADER_BYTES));
    } catch (IOException e) {
      throw CsvWriter.unwritten(e);
    }
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
      throw CsvWriter.unwritten(e);
    }
  }

  private void drain() throws IOException {
    file.write(buffer.flip());
    buffer.clear();
  }

  @Override
  public void finish() {
    try {
      drain();
      file.writeAt(header(), 0);
    } catch (IOException e) {
      throw CsvWriter.unwritten(e);
    }
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

  /** Nothing needs to be closed except the file. */
  @Override
  public void close() {}
}
