package dev.mercer.app.cli.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPcaModel;
import dev.mercer.app.Program;
import dev.mercer.data.DenseRows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.json.Json;
import dev.mercer.use.preimage.Preimages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** reconstruct: what the library finds, under the features' names; wrong use in one line. */
class ReconstructVerbTest {

  private static final int ROWS = 40;

  @TempDir static Path folder;
  private static final double[][] DATA = new double[ROWS][3];

  @BeforeAll
  static void makeData() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    StringBuilder text = new StringBuilder("a,b,c\n");
    for (double[] row : DATA) {
      Arrays.setAll(row, j -> random.nextDouble(-2, 2) * (j + 1));
      text.append(row[0] + "," + row[1] + "," + row[2] + "\n");
    }
    Files.writeString(file("abc.csv"), text);
    fit("m.safetensors", "gaussian(sigma=2)", "--scale", "standard");
    fit("linear.safetensors", "linear");
  }

  private static Path file(String name) {
    return folder.resolve(name);
  }

  private static void fit(String model, String kernel, Object... more) {
    List<Object> words = new ArrayList<>(List.of("fit", file("abc.csv"), "--quiet"));
    words.addAll(List.of("--kernel", kernel, "--rank", 3, "-o", file(model)));
    words.addAll(List.of(more));
    Program fit = Program.run(words.toArray());
    assertThat(fit.exit()).as(fit.err()).isZero();
  }

  private static Program reconstruct(Object data, String model, String to, Object... more) {
    List<Object> words = new ArrayList<>(List.of("reconstruct", data, "-m", file(model)));
    words.addAll(List.of("-o", file(to)));
    words.addAll(List.of(more));
    return Program.run(words.toArray());
  }

  private static Program done(Object data, String model, String to, Object... more) {
    Program program = reconstruct(data, model, to, more);
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.out()).isEmpty();
    return program;
  }

  private static double[][] read(String name) throws IOException {
    return Files.readAllLines(file(name)).stream()
        .skip(1)
        .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
        .toArray(double[][]::new);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "auto", "mika", "kwok-tsang(neighbors=5)", "ridge(ridge=0.01)"})
  void theFileHoldsWhatTheLibraryFinds(String method) throws IOException {
    Object[] option =
        method.isEmpty() ? new Object[] {"--quiet"} : new Object[] {"--preimage", method};
    List<Object> more = new ArrayList<>(List.of(option));
    more.addAll(List.of("--report", file("r.json")));
    done(file("abc.csv"), "m.safetensors", "out.csv", more.toArray());
    assertThat(Files.readAllLines(file("out.csv")).get(0)).isEqualTo("a,b,c");
    KernelPcaModel model = KernelPcaModel.load(file("m.safetensors"));
    try (Workers workers = Workers.of(1)) {
      Preimages preimages =
          Preimages.of(model, method.isEmpty() ? "auto" : method, workers.threads());
      Preimages.Result expected = preimages.of(DenseRows.of(DATA));
      double[][] found = read("out.csv");
      assertThat(found).hasDimensions(ROWS, 3);
      for (int i = 0; i < ROWS; i++) {
        assertThat(found[i]).containsExactly(expected.points().row(i));
      }
      Map<String, Object> json = Json.parseObject(Files.readString(file("r.json")));
      assertThat(json)
          .containsEntry("rows", 40L)
          .containsEntry("failures", (long) expected.failures())
          .containsEntry("preimage", preimages.spec())
          .containsEntry("steps", preimages.steps())
          .containsEntry("incompleteRows", 0L)
          .containsKey("seconds");
      List<?> distances = (List<?>) json.get("featureDistance");
      assertThat(distances).hasSize(ROWS);
      double sum = 0;
      for (int i = 0; i < ROWS; i++) {
        assertThat((Double) distances.get(i)).isEqualTo(expected.featureDistances()[i]);
        sum += expected.featureDistances()[i];
      }
      assertThat((Double) json.get("meanFeatureDistance"))
          .isCloseTo(sum / ROWS, within(1e-15 * ROWS));
    }
  }

  @Test
  void allFormatsHoldTheSameBits() throws IOException {
    done(file("abc.csv"), "m.safetensors", "s.csv", "--threads", 1);
    done(file("abc.csv"), "m.safetensors", "s.npy", "--threads", 3);
    done(file("abc.csv"), "m.safetensors", "s.parquet", "--quiet");
    double[][] points = read("s.csv");
    byte[] npy = Files.readAllBytes(file("s.npy"));
    ByteBuffer values = ByteBuffer.wrap(npy, 128, npy.length - 128).order(ByteOrder.LITTLE_ENDIAN);
    for (double[] row : points) {
      for (double value : row) {
        assertThat(values.getDouble()).isEqualTo(value);
      }
    }
    assertThat(values.hasRemaining()).isFalse();
    // The file is data for the model again: names and units are those of the rows it was made of.
    Program again =
        Program.run(
            "transform",
            file("s.parquet"),
            "-m",
            file("m.safetensors"),
            "-o",
            file("again.csv"),
            "--quiet");
    assertThat(again.exit()).as(again.err()).isZero();
  }

  @Test
  void theLinearKernelIsExactPca() throws IOException {
    // Three components of three columns: every row comes back.
    done(file("abc.csv"), "linear.safetensors", "pca.csv", "--report", file("pca.json"));
    double[][] found = read("pca.csv");
    for (int i = 0; i < ROWS; i++) {
      assertThat(found[i]).containsExactly(DATA[i], within(1e-12));
    }
    assertThat(Json.parseObject(Files.readString(file("pca.json"))))
        .containsEntry("steps", "linear")
        .containsEntry("meanFeatureDistance", 0.0);
  }

  @Test
  void rowsThatAreNotCompleteKeepTheirPlace() throws IOException {
    Files.writeString(file("gaps.csv"), "a,b,c\n1,2,3\n1,,3\n0.5,0.25,0\n");
    Program program =
        done(
            file("gaps.csv"),
            "m.safetensors",
            "gaps-out.csv",
            "--missing",
            "drop",
            "--report",
            file("gaps.json"));
    assertThat(program.reason()).contains("3 rows in ", "1 rows incomplete: NaN");
    double[][] found = read("gaps-out.csv");
    assertThat(found[1]).containsOnly(Double.NaN);
    assertThat(found[0]).doesNotContain(Double.NaN);
    assertThat(found[2]).doesNotContain(Double.NaN);
    Map<String, Object> json = Json.parseObject(Files.readString(file("gaps.json")));
    List<?> distances = (List<?>) json.get("featureDistance");
    assertThat(distances.get(1)).isNull();
    assertThat((Double) json.get("meanFeatureDistance"))
        .isCloseTo(((Double) distances.get(0) + (Double) distances.get(2)) / 2, within(1e-15));
    assertThat(json).containsEntry("incompleteRows", 1L).containsEntry("failures", 0L);
    Program refused = reconstruct(file("gaps.csv"), "m.safetensors", "x.csv");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("row 1, column 'b'", "--missing drop");
    assertThat(file("x.csv")).doesNotExist();
  }

  @Test
  void rowsSecondsAndDistanceAreSaid() {
    Program loud = done(file("abc.csv"), "m.safetensors", "v.csv");
    assertThat(loud.reason()).matches("40 rows in [\\d.]+ s; mean feature distance [\\d.e-]+");
    assertThat(done(file("abc.csv"), "m.safetensors", "v.csv", "--quiet").err()).isEmpty();
    Program few =
        done(file("abc.csv"), "m.safetensors", "v.csv", "--preimage", "mika(iterations=1)");
    assertThat(few.reason()).endsWith(", 40 failures");
  }

  @Test
  void dataWithoutNamesGetNumbers() throws IOException {
    done(file("abc.csv"), "m.safetensors", "plain.npy", "--quiet");
    Program fit =
        Program.run(
            "fit", file("plain.npy"), "--rank", 2, "-o", file("plain.safetensors"), "--quiet");
    assertThat(fit.exit()).as(fit.err()).isZero();
    done(file("plain.npy"), "plain.safetensors", "named.csv", "--quiet");
    assertThat(Files.readAllLines(file("named.csv")).get(0)).isEqualTo("x0,x1,x2");
  }

  private static void assertRefused(Program program, String... words) {
    assertThat(program.exit()).as(program.err()).isEqualTo(2);
    assertThat(program.err().strip().lines()).hasSize(1);
    assertThat(program.reason()).contains(words);
    assertThat(file("refused.csv")).doesNotExist();
  }

  @Test
  void wrongUseIsOneLine() throws IOException {
    Object data = file("abc.csv");
    String model = "m.safetensors";
    String to = "refused.csv";
    assertRefused(
        reconstruct(data, model, to, "--preimage", "kwok"),
        "unknown pre-image method",
        "auto, mika, kwok-tsang, ridge, linear");
    assertRefused(reconstruct(data, model, to, "--preimage", "mikka"), "did you mean 'mika'?");
    assertRefused(
        reconstruct(data, model, to, "--preimage", "kwok-tsang(neighbours=3)"), "neighbors");
    assertRefused(reconstruct(data, model, to, "--preimage", "mika(iterations=0)"), "iterations");
    assertRefused(reconstruct(data, model, to, "--preimage", "mika(("), "pre-image method");
    assertRefused(reconstruct(data, model, to, "--preimage", "linear"), "the linear kernel");
    assertRefused(
        reconstruct(data, "linear.safetensors", to, "--preimage", "kwok-tsang"),
        "possible are linear, mika, ridge, auto");
    assertRefused(reconstruct(data, model, "refused.txt"), ".csv, .npy, .parquet");
    assertRefused(reconstruct(data, model, "none/refused.csv"), "does not exist; make it first");
    assertRefused(
        reconstruct(data, model, to, "--report", file("none").resolve("r.json")),
        "does not exist; make it first");
    assertRefused(reconstruct(data, model, to, "--report", file(to)), "two outputs");
    assertRefused(reconstruct(data, "absent.safetensors", to), "absent.safetensors");
    assertRefused(reconstruct(file("absent.csv"), model, to, "--quiet"), "absent.csv");
    Files.writeString(file("two.csv"), "a,b\n1,2\n");
    assertRefused(reconstruct(file("two.csv"), model, to, "--quiet"), "c");
    Files.writeString(file("junk.safetensors"), "no model");
    assertRefused(reconstruct(data, "junk.safetensors", to), "junk.safetensors");
    assertRefused(reconstruct(data, model, to, "--threads", 0), "--threads 0");
  }

  @Test
  void modelsWithoutPointsAreRefused() throws IOException {
    String gram = "4,1,0,0\n1,3,1,0\n0,1,2,1\n0,0,1,1\n";
    Files.writeString(file("gram.csv"), gram);
    Program fit =
        Program.run(
            "fit",
            file("gram.csv"),
            "--precomputed",
            "--rank",
            2,
            "-o",
            file("gram.safetensors"),
            "--quiet");
    assertThat(fit.exit()).as(fit.err()).isZero();
    assertRefused(
        reconstruct(file("gram.csv"), "gram.safetensors", "refused.csv", "--quiet"),
        "precomputed Gram matrix has no points");
    fit("features.safetensors", "gaussian(sigma=2)", "--method", "random-features");
    assertRefused(
        reconstruct(file("abc.csv"), "features.safetensors", "refused.csv", "--quiet"),
        "random features",
        "such as subset");
  }

  @Test
  void helpListsTheOptions() {
    Program help = Program.run("reconstruct", "--help");
    assertThat(help.exit()).isZero();
    assertThat(help.out())
        .startsWith("Usage: mercer reconstruct")
        .contains("--model", "--output", "--preimage", "--report", "--missing", "--quiet");
    assertThat(help.out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(Program.run("--help").out()).contains("reconstruct");
  }
}
