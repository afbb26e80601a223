package dev.mercer.internal.store;

import dev.mercer.ModelFormatException;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.json.JsonException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The header of a safetensors file: metadata, and the position of every tensor in file order.
 *
 * <p>The format has three parts. First come 8 bytes, the length of the header, little-endian. Then
 * comes the header: a JSON object, padded with spaces, from names to {@code {"dtype", "shape",
 * "data_offsets": [begin, end]}}, and with a map of strings under the key {@code __metadata__}. The
 * data follow. Offsets count from the end of the header, and the tensors fill the data without gaps
 * or overlap.
 *
 * @param metadata texts stored in addition to the tensors, in file order
 * @param tensors the tensors by increasing position
 */
record SafeTensorsHeader(Map<String, String> metadata, List<Tensor> tensors) {

  static final String METADATA = "__metadata__";

  /** The number of bytes of the length, which comes before the header. */
  static final int PREFIX = 8;

  /** The limit that the format's reference implementation sets. */
  static final int MAX_BYTES = 100_000_000;

  /** The data starts at a multiple of this, so that mapped doubles are aligned. */
  static final int ALIGNMENT = 8;

  /** Limits the memory that a hostile header can take; a tensor takes 6 values or more. */
  private static final int MAX_VALUES = 1_000_000;

  private static final Set<String> KEYS = Set.of("dtype", "shape", "data_offsets");

  /**
   * The bytes of a header: length, JSON and padding. Positions of the tensors must count from the
   * start of the data.
   */
  byte[] encode() {
    Map<String, Object> header = new LinkedHashMap<>();
    if (!metadata.isEmpty()) {
      header.put(METADATA, metadata);
    }
    for (Tensor tensor : tensors) {
      header.put(
          tensor.name(),
          Json.object(
              "dtype", tensor.type().name(),
              "shape", tensor.shape(),
              "data_offsets", new long[] {tensor.position(), tensor.position() + tensor.bytes()}));
    }
    byte[] json = Json.compact(header).getBytes(StandardCharsets.UTF_8);
    long padded = ((long) json.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (padded > MAX_BYTES) {
      throw new IllegalArgumentException(
          "the header would take "
              + padded
              + " bytes, the format allows "
              + MAX_BYTES
              + "; put long metadata into a tensor");
    }
    byte[] bytes = new byte[PREFIX + (int) padded];
    Arrays.fill(bytes, (byte) ' ');
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(padded).put(json);
    return bytes;
  }

  /**
   * Reads the JSON of a header.
   *
   * @param json the header's bytes, without the length
   * @param dataBytes bytes of the file after the header
   * @throws ModelFormatException for any error in it
   */
  static SafeTensorsHeader decode(Path file, byte[] json, long dataBytes) {
    if (json.length == 0 || json[0] != '{') {
      throw new ModelFormatException(file, "the header does not start with '{'");
    }
    Map<String, Object> header;
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString();
      header = Json.parseObject(text, MAX_VALUES);
    } catch (CharacterCodingException e) {
      throw new ModelFormatException(file, "the header is not UTF-8 text", e);
    } catch (JsonException e) {
      throw new ModelFormatException(file, "the header is not valid: " + e.getMessage(), e);
    }
    Map<String, String> metadata = new LinkedHashMap<>();
    List<Tensor> tensors = new ArrayList<>();
    long dataStart = (long) PREFIX + json.length;
    header.forEach(
        (name, value) -> {
          if (name.equals(METADATA)) {
            metadata.putAll(metadata(file, value));
          } else {
            tensors.add(tensor(file, name, value, dataStart, dataBytes));
          }
        });
    tensors.sort(Comparator.comparingLong(Tensor::position).thenComparingLong(Tensor::bytes));
    checkGapless(file, tensors, dataStart, dataBytes);
    return new SafeTensorsHeader(metadata, tensors);
  }

  private static Map<String, String> metadata(Path file, Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      throw new ModelFormatException(file, METADATA + " is not an object");
    }
    Map<String, String> result = new LinkedHashMap<>();
    map.forEach(
        (key, text) -> {
          if (!(text instanceof String string)) {
            throw new ModelFormatException(
                file, METADATA + ", key '" + quote((String) key) + "': the value is not a string");
          }
          result.put((String) key, string);
        });
    return result;
  }

  private static Tensor tensor(
      Path file, String name, Object value, long dataStart, long dataBytes) {
    String where = "tensor '" + quote(name) + "': ";
    if (!(value instanceof Map<?, ?> map) || !map.keySet().equals(KEYS)) {
      throw new ModelFormatException(
          file, where + "is not an object of dtype, shape and data_offsets");
    }
    TensorType type = type(file, where, map.get("dtype"));
    List<Long> shape = wholeNumbers(file, where + "shape", map.get("shape"));
    List<Long> offsets = wholeNumbers(file, where + "data_offsets", map.get("data_offsets"));
    if (offsets.size() != 2) {
      throw new ModelFormatException(
          file, where + "data_offsets has " + offsets.size() + " numbers, not begin and end");
    }
    long begin = offsets.get(0);
    long end = offsets.get(1);
    if (begin > end || end > dataBytes) {
      throw new ModelFormatException(
          file,
          where
              + "data_offsets ["
              + begin
              + ", "
              + end
              + "] are not within the "
              + dataBytes
              + " bytes after the header; the file is cut or damaged");
    }
    long bytes;
    try {
      bytes = Tensor.bytes(type, shape);
    } catch (ArithmeticException e) {
      throw new ModelFormatException(file, where + "the shape is too large for any file", e);
    }
    if (bytes != end - begin) {
      throw new ModelFormatException(
          file,
          where
              + "its shape and type "
              + type
              + " take "
              + bytes
              + " bytes, data_offsets "
              + (end - begin));
    }
    return new Tensor(name, type, shape, dataStart + begin, bytes);
  }

  private static TensorType type(Path file, String where, Object dtype) {
    for (TensorType type : TensorType.values()) {
      if (type.name().equals(dtype)) {
        return type;
      }
    }
    String found = dtype instanceof String text ? "'" + quote(text) + "'" : "not text";
    throw new ModelFormatException(
        file, where + "dtype is " + found + "; read are " + Arrays.toString(TensorType.values()));
  }

  private static List<Long> wholeNumbers(Path file, String where, Object value) {
    if (!(value instanceof List<?> list)) {
      throw new ModelFormatException(file, where + " is not an array");
    }
    List<Long> result = new ArrayList<>(list.size());
    for (Object element : list) {
      if (!(element instanceof Long number) || number < 0) {
        throw new ModelFormatException(
            file, where + " holds something else than whole numbers from 0 to 2^63 - 1");
      }
      result.add(number);
    }
    return result;
  }

  private static void checkGapless(
      Path file, List<Tensor> tensors, long dataStart, long dataBytes) {
    long at = dataStart;
    for (Tensor tensor : tensors) {
      if (tensor.position() != at) {
        throw new ModelFormatException(
            file,
            "tensor '"
                + quote(tensor.name())
                + "': starts at byte "
                + tensor.position()
                + " of the file where "
                + at
                + " is due; tensors "
                + (tensor.position() < at ? "overlap" : "leave a hole"));
      }
      at += tensor.bytes();
    }
    if (at != dataStart + dataBytes) {
      throw new ModelFormatException(
          file, "has " + (dataStart + dataBytes - at) + " bytes after its last tensor");
    }
  }

  /** A name from the file, in a form that is safe to print. */
  static String quote(String text) {
    String shown = text.length() <= 60 ? text : text.substring(0, 60) + "…";
    return shown.replaceAll("\\p{Cntrl}", "?");
  }
}
