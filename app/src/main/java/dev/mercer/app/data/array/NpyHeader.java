package dev.mercer.app.data.array;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.columns.Limits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header of an NPY file: magic, version 1.0, 2.0 or 3.0, and a Python dictionary with {@code
 * descr}, {@code fortran_order} and {@code shape}. The dictionary is parsed with patterns and never
 * evaluated. Its length and the size given by the shape are checked against the file before
 * anything is allocated.
 *
 * @param rows the first dimension
 * @param columns the second, 1 for a one-dimensional array
 * @param type the type of an element
 * @param order the byte order
 * @param columnMajor whether the values of a column are adjacent ("Fortran order")
 * @param offset the position of the first element in the file
 */
record NpyHeader(
    long rows, int columns, Type type, ByteOrder order, boolean columnMajor, long offset) {

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int LONGEST_HEADER = 1 << 20;

  private static final Pattern TYPE =
      Pattern.compile("['\"]descr['\"]\\s*:\\s*['\"]([<>|=]?)([a-zA-Z?]\\d*)['\"]");
  private static final Pattern STRUCTURED = Pattern.compile("['\"]descr['\"]\\s*:\\s*\\[");
  private static final Pattern ORDER =
      Pattern.compile("['\"]fortran_order['\"]\\s*:\\s*(True|False)");
  private static final Pattern SHAPE =
      Pattern.compile("['\"]shape['\"]\\s*:\\s*\\(([\\d,\\sL]*)\\)");

  /** The supported types of elements; each reads one from a buffer. */
  enum Type {
    F4(4),
    F8(8),
    I1(1),
    I2(2),
    I4(4),
    I8(8),
    U1(1),
    U2(2),
    U4(4),
    U8(8),
    B1(1);

    final int bytes;

    Type(int bytes) {
      this.bytes = bytes;
    }

    double get(ByteBuffer buffer, int at) {
      return switch (this) {
        case F4 -> buffer.getFloat(at);
        case F8 -> buffer.getDouble(at);
        case I1 -> buffer.get(at);
        case I2 -> buffer.getShort(at);
        case I4 -> buffer.getInt(at);
        case I8 -> buffer.getLong(at);
        case U1 -> buffer.get(at) & 0xFF;
        case U2 -> buffer.getShort(at) & 0xFFFF;
        case U4 -> buffer.getInt(at) & 0xFFFF_FFFFL;
        case U8 -> unsigned(buffer.getLong(at));
        case B1 -> buffer.get(at) != 0 ? 1 : 0;
      };
    }

    /** Halves the value but keeps its last bit set, so that doubling rounds once and correctly. */
    private static double unsigned(long bits) {
      return bits >= 0 ? bits : ((bits >>> 1) | (bits & 1)) * 2.0;
    }
  }

  static NpyHeader read(FileChannel channel, Path file) throws IOException {
    ByteBuffer start = bytes(channel, 0, 12, file);
    byte[] magic = new byte[MAGIC.length];
    start.get(magic);
    int version = start.get();
    start.get();
    if (!Arrays.equals(magic, MAGIC) || version < 1 || version > 3) {
      throw new DataException(file + " is not an NPY file of version 1, 2 or 3");
    }
    start.order(ByteOrder.LITTLE_ENDIAN);
    long length = version == 1 ? start.getShort() & 0xFFFF : start.getInt() & 0xFFFF_FFFFL;
    long begin = version == 1 ? 10 : 12;
    if (length > LONGEST_HEADER) {
      throw new DataException(
          file + " claims a header of " + length + " bytes; it is not an NPY file that is read");
    }
    byte[] text = new byte[(int) length];
    bytes(channel, begin, text.length, file).get(text);
    return parse(
        new String(text, version == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1),
        begin + length,
        channel.size(),
        file);
  }

  private static NpyHeader parse(String header, long offset, long fileSize, Path file) {
    if (STRUCTURED.matcher(header).find()) {
      throw new DataException(
          file + " holds records of several fields; save a plain array of numbers");
    }
    Matcher type = find(TYPE, header, file, "descr");
    Matcher order = find(ORDER, header, file, "fortran_order");
    Matcher shape = find(SHAPE, header, file, "shape");
    Type element = type(type.group(2), file);
    ByteOrder bytes =
        switch (type.group(1)) {
          case ">" -> ByteOrder.BIG_ENDIAN;
          case "=" -> ByteOrder.nativeOrder();
          default -> ByteOrder.LITTLE_ENDIAN;
        };
    long[] dimensions = dimensions(shape.group(1), file);
    long rows = dimensions[0];
    long columns = dimensions.length == 1 ? 1 : dimensions[1];
    if (rows == 0 || columns == 0) {
      throw new DataException(file + " is empty: its shape is (" + shape.group(1).strip() + ")");
    }
    Limits.checkColumns(file.toString(), columns);
    long present = fileSize - offset;
    if (rows > Long.MAX_VALUE / (columns * element.bytes)
        || rows * columns * element.bytes != present) {
      throw new DataException(
          file
              + " does not hold what its header says: "
              + rows
              + " x "
              + columns
              + " values of "
              + element.bytes
              + " bytes, but there are "
              + present
              + " bytes; was it cut short?");
    }
    return new NpyHeader(
        rows, (int) columns, element, bytes, order.group(1).equals("True"), offset);
  }

  private static Matcher find(Pattern pattern, String header, Path file, String key) {
    Matcher matcher = pattern.matcher(header);
    if (!matcher.find()) {
      throw new DataException(
          file + " is not an NPY file that is read: its header has no usable '" + key + "'");
    }
    return matcher;
  }

  private static Type type(String code, Path file) {
    if (code.equals("?") || code.equals("b1")) {
      return Type.B1;
    }
    for (Type type : Type.values()) {
      if (type.name().toLowerCase().equals(code)) {
        return type;
      }
    }
    throw new DataException(
        file
            + " holds elements of type '"
            + code
            + "'; allowed are f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 and bool: "
            + "convert with astype('f8')");
  }

  private static long[] dimensions(String shape, Path file) {
    String[] parts =
        Arrays.stream(shape.split(","))
            .map(String::strip)
            .filter(p -> !p.isEmpty())
            .toArray(String[]::new);
    if (parts.length < 1 || parts.length > 2) {
      throw new DataException(
          file
              + " has "
              + parts.length
              + " dimensions; rows x columns are needed: reshape it to two");
    }
    try {
      return Arrays.stream(parts).mapToLong(p -> Long.parseLong(p.replace("L", ""))).toArray();
    } catch (NumberFormatException e) {
      throw new DataException(
          file + " is not an NPY file that is read: its shape is (" + shape + ")", e);
    }
  }

  private static ByteBuffer bytes(FileChannel channel, long at, int count, Path file)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(count);
    NpyTable.readFully(channel, buffer, at, file);
    return buffer.flip();
  }
}
