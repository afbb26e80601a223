package dev.mercer.app.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * The benchmark files, where they are: MERCER_DATA, else data/ under the project. On CI they have
 * to be there.
 */
class RealDataTest {

  private static Path data(String name) {
    String folder = System.getenv("MERCER_DATA");
    Path file = (folder == null ? Path.of("..", "data") : Path.of(folder)).resolve(name);
    boolean required = "true".equals(System.getenv("CI"));
    if (!required) {
      Assumptions.assumeTrue(Files.exists(file), "no " + file + "; set MERCER_DATA");
    }
    assertThat(file).exists();
    return file;
  }

  @Test
  void digitsAreTheBuiltinOnes() {
    Loaded file = Loaded.of(DataRequest.of(data("digits.csv.gz").toString()).withLabel("label"));
    Loaded builtin = Loaded.of(DataRequest.of("builtin:digits"));
    assertThat(file.rows()).isDeepEqualTo(builtin.rows());
    assertThat(file.labels()).isEqualTo(builtin.labels());
    assertThat(file.names()).isEqualTo(builtin.names());
  }

  @Test
  void pendigitsByBothReaders() {
    DataRequest request = DataRequest.of(data("pendigits.csv.gz").toString()).withLabel("label");
    Loaded plain = Loaded.of(request, 500, Long.MAX_VALUE);
    Loaded fast = Loaded.of(request, 500, -1);
    assertThat(plain.rows()).hasDimensions(10_992, 16);
    assertThat(plain.rows()).isDeepEqualTo(fast.rows());
    assertThat(plain.labels()).isEqualTo(fast.labels());
    assertThat(plain.labels().stream().distinct()).hasSize(10);
    assertThat(Arrays.stream(plain.rows()).flatMapToDouble(Arrays::stream).max()).hasValue(100);
  }

  @Test
  void theTestPartOfPendigitsIsItsEnd() {
    Loaded test =
        Loaded.of(DataRequest.of(data("pendigits-test.csv.gz").toString()).withLabel("label"));
    Loaded end =
        Loaded.of(
            DataRequest.of(data("pendigits.csv.gz").toString())
                .withLabel("label")
                .withRows(RowRange.parse("7494:")));
    assertThat(end.rows()).hasDimensions(3498, 16).isDeepEqualTo(test.rows());
  }

  @Test
  void mnistTwosAndSixes() {
    DataRequest request =
        DataRequest.of(data("mnist/train-images-idx3-ubyte.gz").toString())
            .withLabelsFile(data("mnist/train-labels-idx1-ubyte.gz"));
    assertThat(DataSources.shape(request)).isEqualTo(new DataShape(60_000, 784, List.of()));
    DataRequest some = request.withClasses(List.of("2", "6"));
    assertThat(DataSources.shape(some).rows()).isEqualTo(11_876);
    try (DataSource source = DataSources.open(some)) {
      RowBlock block = new RowBlock(1000, source.columns());
      double largest = 0;
      while (source.next(block) > 0) {
        for (int i = 0; i < block.rows(); i++) {
          assertThat(block.label(i)).isIn("2", "6");
          for (int j = 0; j < 784; j++) {
            largest = Math.max(largest, block.values()[i * 784 + j]);
          }
        }
      }
      assertThat(largest).isEqualTo(255);
    }
  }

  @Test
  void uspsInBothFilesByGlob() {
    Path train = data("usps-train.csv.gz");
    DataShape shape =
        DataSources.shape(
            DataRequest.of(train.resolveSibling("usps-*.csv.gz").toString()).withLabel("label"));
    assertThat(shape.rows()).isEqualTo(9298);
    assertThat(shape.columns()).isEqualTo(256);
  }
}
