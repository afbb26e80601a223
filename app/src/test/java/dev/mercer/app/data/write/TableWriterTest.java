package dev.mercer.app.data.write;

import static dev.mercer.app.data.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.Loaded;
import dev.mercer.app.data.MissingPolicy;
import dev.mercer.app.data.Written;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableWriterTest {

  @TempDir Path folder;

  private List<Path> files() throws IOException {
    try (Stream<Path> list = Files.list(folder)) {
      return list.toList();
    }
  }

  private static double[] anyDoubles(int count) {
    Random random = new Random(5);
    double[] values = new double[count];
    for (int k = 0; k < count; k++) {
      values[k] =
          switch (k % 5) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> random.nextGaussian();
            case 2 -> random.nextInt(100);
            case 3 -> Double.MIN_VALUE * random.nextInt();
            default -> k % 2 == 0 ? -0.0 : 1e22 * random.nextDouble();
          };
      if (!Double.isFinite(values[k])) {
        values[k] = Double.NaN;
      }
    }
    return values;
  }

  @ParameterizedTest
  @ValueSource(strings = {"s.csv", "s.npy", "s.parquet", "it's a \"t\" [1];x.parquet", "S.CSV"})
  void everyBitComesBackInOrder(String name) throws IOException {
    int rows = 5000;
    int columns = 3;
    double[] values = anyDoubles(rows * columns);
    Path target = folder.resolve(name);
    try (TableWriter writer = ScoresWriter.to(target, columns)) {
      for (int from = 0; from < rows; from += 700) {
        int count = Math.min(700, rows - from);
        writer.write(Arrays.copyOfRange(values, from * columns, (from + count) * columns), count);
      }
      assertThat(target).doesNotExist();
      writer.finish();
    }
    assertThat(files()).containsExactly(target);
    Loaded back = Loaded.of(DataRequest.of(target.toString()).withMissing(MissingPolicy.NAN));
    assertThat(back.names())
        .isEqualTo(name.endsWith(".npy") ? List.of() : List.of("pc1", "pc2", "pc3"));
    assertThat(back.rows()).hasDimensions(rows, columns);
    for (int k = 0; k < values.length; k++) {
      long got = Double.doubleToLongBits(back.rows()[k / columns][k % columns]);
      if (got != Double.doubleToLongBits(values[k])) {
        throw new AssertionError(values[k] + " came back as " + Double.longBitsToDouble(got));
      }
    }
  }

  @Test
  void theTextOfACsv() throws IOException {
    Path target = folder.resolve("t.csv");
    try (TableWriter writer = TableWriter.to(target, List.of("t2", "a \"b\",c", "flag"))) {
      writer.write(new double[] {0.1, Double.NaN, 1, -2.5e-300, Double.POSITIVE_INFINITY, 0}, 2);
      writer.finish();
    }
    assertThat(target).hasContent("t2,\"a \"\"b\"\",c\",flag\n0.1,NaN,1\n-2.5E-300,Infinity,0\n");
  }

  @Test
  void theHeaderOfAnNpy() throws IOException {
    Path target = folder.resolve("t.npy");
    try (TableWriter writer = TableWriter.to(target, List.of("a", "b"))) {
      writer.write(new double[] {1, 2, 3, 4, 5, 6}, 3);
      writer.finish();
    }
    byte[] bytes = Files.readAllBytes(target);
    assertThat(bytes).hasSize(128 + 48);
    assertThat(new String(bytes, 10, 118, java.nio.charset.StandardCharsets.US_ASCII))
        .startsWith("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }")
        .endsWith(" \n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"s.csv", "s.npy", "s.parquet"})
  void anUnfinishedFileLeavesTheOldOne(String name) throws IOException {
    Path target = Written.text(folder, name, "old");
    try (TableWriter writer = ScoresWriter.to(target, 2)) {
      writer.write(new double[] {1, 2}, 1);
    }
    assertThat(target).hasContent("old");
    assertThat(files()).containsExactly(target);
    try (TableWriter writer = ScoresWriter.to(target, 2)) {
      writer.write(new double[] {1, 2}, 1);
      writer.finish();
    }
    assertThat(files()).containsExactly(target);
    assertThat(Loaded.of(DataRequest.of(target.toString())).rows())
        .isDeepEqualTo(new double[][] {{1, 2}});
  }

  @Test
  void aLinkIsFollowed() throws IOException {
    Path real = Written.text(folder, "real.csv", "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.csv"), real);
    try (TableWriter writer = ScoresWriter.to(link, 1)) {
      writer.write(new double[] {1}, 1);
      writer.finish();
    }
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(real).hasContent("pc1\n1\n");
  }

  @Test
  void targetsThatCannotBeWritten() throws IOException {
    assertRefused(() -> ScoresWriter.to(folder.resolve("s.txt"), 2))
        .hasMessageContaining("allowed are .csv, .npy and .parquet");
    assertRefused(() -> ScoresWriter.to(folder.resolve("no/s.csv"), 2))
        .hasMessageContaining("no does not exist; create it first");
    for (String name : List.of("f.csv", "f.npy", "f.parquet")) {
      Files.createDirectory(folder.resolve(name));
      assertRefused(() -> ScoresWriter.to(folder.resolve(name), 2))
          .hasMessageContaining("is a directory; name a file in it");
    }
  }
}
