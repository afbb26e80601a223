package dev.mercer.internal.store;

import dev.mercer.ModelFormatException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A safetensors file that is open for reading.
 *
 * <ol>
 *   <li>{@link #open} reads and checks the whole header: lengths, types, shapes and offsets; the
 *       tensors must fill the rest of the file exactly
 *   <li>a tensor is read when it is asked for, as a whole or by rows; tensors may be larger than
 *       any array
 * </ol>
 *
 * Cost: memory for the header, and for the tensors that are asked for. Any error in the content is
 * a {@link ModelFormatException}; if the file is missing, a directory or not readable, an {@code
 * IOException} is thrown. Several threads may read at the same time.
 */
public final class SafeTensors implements Closeable {

  /** The longest array that every Java virtual machine supports. */
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private final Path file;
  private final EntryReader reader;
  private final Map<String, String> metadata;
  private final Map<String, Tensor> tensors;

  private SafeTensors(Path file, EntryReader reader, SafeTensorsHeader header) {
    this.file = file;
    this.reader = reader;
    this.metadata = Collections.unmodifiableMap(header.metadata());
    Map<String, Tensor> byName = new LinkedHashMap<>();
    header.tensors().forEach(tensor -> byName.put(tensor.name(), tensor));
    this.tensors = Collections.unmodifiableMap(byName);
  }

  /** Opens a file and checks its header. */
  public static SafeTensors open(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString(), null, "there is no such file");
    }
    if (!Files.isRegularFile(file)) {
      String what = Files.isDirectory(file) ? "is a directory" : "is not a regular file";
      throw new FileSystemException(
          file.toString(), null, what + "; name a file in the safetensors format");
    }
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      EntryReader reader = new EntryReader(channel, file);
      return new SafeTensors(file, reader, header(reader, channel.size()));
    } catch (IOException | RuntimeException | Error e) {
      try {
        channel.close();
      } catch (IOException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  private static SafeTensorsHeader header(EntryReader reader, long fileBytes) throws IOException {
    Path file = reader.file();
    if (fileBytes < SafeTensorsHeader.PREFIX) {
      throw new ModelFormatException(
          file,
          "has "
              + fileBytes
              + " bytes; a safetensors file starts with "
              + SafeTensorsHeader.PREFIX
              + " bytes that give the length of its header");
    }
    ByteBuffer prefix =
        ByteBuffer.allocate(SafeTensorsHeader.PREFIX).order(ByteOrder.LITTLE_ENDIAN);
    reader.fill(prefix, 0);
    long length = prefix.getLong(0);
    long rest = fileBytes - SafeTensorsHeader.PREFIX;
    if (length < 0 || length > SafeTensorsHeader.MAX_BYTES || length > rest) {
      throw new ModelFormatException(
          file,
          "says its header has "
              + Long.toUnsignedString(length)
              + " bytes; "
              + rest
              + " follow and "
              + SafeTensorsHeader.MAX_BYTES
              + " are allowed; it is cut, or not a safetensors file");
    }
    byte[] json = new byte[(int) length];
    reader.fill(ByteBuffer.wrap(json), SafeTensorsHeader.PREFIX);
    return SafeTensorsHeader.decode(file, json, rest - length);
  }

  public Path file() {
    return file;
  }

  /** The metadata: texts stored in addition to the tensors, in file order; not modifiable. */
  public Map<String, String> metadata() {
    return metadata;
  }

  /**
   * The metadata text for a key.
   *
   * @throws ModelFormatException if there is none
   */
  public String metadata(String key) {
    String text = metadata.get(key);
    if (text == null) {
      throw fault("has no metadata '" + key + "'; has " + names(metadata.keySet()));
    }
    return text;
  }

  /** All tensors, in file order. */
  public List<Tensor> tensors() {
    return List.copyOf(tensors.values());
  }

  public boolean has(String name) {
    return tensors.containsKey(name);
  }

  /**
   * Type, shape and position of a tensor.
   *
   * @throws ModelFormatException if there is no such tensor
   */
  public Tensor tensor(String name) {
    Tensor tensor = tensors.get(name);
    if (tensor == null) {
      throw fault("has no tensor '" + name + "'; has " + names(tensors.keySet()));
    }
    return tensor;
  }

  private static String names(Iterable<String> names) {
    List<String> first = new ArrayList<>();
    for (String name : names) {
      if (first.size() == 20) {
        first.add("…");
        break;
      }
      first.add(SafeTensorsHeader.quote(name));
    }
    return first.isEmpty() ? "none" : String.join(", ", first);
  }

  /** The entries of a tensor as doubles, row-major; integers of more than 53 bits are rounded. */
  public double[] readDoubles(String name) throws IOException {
    Tensor tensor = tensor(name);
    double[] result = new double[arrayLength(tensor)];
    reader.read(tensor.type(), tensor.position(), result.length, result, 0);
    return result;
  }

  /** The entries of a tensor, rounded to floats, row-major. */
  public float[] readFloats(String name) throws IOException {
    Tensor tensor = tensor(name);
    float[] result = new float[arrayLength(tensor)];
    reader.read(tensor.type(), tensor.position(), result.length, result, 0);
    return result;
  }

  /**
   * The entries of a tensor of an integer type.
   *
   * @throws ModelFormatException if its type is not an integer type
   */
  public long[] readLongs(String name) throws IOException {
    Tensor tensor = tensor(name);
    if (!tensor.type().isInteger()) {
      throw fault(
          "tensor '" + name + "' has the type " + tensor.type() + " where integers are needed");
    }
    long[] result = new long[arrayLength(tensor)];
    reader.read(tensor.type(), tensor.position(), result.length, result, 0);
    return result;
  }

  /**
   * The entries of a tensor of an integer type, as ints.
   *
   * @throws ModelFormatException if its type is not an integer type, or a number does not fit
   */
  public int[] readInts(String name) throws IOException {
    long[] wide = readLongs(name);
    int[] result = new int[wide.length];
    for (int i = 0; i < wide.length; i++) {
      result[i] = (int) wide[i];
      if (result[i] != wide[i]) {
        throw fault("tensor '" + name + "', entry " + i + ": " + wide[i] + " is beyond 32 bits");
      }
    }
    return result;
  }

  /**
   * Copies rows {@code first} to {@code first + count - 1} to {@code into}, from {@code offset} on.
   */
  public void copyRows(String name, long first, int count, double[] into, int offset)
      throws IOException {
    Tensor tensor = tensor(name);
    int entries = checkRows(tensor, first, count, into.length, offset);
    reader.read(tensor.type(), rowPosition(tensor, first), entries, into, offset);
  }

  /** The same, rounded to float. */
  public void copyRows(String name, long first, int count, float[] into, int offset)
      throws IOException {
    Tensor tensor = tensor(name);
    int entries = checkRows(tensor, first, count, into.length, offset);
    reader.read(tensor.type(), rowPosition(tensor, first), entries, into, offset);
  }

  private static long rowPosition(Tensor tensor, long row) {
    return tensor.position() + row * tensor.rowLength() * tensor.type().bytes();
  }

  /**
   * The number of entries in these rows, after checking that the rows are inside the tensor and fit
   * into the array.
   */
  private static int checkRows(Tensor tensor, long first, int count, int length, int offset) {
    if (first < 0 || count < 0 || first > tensor.rows() - count) {
      throw new IndexOutOfBoundsException(
          count + " rows from row " + first + " of " + tensor.rows());
    }
    long room = (long) length - offset;
    if (offset < 0 || tensor.rowLength() > 0 && count > room / tensor.rowLength()) {
      throw new IndexOutOfBoundsException(
          count
              + " rows of "
              + tensor.rowLength()
              + " entries do not fit an array of "
              + length
              + " from "
              + offset
              + " on");
    }
    return (int) (count * tensor.rowLength());
  }

  private static int arrayLength(Tensor tensor) {
    if (tensor.entries() > MAX_ARRAY) {
      throw new IllegalArgumentException(
          "tensor '"
              + tensor.name()
              + "' has "
              + tensor.entries()
              + " entries, more than an array; copy it by rows");
    }
    return (int) tensor.entries();
  }

  /** An exception that names this file. */
  public ModelFormatException fault(String what) {
    return new ModelFormatException(file, what);
  }

  @Override
  public void close() throws IOException {
    reader.channel().close();
  }
}
