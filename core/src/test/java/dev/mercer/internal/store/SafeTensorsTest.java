package dev.mercer.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.ModelFormatException;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTensorsTest {

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void name() {
    path = directory.resolve("model.safetensors");
  }

  /** The format from its description, by hand, without any of our own reading code. */
  @Test
  void bytesAreWhatTheFormatSays() throws IOException {
    new SafeTensorsWriter()
        .metadata("mercer.format", "1")
        .metadata("report", "{\"kernel\":\"é\"}")
        .add("flags", new byte[] {1, -1, 3}, 3)
        .add("points", new double[] {1, 2, 3, 4, 5, 6}, 2, 3)
        .add("rows", new int[] {-7}, 1)
        .add("one", new double[] {0.5})
        .write(path);
    byte[] file = Files.readAllBytes(path);
    int length = 0;
    for (int i = 7; i >= 0; i--) {
      length = length * 256 + (file[i] & 0xff);
    }
    assertThat(length % 8).isZero();
    assertThat(file[8]).isEqualTo((byte) '{');
    String header = new String(file, 8, length, StandardCharsets.UTF_8);
    assertThat(header.stripTrailing())
        .isEqualTo(
            "{\"__metadata__\":{\"mercer.format\":\"1\",\"report\":\"{\\\"kernel\\\":\\\"é\\\"}\"},"
                + "\"points\":{\"dtype\":\"F64\",\"shape\":[2,3],\"data_offsets\":[0,48]},"
                + "\"one\":{\"dtype\":\"F64\",\"shape\":[],\"data_offsets\":[48,56]},"
                + "\"rows\":{\"dtype\":\"I32\",\"shape\":[1],\"data_offsets\":[56,60]},"
                + "\"flags\":{\"dtype\":\"U8\",\"shape\":[3],\"data_offsets\":[60,63]}}");
    assertThat(header.substring(header.stripTrailing().length())).matches(" {0,7}");
    assertThat(file).hasSize(8 + length + 63);
    // 4.0 is 0x4010000000000000: sign 0, exponent 1025, fraction 0.
    int fourth = 8 + length + 3 * 8;
    assertThat(Arrays.copyOfRange(file, fourth, fourth + 8))
        .containsExactly(0, 0, 0, 0, 0, 0, 0x10, 0x40);
    assertThat(Arrays.copyOfRange(file, 8 + length + 56, file.length))
        .containsExactly(-7, -1, -1, -1, 1, -1, 3);
  }

  @Test
  void readsBackEveryTypeAndConversion() throws IOException {
    new SafeTensorsWriter()
        .add("f64", new double[] {1.5, -0.0, 1e300, Double.NaN}, 4)
        .add("f32", new float[] {1.5f, Float.NEGATIVE_INFINITY}, 2, 1)
        .add("i64", new long[] {Long.MIN_VALUE, 1L << 40}, 1, 2)
        .add("i32", new int[] {Integer.MIN_VALUE, 5}, 2)
        .add("u8", new byte[] {0, (byte) 255}, 2)
        .add("none", new double[0], 0, 7)
        .write(path);
    try (SafeTensors file = SafeTensors.open(path)) {
      assertThat(file.metadata()).isEmpty();
      assertThat(file.readDoubles("f64")).containsExactly(1.5, -0.0, 1e300, Double.NaN);
      assertThat(file.readFloats("f64")[2]).isEqualTo(Float.POSITIVE_INFINITY);
      assertThat(file.readDoubles("f32")).containsExactly(1.5, Double.NEGATIVE_INFINITY);
      assertThat(file.readFloats("f32")).containsExactly(1.5f, Float.NEGATIVE_INFINITY);
      assertThat(file.readLongs("i64")).containsExactly(Long.MIN_VALUE, 1L << 40);
      assertThat(file.readDoubles("i64")).containsExactly(-0x1p63, 0x1p40);
      assertThat(file.readInts("i32")).containsExactly(Integer.MIN_VALUE, 5);
      assertThat(file.readFloats("i32")).containsExactly(-0x1p31f, 5f);
      assertThat(file.readInts("u8")).containsExactly(0, 255);
      assertThat(file.readDoubles("u8")).containsExactly(0, 255);
      assertThat(file.readDoubles("none")).isEmpty();
      assertThat(file.tensor("none").shape()).containsExactly(0L, 7L);
      assertThat(file.tensor("none").rowLength()).isZero();
      file.copyRows("none", 0, 0, new double[0], 0);
      assertThatThrownBy(() -> file.readInts("i64"))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("beyond 32 bits");
      assertThatThrownBy(() -> file.readLongs("f64")).isInstanceOf(ModelFormatException.class);
    }
  }

  @Test
  void copiesRowsByBlocksAcrossTheBuffer() throws IOException {
    int rows = 5000;
    int columns = 7;
    SafeTensorsWriter.RowSource source =
        (first, count, into, offset) -> {
          for (int i = 0; i < count * columns; i++) {
            into[offset + i] = first * columns + i;
          }
        };
    new SafeTensorsWriter()
        .add("double", TensorType.F64, rows, columns, source)
        .add("float", TensorType.F32, rows, columns, source)
        .write(path);
    try (SafeTensors file = SafeTensors.open(path)) {
      for (String name : List.of("double", "float")) {
        double[] block = new double[4001 * columns + 2];
        file.copyRows(name, 999, 4001, block, 1);
        assertThat(block[0]).isZero();
        assertThat(block[block.length - 1]).isZero();
        for (int i = 0; i < 4001 * columns; i++) {
          assertThat(block[i + 1]).isEqualTo(999 * columns + i);
        }
        float[] narrow = new float[columns];
        file.copyRows(name, rows - 1, 1, narrow, 0);
        assertThat(narrow[columns - 1]).isEqualTo(rows * columns - 1);
        assertThatThrownBy(() -> file.copyRows(name, rows, 1, narrow, 0))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> file.copyRows(name, -1, 1, narrow, 0))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> file.copyRows(name, 0, 1, narrow, 1))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> file.copyRows(name, 0, 1, narrow, -1))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
  }

  @Test
  void sayWhatThereIsWhenSomethingIsMissing() throws IOException {
    new SafeTensorsWriter().metadata("a", "x").add("points", new double[1], 1).write(path);
    try (SafeTensors file = SafeTensors.open(path)) {
      assertThat(file.has("points")).isTrue();
      assertThat(file.has("mean")).isFalse();
      assertThatThrownBy(() -> file.readDoubles("mean"))
          .isInstanceOf(ModelFormatException.class)
          .hasMessage(path + ": has no tensor 'mean'; has points");
      assertThatThrownBy(() -> file.metadata("b"))
          .isInstanceOf(ModelFormatException.class)
          .hasMessage(path + ": has no metadata 'b'; has a");
    }
  }

  @Test
  void writerRefusesWhatItCannotWrite() throws IOException {
    SafeTensorsWriter writer = new SafeTensorsWriter().add("a", new double[2], 2).metadata("k", "");
    assertThatIllegalArgumentException().isThrownBy(() -> writer.add("a", new int[1], 1));
    assertThatIllegalArgumentException().isThrownBy(() -> writer.metadata("k", "again"));
    assertThatIllegalArgumentException().isThrownBy(() -> writer.metadata("n", null));
    assertThatIllegalArgumentException().isThrownBy(() -> writer.add("b", new double[2], 3));
    assertThatIllegalArgumentException().isThrownBy(() -> writer.add("b", new double[2]));
    assertThatIllegalArgumentException().isThrownBy(() -> writer.add("b", new double[2], -1, -2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.add("b", new double[0], 1L << 62, 1L << 62, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.add("__metadata__", new double[1], 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.add("b", TensorType.I64, 1, 1, (f, c, into, o) -> {}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.add("b", TensorType.F64, 1, 1 << 28, (f, c, into, o) -> {}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.add("b", TensorType.F64, -1, 1, (f, c, into, o) -> {}));
    writer.metadata("lone", "\ud800");
    assertThatIllegalArgumentException().isThrownBy(() -> writer.write(path));
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aFailureWhileWritingLeavesTheOldFile() throws IOException {
    Files.writeString(path, "old");
    assertThatThrownBy(
            () ->
                new SafeTensorsWriter()
                    .add(
                        "x",
                        TensorType.F64,
                        1_000_000,
                        1,
                        (first, count, into, offset) -> {
                          if (first > 0) {
                            throw new IOException("the source broke");
                          }
                        })
                    .write(path))
        .hasMessage("the source broke");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new SafeTensorsWriter()
                    .add(
                        "x",
                        TensorType.F32,
                        3,
                        2,
                        (first, count, into, offset) -> into[offset + 3] = 1e39)
                    .write(path))
        .withMessage("tensor 'x', row 1, column 1: 1.0E39 is beyond float; write it as F64");
    assertThat(path).hasContent("old");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void missingFilesAndDirectoriesAreClear() {
    assertThatThrownBy(() -> SafeTensors.open(path))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(path + ": there is no such file");
    assertThatThrownBy(() -> SafeTensors.open(directory))
        .isInstanceOf(IOException.class)
        .hasMessage(directory + ": is a directory; name a file in the safetensors format");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7})
  void filesTooShortForALengthAreRefused(int bytes) throws IOException {
    Files.write(path, new byte[bytes]);
    assertThatThrownBy(() -> SafeTensors.open(path))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageStartingWith(path + ": has " + bytes + " bytes;");
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        1,
        3,
        41,
        1 << 20,
        100_000_001,
        Integer.MAX_VALUE,
        1L << 32,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        -1,
        -8
      })
  void wrongHeaderLengthsAreRefused(long length) throws IOException {
    write(length, "{}" + " ".repeat(38), 0);
    assertThatThrownBy(() -> SafeTensors.open(path)).isInstanceOf(ModelFormatException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "null",
        " {}",
        "{",
        "{}}",
        "{}x",
        "\uFEFF{}",
        "{'t':1}",
        "{'t':{}}",
        "{'t':[]}",
        "{'t':null}",
        // entries
        "{'t':{'dtype':'F64','shape':[1]}}",
        "{'t':{'dtype':'F64','shape':[1],'data_offsets':[0,8],'more':1}}",
        "{'t':{'dtype':'F64','shape':[1],'shape':[1],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'F16','shape':[4],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'f64','shape':[1],'data_offsets':[0,8]}}",
        "{'t':{'dtype':64,'shape':[1],'data_offsets':[0,8]}}",
        "{'t':{'dtype':null,'shape':[1],'data_offsets':[0,8]}}",
        // shapes
        "{'t':{'dtype':'F64','shape':1,'data_offsets':[0,8]}}",
        "{'t':{'dtype':'F64','shape':[-1],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'F64','shape':[-1,-1],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'F64','shape':[1.0],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'F64','shape':['1'],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'F64','shape':[null],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'F64','shape':[2],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'F64','shape':[0],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'F64','shape':[9223372036854775807],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'F64','shape':[9223372036854775808],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'F64','shape':[2305843009213693953],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'U8','shape':[4294967296,4294967296,8],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'U8','shape':[4294967296,4294967296,0],'data_offsets':[0,0]}}",
        // offsets
        "{'t':{'dtype':'F64','shape':[1],'data_offsets':[0]}}",
        "{'t':{'dtype':'F64','shape':[1],'data_offsets':[0,8,8]}}",
        "{'t':{'dtype':'F64','shape':[1],'data_offsets':8}}",
        "{'t':{'dtype':'F64','shape':[1],'data_offsets':[8,0]}}",
        "{'t':{'dtype':'F64','shape':[1],'data_offsets':[8,16]}}",
        "{'t':{'dtype':'F64','shape':[1],'data_offsets':[-8,0]}}",
        "{'t':{'dtype':'F64','shape':[1],'data_offsets':[0.0,8.0]}}",
        "{'t':{'dtype':'F64','shape':[2],'data_offsets':[0,16]}}",
        "{'t':{'dtype':'F32','shape':[1],'data_offsets':[0,4]}}",
        "{'t':{'dtype':'F32','shape':[1],'data_offsets':[4,8]}}",
        "{'t':{'dtype':'F64','shape':[1],'data_offsets':[9223372036854775800,9223372036854775807]}}",
        // together
        "{}",
        "{'a':{'dtype':'F64','shape':[1],'data_offsets':[0,8]},"
            + "'b':{'dtype':'F64','shape':[1],'data_offsets':[0,8]}}",
        "{'a':{'dtype':'U8','shape':[5],'data_offsets':[0,5]},"
            + "'b':{'dtype':'U8','shape':[4],'data_offsets':[4,8]}}",
        "{'a':{'dtype':'U8','shape':[3],'data_offsets':[0,3]},"
            + "'b':{'dtype':'U8','shape':[4],'data_offsets':[4,8]}}",
        "{'a':{'dtype':'U8','shape':[8],'data_offsets':[0,8]},"
            + "'a':{'dtype':'U8','shape':[0],'data_offsets':[8,8]}}",
        "{'a':{'dtype':'U8','shape':[8],'data_offsets':[0,8]},"
            + "'b':{'dtype':'U8','shape':[0],'data_offsets':[4,4]}}",
        // metadata
        "{'__metadata__':[],'t':{'dtype':'F64','shape':[1],'data_offsets':[0,8]}}",
        "{'__metadata__':{'a':1},'t':{'dtype':'F64','shape':[1],'data_offsets':[0,8]}}",
        "{'__metadata__':{'a':null},'t':{'dtype':'F64','shape':[1],'data_offsets':[0,8]}}",
        "{'__metadata__':{'a':{}},'t':{'dtype':'F64','shape':[1],'data_offsets':[0,8]}}",
        "{'__metadata__':{'a':'\\ud800'},'t':{'dtype':'F64','shape':[1],'data_offsets':[0,8]}}",
      })
  void wrongHeadersAreRefused(String quoted) throws IOException {
    String header = quoted.replace('\'', '"');
    write(header.getBytes(StandardCharsets.UTF_8).length, header, 8);
    assertThatThrownBy(() -> SafeTensors.open(path))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageStartingWith(path + ": ");
  }

  @Test
  void aShapeThatDoesNotFillItsOffsetsIsNamed() throws IOException {
    String header = "{\"t\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,8]}}";
    write(header.length(), header, 8);
    assertThatThrownBy(() -> SafeTensors.open(path))
        .isInstanceOf(ModelFormatException.class)
        .hasMessage(path + ": tensor 't': its shape and type F32 take 4 bytes, data_offsets 8");
  }

  /** The twin of the cases above that must be read, or they could all fail for one reason. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'t':{'dtype':'F64','shape':[1],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'F64','shape':[],'data_offsets':[0,8]}}   ",
        "{\n 't' : {'data_offsets':[0,8],'shape':[2,2,2],'dtype':'U8'} }\t",
        "{'b':{'dtype':'U8','shape':[4],'data_offsets':[4,8]},"
            + "'a':{'dtype':'F32','shape':[1,1],'data_offsets':[0,4]},"
            + "'t':{'dtype':'F64','shape':[3,0],'data_offsets':[4,4]},'__metadata__':{'':''}}",
      })
  void rightHeadersAreRead(String quoted) throws IOException {
    String header = quoted.replace('\'', '"');
    write(header.length(), header, 8);
    try (SafeTensors file = SafeTensors.open(path)) {
      assertThat(file.readDoubles("t")).hasSize((int) file.tensor("t").entries());
    }
  }

  @Test
  void headersThatAreNotUtf8AreRefused() throws IOException {
    byte[] header = "{\"?\":1}".getBytes(StandardCharsets.ISO_8859_1);
    header[2] = (byte) 0xe9;
    ByteBuffer file = ByteBuffer.allocate(8 + header.length).order(ByteOrder.LITTLE_ENDIAN);
    Files.write(path, file.putLong(header.length).put(header).array());
    assertThatThrownBy(() -> SafeTensors.open(path))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageEndingWith("the header is not UTF-8 text");
  }

  @Test
  void everyCutOfAFileIsRefused() throws IOException {
    new SafeTensorsWriter().metadata("a", "b").add("x", new double[] {1, 2}, 2).write(path);
    byte[] whole = Files.readAllBytes(path);
    for (int length = 0; length < whole.length; length++) {
      Files.write(path, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> SafeTensors.open(path)).isInstanceOf(ModelFormatException.class);
    }
    Files.write(path, Arrays.copyOf(whole, whole.length + 1));
    assertThatThrownBy(() -> SafeTensors.open(path))
        .hasMessage(path + ": has 1 bytes after its last tensor");
  }

  @Test
  void aFileCutWhileOpenIsAModelFormatException() throws IOException {
    new SafeTensorsWriter().add("x", new double[100], 100).write(path);
    try (SafeTensors file = SafeTensors.open(path);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(200);
      assertThatThrownBy(() -> file.readDoubles("x"))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("ends at byte 200");
    }
  }

  @Test
  void equalContentGivesEqualBytes() throws IOException {
    Path second = directory.resolve("second");
    for (Path target : List.of(path, second)) {
      new SafeTensorsWriter().metadata("k", "v").add("x", new double[] {1}, 1).write(target);
    }
    assertThat(Files.readAllBytes(second)).isEqualTo(Files.readAllBytes(path));
  }

  /** Entries beyond 2^31 bytes, in a file with a hole so that nothing of its size is written. */
  @Test
  void readsTensorsBeyondTwoGibibytes() throws IOException {
    int columns = 1 << 16;
    long rows = (1L << 15) + 3; // 2^31 + 3 * 2^16 entries of 4 bytes
    long bytes = rows * columns * 4;
    String header =
        Json.compact(
            Map.of(
                "x",
                Json.object(
                    "dtype", "F32",
                    "shape", new long[] {rows, columns},
                    "data_offsets", new long[] {0, bytes})));
    try (FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      ByteBuffer start = ByteBuffer.allocate(8 + header.length()).order(ByteOrder.LITTLE_ENDIAN);
      start.putLong(header.length()).put(header.getBytes(StandardCharsets.US_ASCII)).flip();
      channel.write(start, 0);
      ByteBuffer last = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(2.5f);
      channel.write(last.flip(), 8 + header.length() + bytes - 4);
    }
    try (SafeTensors file = SafeTensors.open(path)) {
      assertThat(file.tensor("x").entries()).isGreaterThan(1L << 31);
      double[] row = new double[columns];
      file.copyRows("x", rows - 1, 1, row, 0);
      assertThat(row[columns - 1]).isEqualTo(2.5);
      assertThat(row[columns - 2]).isZero();
      assertThatIllegalArgumentException().isThrownBy(() -> file.readDoubles("x"));
    }
  }

  /** Writes 2.1 GB: {@code -Dmercer.excludedGroups= -Dtest=SafeTensorsTest}. */
  @Test
  @Tag("slow")
  void writesTensorsBeyondTwoGibibytes() throws IOException {
    int columns = 1 << 14;
    int rows = (1 << 14) + 1;
    new SafeTensorsWriter()
        .add(
            "x",
            TensorType.F64,
            rows,
            columns,
            (first, count, into, offset) -> {
              for (int i = 0; i < count; i++) {
                Arrays.fill(into, offset + i * columns, offset + (i + 1) * columns, first + i);
              }
            })
        .write(path);
    try (SafeTensors file = SafeTensors.open(path)) {
      assertThat(file.tensor("x").bytes()).isEqualTo(8L * rows * columns).isGreaterThan(1L << 31);
      double[] row = new double[columns];
      for (int i : new int[] {0, 1, rows / 2, rows - 1}) {
        file.copyRows("x", i, 1, row, 0);
        assertThat(row).containsOnly(i);
      }
    }
  }

  private void write(long length, String header, int dataBytes) throws IOException {
    byte[] json = header.getBytes(StandardCharsets.UTF_8);
    ByteBuffer file =
        ByteBuffer.allocate(8 + json.length + dataBytes).order(ByteOrder.LITTLE_ENDIAN);
    Files.write(path, file.putLong(length).put(json).array());
  }
}
