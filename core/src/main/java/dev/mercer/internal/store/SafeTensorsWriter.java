package dev.mercer.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects tensors and metadata texts, then writes them as one safetensors file.
 *
 * <ol>
 *   <li>tensors are ordered by the size of their entries, largest first, and among equal sizes as
 *       they were added: then every tensor is aligned to its entries without gaps
 *   <li>the header is computed from names, types and shapes alone
 *   <li>the data are written through one buffer to an {@link AtomicFile} or another channel
 * </ol>
 *
 * Cost: one buffer of 256 KiB, or one row if that is larger. Arrays are not copied, so they must
 * not change before {@link #write} returns. Equal input gives equal bytes.
 *
 * <pre>{@code
 * new SafeTensorsWriter()
 *     .metadata("mercer.format", "1")
 *     .add("eigenvalues", eigenvalues, eigenvalues.length)
 *     .add("points", TensorType.F64, rows.count(), rows.columns(), rows::copy)
 *     .write(path);
 * }</pre>
 */
public final class SafeTensorsWriter {

  private static final int BUFFER_BYTES = 1 << 18;

  /** A row is filled in as one array and becomes one block of bytes. */
  private static final int MAX_ROW_BYTES = 1 << 30;

  /** Supplies the rows of a matrix, block by block, each row once and in order. */
  public interface RowSource {
    /**
     * Copies rows {@code first} to {@code first + count - 1} to the array, from {@code offset} on.
     */
    void copy(int first, int count, double[] into, int offset) throws IOException;
  }

  /** Writes units (entries or rows) of a tensor to a buffer that has room for them. */
  private interface Filler {
    void fill(int first, int count, ByteBuffer into) throws IOException;
  }

  /**
   * A tensor that will be written. It consists of {@code units} units of {@code unitBytes} bytes; a
   * unit is an entry or a row.
   */
  private record Planned(
      String name, TensorType type, List<Long> shape, int units, int unitBytes, Filler filler) {}

  private final Map<String, String> metadata = new LinkedHashMap<>();
  private final Map<String, Planned> tensors = new LinkedHashMap<>();

  /** Adds a text to the metadata. */
  public SafeTensorsWriter metadata(String key, String text) {
    if (text == null) {
      throw new IllegalArgumentException("the metadata '" + key + "' is null; leave it out");
    }
    if (metadata.putIfAbsent(key, text) != null) {
      throw new IllegalArgumentException("the metadata '" + key + "' is given twice");
    }
    return this;
  }

  /** Adds doubles, row-major; without a shape, a single number. */
  public SafeTensorsWriter add(String name, double[] values, long... shape) {
    return add(
        name,
        TensorType.F64,
        values.length,
        shape,
        (first, count, into) -> into.asDoubleBuffer().put(values, first, count));
  }

  /** Adds floats, row-major; without a shape, a single number. */
  public SafeTensorsWriter add(String name, float[] values, long... shape) {
    return add(
        name,
        TensorType.F32,
        values.length,
        shape,
        (first, count, into) -> into.asFloatBuffer().put(values, first, count));
  }

  /** Adds longs, row-major; without a shape, a single number. */
  public SafeTensorsWriter add(String name, long[] values, long... shape) {
    return add(
        name,
        TensorType.I64,
        values.length,
        shape,
        (first, count, into) -> into.asLongBuffer().put(values, first, count));
  }

  /** Adds ints, row-major; without a shape, a single number. */
  public SafeTensorsWriter add(String name, int[] values, long... shape) {
    return add(
        name,
        TensorType.I32,
        values.length,
        shape,
        (first, count, into) -> into.asIntBuffer().put(values, first, count));
  }

  /** Adds unsigned bytes, row-major; without a shape, a single number. */
  public SafeTensorsWriter add(String name, byte[] values, long... shape) {
    return add(
        name,
        TensorType.U8,
        values.length,
        shape,
        (first, count, into) -> into.put(values, first, count));
  }

  /**
   * Adds a matrix whose rows are asked for block by block while the file is written; it may have
   * more entries than an array.
   *
   * @param type F64 or F32; for F32, a finite number beyond the range of float is refused when it
   *     is written
   */
  public SafeTensorsWriter add(
      String name, TensorType type, int rows, int columns, RowSource source) {
    if (type != TensorType.F64 && type != TensorType.F32) {
      throw new IllegalArgumentException("rows are written as F64 or F32, not as " + type);
    }
    if (rows < 0 || columns < 0) {
      throw new IllegalArgumentException(
          "tensor '" + name + "' cannot have " + rows + " x " + columns + " entries");
    }
    long rowBytes = (long) columns * type.bytes();
    if (rowBytes > MAX_ROW_BYTES) {
      throw new IllegalArgumentException(
          "tensor '" + name + "': a row of " + columns + " entries is larger than 1 GiB");
    }
    Filler filler =
        (first, count, into) -> fillRows(name, type, columns, source, first, count, into);
    List<Long> shape = List.of((long) rows, (long) columns);
    return add(new Planned(name, type, shape, rows, (int) rowBytes, filler));
  }

  private SafeTensorsWriter add(
      String name, TensorType type, int entries, long[] dimensions, Filler filler) {
    List<Long> shape = Arrays.stream(dimensions).boxed().toList();
    long bytes;
    try {
      bytes = Tensor.bytes(type, shape);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "tensor '" + name + "': the shape " + shape + " is not possible", e);
    }
    if (bytes != (long) entries * type.bytes()) {
      throw new IllegalArgumentException(
          "tensor '" + name + "' has the shape " + shape + ", but " + entries + " entries");
    }
    return add(new Planned(name, type, shape, entries, type.bytes(), filler));
  }

  private SafeTensorsWriter add(Planned planned) {
    if (planned.name().equals(SafeTensorsHeader.METADATA)) {
      throw new IllegalArgumentException(
          "no tensor can have the name " + SafeTensorsHeader.METADATA);
    }
    if (tensors.putIfAbsent(planned.name(), planned) != null) {
      throw new IllegalArgumentException("the tensor '" + planned.name() + "' is given twice");
    }
    return this;
  }

  /**
   * Writes the file and replaces an existing one; if writing fails, the old file is kept.
   *
   * @throws IOException if it cannot be written, see {@link AtomicFile#create}
   */
  public void write(Path path) throws IOException {
    try (AtomicFile file = AtomicFile.create(path)) {
      write(file);
      file.commit();
    }
  }

  /** Writes the whole file to a channel. */
  public void write(WritableByteChannel channel) throws IOException {
    List<Planned> ordered = new ArrayList<>(tensors.values());
    ordered.sort(Comparator.comparingInt((Planned planned) -> planned.type().bytes()).reversed());
    writeAll(channel, ByteBuffer.wrap(header(ordered)));
    for (Planned tensor : ordered) {
      writeData(channel, tensor);
    }
  }

  private byte[] header(List<Planned> ordered) {
    List<Tensor> placed = new ArrayList<>();
    long at = 0;
    for (Planned tensor : ordered) {
      long bytes = Tensor.bytes(tensor.type(), tensor.shape());
      placed.add(new Tensor(tensor.name(), tensor.type(), tensor.shape(), at, bytes));
      at = Math.addExact(at, bytes);
    }
    return new SafeTensorsHeader(metadata, placed).encode();
  }

  private static void writeData(WritableByteChannel channel, Planned tensor) throws IOException {
    int step = Math.max(1, BUFFER_BYTES / Math.max(1, tensor.unitBytes()));
    int block = Math.min(step, tensor.units());
    ByteBuffer buffer =
        ByteBuffer.allocate(block * tensor.unitBytes()).order(ByteOrder.LITTLE_ENDIAN);
    for (long first = 0; first < tensor.units(); first += step) {
      int count = (int) Math.min(step, tensor.units() - first);
      buffer.clear();
      tensor.filler().fill((int) first, count, buffer);
      writeAll(channel, buffer.position(0).limit(count * tensor.unitBytes()));
    }
  }

  /** Writes all bytes; a channel may accept fewer per call. */
  private static void writeAll(WritableByteChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private static void fillRows(
      String name,
      TensorType type,
      int columns,
      RowSource source,
      int first,
      int count,
      ByteBuffer into)
      throws IOException {
    double[] block = new double[count * columns];
    source.copy(first, count, block, 0);
    if (type == TensorType.F64) {
      into.asDoubleBuffer().put(block);
      return;
    }
    for (int i = 0; i < block.length; i++) {
      float rounded = (float) block[i];
      if (Float.isInfinite(rounded) && !Double.isInfinite(block[i])) {
        throw new IllegalArgumentException(
            "tensor '"
                + name
                + "', row "
                + (first + i / columns)
                + ", column "
                + i % columns
                + ": "
                + block[i]
                + " is beyond float; write it as F64");
      }
      into.putFloat(4 * i, rounded);
    }
  }
}
