package dev.mercer.app.data;

import static dev.mercer.app.data.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NpyInputTest {

  @TempDir Path folder;

  /** A file as NumPy writes it. */
  private static byte[] npy(
      int version, String type, boolean columnMajor, String shape, byte[] data) {
    String header =
        "{'descr': '"
            + type
            + "', 'fortran_order': "
            + (columnMajor ? "True" : "False")
            + ", 'shape': ("
            + shape
            + "), }";
    return npy(version, header, data);
  }

  private static byte[] npy(int version, String header, byte[] data) {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    int prefix = version == 1 ? 10 : 12;
    int padded = (prefix + text.length + 1 + 63) / 64 * 64;
    ByteBuffer file = ByteBuffer.allocate(padded + data.length).order(ByteOrder.LITTLE_ENDIAN);
    file.put((byte) 0x93)
        .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
        .put((byte) version)
        .put((byte) 0);
    if (version == 1) {
      file.putShort((short) (padded - prefix));
    } else {
      file.putInt(padded - prefix);
    }
    file.put(text);
    while (file.position() < padded - 1) {
      file.put((byte) ' ');
    }
    file.put((byte) '\n').put(data);
    return file.array();
  }

  private static byte[] encode(
      double[] values, int width, ByteOrder order, BiConsumer<ByteBuffer, Double> put) {
    ByteBuffer buffer = ByteBuffer.allocate(values.length * width).order(order);
    for (double value : values) {
      put.accept(buffer, value);
    }
    return buffer.array();
  }

  private DataRequest file(byte[] bytes) {
    return DataRequest.of(Written.bytes(folder, "a.npy", bytes).toString());
  }

  @ParameterizedTest
  @CsvSource({
    "f8,-1.25", "f4,-1.25", "i1,-100", "i2,-30000", "i4,-2000000000", "i8,-9007199254740992",
    "u1,200", "u2,60000", "u4,4000000000", "u8,18446744073709551615", "b1,1", "?,1"
  })
  void typesInBothByteOrders(String type, double value) {
    double[] values = {0, 1, value, 1, 0, value};
    int width = type.equals("?") ? 1 : type.charAt(1) - '0';
    for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
      byte[] data =
          encode(
              values,
              width,
              order,
              (buffer, v) -> {
                switch (type) {
                  case "f8" -> buffer.putDouble(v);
                  case "f4" -> buffer.putFloat(v.floatValue());
                  case "i8" -> buffer.putLong(v.longValue());
                  case "u8" -> buffer.putLong(v > 1 ? -1 : v.longValue());
                  default -> {
                    if (width == 4) {
                      buffer.putInt((int) v.longValue());
                    } else if (width == 2) {
                      buffer.putShort((short) v.longValue());
                    } else {
                      buffer.put((byte) v.longValue());
                    }
                  }
                }
              });
      String mark = width == 1 ? "|" : order == ByteOrder.BIG_ENDIAN ? ">" : "<";
      Loaded loaded = Loaded.of(file(npy(1, mark + type, false, "3, 2", data)), 2);
      assertThat(loaded.rows()).isDeepEqualTo(new double[][] {{0, 1}, {value, 1}, {0, value}});
      assertThat(loaded.names()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"1,false,220000", "2,false,3", "3,false,3", "1,true,220000", "2,true,3", "3,true,1"})
  void versionsAndOrdersInPieces(int version, boolean columnMajor, int rows) {
    // 220,000 rows take more than one piece of 8 MB
    int columns = 5;
    Random random = new Random(3);
    double[] rowMajor = random.doubles((long) rows * columns).toArray();
    double[] stored = rowMajor;
    if (columnMajor) {
      stored = new double[rowMajor.length];
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
          stored[j * rows + i] = rowMajor[i * columns + j];
        }
      }
    }
    byte[] data = encode(stored, 8, ByteOrder.LITTLE_ENDIAN, ByteBuffer::putDouble);
    DataRequest request = file(npy(version, "<f8", columnMajor, rows + ", " + columns, data));
    Loaded all = Loaded.of(request, 7777);
    for (int i = 0; i < rows; i++) {
      if (!Arrays.equals(all.rows()[i], 0, columns, rowMajor, i * columns, (i + 1) * columns)) {
        throw new AssertionError("row " + i + " is " + Arrays.toString(all.rows()[i]));
      }
    }
    Loaded part =
        Loaded.of(request.withRows(new RowRange(rows - 1, rows)).withColumns(List.of("x4", "x1")));
    assertThat(part.rows()[0])
        .containsExactly(rowMajor[rows * columns - 1], rowMajor[rows * columns - 4]);
    assertThat(DataSources.shape(request)).isEqualTo(new DataShape(rows, columns, List.of()));
  }

  @Test
  void oneDimensionIsOneColumn() {
    byte[] data = encode(new double[] {4, 5}, 8, ByteOrder.LITTLE_ENDIAN, ByteBuffer::putDouble);
    assertThat(Loaded.of(file(npy(1, "<f8", false, "2,", data))).rows())
        .isDeepEqualTo(new double[][] {{4}, {5}});
  }

  @Test
  void labelsFromAFile() {
    byte[] data = encode(new double[] {4, 5, 6}, 8, ByteOrder.LITTLE_ENDIAN, ByteBuffer::putDouble);
    Path labels =
        Written.bytes(
            folder,
            "y.npy",
            npy(
                1,
                "<f8",
                false,
                "3,",
                encode(
                    new double[] {2, 1.5, 2}, 8, ByteOrder.LITTLE_ENDIAN, ByteBuffer::putDouble)));
    DataRequest request = file(npy(1, "<f8", false, "3, 1", data)).withLabelsFile(labels);
    assertThat(Loaded.of(request).labels()).containsExactly("2", "1.5", "2");
    assertThat(Loaded.of(request.withClasses(List.of("2"))).column(0)).containsExactly(4, 6);
    assertThat(
            Loaded.of(request.withClasses(List.of("2")).withRows(RowRange.parse("1:"))).column(0))
        .containsExactly(6);
  }

  @Test
  void whatIsNotFiniteIsNamed() {
    byte[] data =
        encode(
            new double[] {4, 5, Double.NaN, 6, 7, Double.NEGATIVE_INFINITY},
            8,
            ByteOrder.LITTLE_ENDIAN,
            ByteBuffer::putDouble);
    DataRequest request = file(npy(1, "<f8", false, "3, 2", data));
    assertRefused(request)
        .hasMessageContaining("row 1, column 'x0' is NaN; clean it or pass --missing drop");
    assertRefused(request.withRows(RowRange.parse("2:")))
        .hasMessageContaining("row 0, column 'x1' is infinite (row 2 of");
    assertThat(Loaded.of(request.withMissing(MissingPolicy.DROP)).rows())
        .isDeepEqualTo(new double[][] {{4, 5}});
    assertThat(Loaded.of(request.withMissing(MissingPolicy.NAN)).rows()[2])
        .containsExactly(7, Double.NaN);
  }

  @Test
  void columnsHaveNoNames() {
    byte[] data = new byte[16];
    DataRequest request = file(npy(1, "<f8", false, "1, 2", data));
    assertRefused(request.withLabel("y"))
        .hasMessageContaining("no column names")
        .hasMessageContaining("--labels FILE");
    assertRefused(request.withWeights("w")).hasMessageContaining("--weights cannot name one");
    assertRefused(request.withClasses(List.of("1"))).hasMessageContaining("--labels FILE");
  }

  @Test
  void hostileHeaders() {
    byte[] good = npy(1, "<f8", false, "2, 2", new byte[32]);
    assertRefused(file(new byte[0])).hasMessageContaining("cut short");
    assertRefused(file("not a numpy file at all".getBytes(StandardCharsets.US_ASCII)))
        .hasMessageContaining("not an NPY file");
    assertRefused(file(Arrays.copyOf(good, 40))).hasMessageContaining("cut short");
    assertRefused(file(Arrays.copyOf(good, good.length - 1))).hasMessageContaining("cut short");
    assertRefused(file(Arrays.copyOf(good, good.length + 8)))
        .hasMessageContaining("does not hold what its header says");
    byte[] huge = npy(2, "<f8", false, "2, 2", new byte[32]);
    ByteBuffer.wrap(huge).order(ByteOrder.LITTLE_ENDIAN).putInt(8, 0xFFFF_FFF0);
    assertRefused(file(huge)).hasMessageContaining("header of 4294967280 bytes");
    for (String shape :
        List.of(
            "9223372036854775807, 8", "4611686018427387904, 4", "1000000000000, 1", "2, 1000001")) {
      assertRefused(file(npy(1, "<f8", false, shape, new byte[32])));
    }
    assertRefused(file(npy(1, "<f8", false, "99999999999999999999, 2", new byte[32])))
        .hasMessageContaining("shape");
    assertRefused(file(npy(1, "<f8", false, "0, 2", new byte[0]))).hasMessageContaining("is empty");
    assertRefused(file(npy(1, "<f8", false, "2, 2, 1", new byte[32])))
        .hasMessageContaining("3 dimensions");
    assertRefused(file(npy(1, "<f8", false, "", new byte[8]))).hasMessageContaining("0 dimensions");
    assertRefused(file(npy(1, "<c16", false, "2, 1", new byte[32])))
        .hasMessageContaining("type 'c16'");
    assertRefused(file(npy(1, "|O", false, "2, 2", new byte[32]))).hasMessageContaining("type 'O'");
    assertRefused(
            file(
                npy(
                    1,
                    "{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2, 2), }",
                    new byte[32])))
        .hasMessageContaining("several fields");
    assertRefused(file(npy(1, "{'shape': (2, 2)}", new byte[32]))).hasMessageContaining("'descr'");
    assertRefused(
            file(
                npy(
                    1,
                    "{'descr': '<f8', 'fortran_order': False, 'shape': __import__('os')}",
                    new byte[32])))
        .hasMessageContaining("'shape'");
  }

  @Test
  void flippedBytesNeverEscapeAsOtherErrors() {
    byte[] good = npy(1, "<f8", false, "4, 2", new byte[64]);
    Random random = new Random(11);
    for (int k = 0; k < 400; k++) {
      byte[] bad = good.clone();
      for (int f = 0; f <= random.nextInt(3); f++) {
        bad[random.nextInt(120)] = (byte) random.nextInt();
      }
      try {
        Loaded.of(file(bad).withMissing(MissingPolicy.NAN));
      } catch (DataException e) {
        assertThat(e.getMessage()).contains("a.npy");
      }
    }
  }
}
