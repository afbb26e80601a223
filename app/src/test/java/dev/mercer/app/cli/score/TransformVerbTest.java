package dev.mercer.app.cli.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mercer.app.Program;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** transform and evaluate: the right rows, in order, in full precision, whatever the format. */
class TransformVerbTest {

  private static final int ROWS = 40;

  @TempDir static Path folder;
  private static final double[][] DATA = new double[ROWS][3];

  @BeforeAll
  static void makeData() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    for (double[] row : DATA) {
      Arrays.setAll(row, j -> random.nextDouble(-2, 2) * (j + 1));
    }
    csv("abc.csv", "a,b,c", 0, 1, 2);
    csv("cab.csv", "c,extra,a,b", 2, -1, 0, 1);
    fit("m.safetensors", "--scores", folder.resolve("fit.csv"));
    fit("scaled.safetensors", "--scale", "standard", "--scores", folder.resolve("scaled.csv"));
  }

  private static void fit(String model, Object... more) {
    List<Object> words = new ArrayList<>(List.of("fit", folder.resolve("abc.csv"), "--quiet"));
    words.addAll(
        List.of("--kernel", "gaussian(sigma=2)", "--rank", 3, "-o", folder.resolve(model)));
    words.addAll(List.of(more));
    Program fit = Program.run(words.toArray());
    assertThat(fit.exit()).as(fit.err()).isZero();
  }

  private static void csv(String name, String header, int... columns) throws IOException {
    StringBuilder text = new StringBuilder(header).append('\n');
    for (double[] row : DATA) {
      List<String> cells = new ArrayList<>();
      for (int column : columns) {
        cells.add(column < 0 ? "1" : Double.toString(row[column]));
      }
      text.append(String.join(",", cells)).append('\n');
    }
    Files.writeString(folder.resolve(name), text);
  }

  private static Program transform(Object data, String model, String to, Object... more) {
    List<Object> words = new ArrayList<>(List.of("transform", data, "-m", folder.resolve(model)));
    words.addAll(List.of("-o", folder.resolve(to)));
    words.addAll(List.of(more));
    Program program = Program.run(words.toArray());
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.out()).isEmpty();
    return program;
  }

  private static double[][] read(String name) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(name));
    return lines.stream()
        .skip(1)
        .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
        .toArray(double[][]::new);
  }

  @Test
  void allFormatsHoldTheSameBits() throws IOException {
    transform(folder.resolve("abc.csv"), "m.safetensors", "s.csv");
    transform(folder.resolve("abc.csv"), "m.safetensors", "s.npy");
    transform(folder.resolve("abc.csv"), "m.safetensors", "s.parquet");
    double[][] scores = read("s.csv");
    assertThat(Files.readAllLines(folder.resolve("s.csv")).get(0)).isEqualTo("pc1,pc2,pc3");
    assertThat(scores).hasDimensions(ROWS, 3);
    byte[] npy = Files.readAllBytes(folder.resolve("s.npy"));
    ByteBuffer values = ByteBuffer.wrap(npy, 128, npy.length - 128).order(ByteOrder.LITTLE_ENDIAN);
    for (double[] row : scores) {
      for (double value : row) {
        assertThat(values.getDouble()).isEqualTo(value);
      }
    }
    assertThat(values.hasRemaining()).isFalse();
    // Parquet through a fit of the linear kernel of it: the same scores have the same variances.
    assertThat(variances("s.parquet")).isEqualTo(variances("s.csv")).isEqualTo(variances("s.npy"));
  }

  private static Object variances(String name) throws IOException {
    Path report = folder.resolve("v.json");
    Program fit =
        Program.run(
            "fit", folder.resolve(name), "--kernel", "linear", "--rank", 3, "--report", report);
    assertThat(fit.exit()).as(fit.err()).isZero();
    return Json.parseObject(Files.readString(report)).get("eigenvalues");
  }

  @Test
  void trainingRowsHaveTheScoresOfTheFit() throws IOException {
    transform(folder.resolve("abc.csv"), "m.safetensors", "t.csv");
    assertThat(read("t.csv")).isDeepEqualTo(read("fit.csv"));
    transform(folder.resolve("abc.csv"), "scaled.safetensors", "ts.csv");
    double[][] there = read("scaled.csv");
    double[][] here = read("ts.csv");
    for (int i = 0; i < ROWS; i++) {
      // The fit scores the rows it has scaled, transform scales them again: the same operations.
      assertThat(here[i]).containsExactly(there[i]);
    }
  }

  @Test
  void columnsAreMatchedByName() throws IOException {
    transform(folder.resolve("cab.csv"), "m.safetensors", "u.csv");
    assertThat(read("u.csv")).isDeepEqualTo(read("fit.csv"));
  }

  @Test
  void rowsThatAreNotCompleteKeepTheirPlace() throws IOException {
    Path data = folder.resolve("gaps.csv");
    Files.writeString(data, "a,b,c\n1,2,3\n1,,3\n0,0,inf\n0.5,0.25,0\n");
    Program program = transform(data, "m.safetensors", "gaps-scores.csv", "--missing", "drop");
    assertThat(program.err()).contains("4 rows in ", "2 of them incomplete");
    double[][] scores = read("gaps-scores.csv");
    assertThat(scores[1]).containsOnly(Double.NaN);
    assertThat(scores[2]).containsOnly(Double.NaN);
    Path complete = folder.resolve("complete.csv");
    Files.writeString(complete, "a,b,c\n1,2,3\n0.5,0.25,0\n");
    transform(complete, "m.safetensors", "complete-scores.csv");
    double[][] alone = read("complete-scores.csv");
    // Products of two and of four rows may be summed differently: a few units in the last place.
    assertThat(scores[0]).containsExactly(alone[0], org.assertj.core.data.Offset.offset(1e-14));
    assertThat(scores[3]).containsExactly(alone[1], org.assertj.core.data.Offset.offset(1e-14));
    Program refused =
        Program.run(
            "transform",
            data,
            "-m",
            folder.resolve("m.safetensors"),
            "-o",
            folder.resolve("x.csv"));
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("row 1, column 'b'", "--missing drop");
    assertThat(folder.resolve("x.csv")).doesNotExist();
  }

  @Test
  void rowsAndSecondsAreSaidAndWritten() throws IOException {
    Path report = folder.resolve("t.json");
    Program loud =
        transform(folder.resolve("abc.csv"), "m.safetensors", "v.csv", "--report", report);
    assertThat(loud.reason()).matches("40 rows in [\\d.]+ s");
    Map<String, Object> json = Json.parseObject(Files.readString(report));
    assertThat(json).containsEntry("rows", 40L).containsKey("seconds");
    assertThat(transform(folder.resolve("abc.csv"), "m.safetensors", "v.csv", "--quiet").err())
        .isEmpty();
  }

  @Test
  void aModelWithoutNamesCountsColumns() {
    Path model = folder.resolve("nameless.safetensors");
    transform(folder.resolve("abc.csv"), "m.safetensors", "nameless.npy", "--quiet");
    Program fit = Program.run("fit", folder.resolve("nameless.npy"), "--rank", 2, "-o", model);
    assertThat(fit.exit()).isZero();
    transform(folder.resolve("abc.csv"), "nameless.safetensors", "w.csv", "--quiet");
    Program wrong =
        Program.run(
            "transform", folder.resolve("cab.csv"), "-m", model, "-o", folder.resolve("x.csv"));
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.reason()).contains("4 feature columns", "fitted on 3");
  }

  @Test
  void floatScoresAreCloseToDouble() throws IOException {
    transform(folder.resolve("abc.csv"), "m.safetensors", "f.csv", "--precision", "float");
    double[][] single = read("f.csv");
    double[][] exact = read("fit.csv");
    for (int i = 0; i < ROWS; i++) {
      // Kernel values of at most 1 are off by some 1e-7; coefficients sum to a few.
      assertThat(single[i]).containsExactly(exact[i], org.assertj.core.data.Offset.offset(1e-5));
    }
    assertThat(single).isNotEqualTo(exact);
  }

  /** The scores of a model file by numpy alone, from nothing but the format's description. */
  @ParameterizedTest
  @ValueSource(strings = {"m.safetensors", "scaled.safetensors"})
  void pythonReadsTheModelAndGetsTheSameScores(String model) throws Exception {
    String python = pythonWithNumpy();
    assumeTrue(python != null, "no python3 with numpy here");
    Path script = folder.resolve("score_model.py");
    try (InputStream in = TransformVerbTest.class.getResourceAsStream("score_model.py")) {
      Files.write(script, in.readAllBytes());
    }
    transform(folder.resolve("abc.csv"), model, "for-python.csv", "--quiet");
    Process process =
        new ProcessBuilder(
                python,
                script.toString(),
                folder.resolve(model).toString(),
                folder.resolve("abc.csv").toString(),
                folder.resolve("for-python.csv").toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).startsWith("largest difference ");
  }

  private static String pythonWithNumpy() throws Exception {
    for (String name : List.of("python3", "/usr/bin/python3")) {
      try {
        Process process = new ProcessBuilder(name, "-c", "import numpy").start();
        if (process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0) {
          return name;
        }
      } catch (IOException e) {
        // not installed under this name
        continue;
      }
    }
    return null;
  }

  @Test
  void evaluateAgainstTheFitAndAnExactModel() throws IOException {
    Path report = folder.resolve("e.json");
    Object[] words = {
      "evaluate",
      folder.resolve("abc.csv"),
      "-m",
      folder.resolve("m.safetensors"),
      "--exact",
      "--train",
      folder.resolve("abc.csv"),
      "--report",
      report,
      "--quiet"
    };
    Program evaluated = Program.run(words);
    assertThat(evaluated.exit()).as(evaluated.err()).isZero();
    assertThat(evaluated.err()).isEmpty();
    assertThat(evaluated.out()).isEqualTo(Files.readString(report));
    Map<String, Object> json = Json.parseObject(Files.readString(report));
    double fitted =
        (Double)
            Json.parseObject(Program.run("inspect", "--json", words[3]).out())
                .get("empiricalError");
    assertThat((Double) json.get("empiricalError"))
        .isCloseTo(fitted, org.assertj.core.data.Offset.offset(1e-13));
    assertThat((Double) json.get("exactError"))
        .isCloseTo(fitted, org.assertj.core.data.Offset.offset(1e-13));
    assertThat((Double) json.get("normalizedError"))
        .isCloseTo(1, org.assertj.core.data.Offset.offset(1e-12));
    assertThat((Double) json.get("operatorDistance"))
        .isCloseTo(0, org.assertj.core.data.Offset.offset(1e-6));
    assertThat(json).containsKey("operatorDistanceSquaredPerRank");
  }

  /** Where an exact model does not fit, no other one takes its place. */
  @Test
  void exactIsNeverAnApproximation() {
    String data = "synthetic:blobs(n=1500,d=40)";
    Path model = folder.resolve("blobs.safetensors");
    Program fit = Program.run("fit", data, "--landmarks", 20, "-o", model, "--quiet");
    assertThat(fit.exit()).as(fit.err()).isZero();
    Program refused =
        Program.run("evaluate", data, "-m", model, "--exact", "--memory", "3m", "--threads", 1);
    assertThat(refused.exit()).as(refused.err()).isEqualTo(4);
    assertThat(refused.reason()).contains("an exact fit of 1500 rows");
  }

  @Test
  void evaluateOnOtherRowsIsWorseThanAnExactModelOfThem() throws IOException {
    Path half = folder.resolve("half.safetensors");
    Program fit =
        Program.run(
            "fit",
            folder.resolve("abc.csv"),
            "--rows",
            "0:15",
            "--kernel",
            "gaussian(sigma=2)",
            "--rank",
            2,
            "-o",
            half);
    assertThat(fit.exit()).isZero();
    Program evaluated =
        Program.run(
            "evaluate",
            folder.resolve("abc.csv"),
            "-m",
            half,
            "--train",
            folder.resolve("abc.csv"),
            "--exact",
            "--quiet");
    Map<String, Object> json = Json.parseObject(evaluated.out());
    assertThat((Double) json.get("normalizedError")).isGreaterThan(1);
    double distance = (Double) json.get("operatorDistance");
    assertThat((Double) json.get("operatorDistanceSquaredPerRank"))
        .isCloseTo(distance * distance / 2, org.assertj.core.data.Offset.offset(1e-14));
    Map<String, Object> cheap =
        Json.parseObject(
            Program.run("evaluate", folder.resolve("abc.csv"), "-m", half, "--quiet").out());
    assertThat(cheap).containsEntry("exactError", null).containsEntry("normalizedError", null);
    assertThat((Double) cheap.get("empiricalError")).isPositive();
  }

  @Test
  void aGramMatrixIsTransformedByKernelValues() throws IOException {
    Path gram = folder.resolve("gram.csv");
    StringBuilder text = new StringBuilder();
    for (double[] x : DATA) {
      List<String> cells = new ArrayList<>();
      for (double[] y : DATA) {
        double squared = 0;
        for (int j = 0; j < 3; j++) {
          squared += (x[j] - y[j]) * (x[j] - y[j]);
        }
        cells.add(Double.toString(Math.exp(-squared / 8)));
      }
      text.append(String.join(",", cells)).append('\n');
    }
    Files.writeString(gram, text);
    Path model = folder.resolve("gram.safetensors");
    Program fit = Program.run("fit", gram, "--precomputed", "--rank", 3, "-o", model, "--quiet");
    assertThat(fit.exit()).as(fit.err()).isZero();
    transform(gram, "gram.safetensors", "gram-scores.csv", "--quiet");
    double[][] scores = read("gram-scores.csv");
    double[][] expected = read("fit.csv");
    for (int i = 0; i < ROWS; i++) {
      // The matrix is the same to a few units in the last place; gaps between eigenvalues are wide.
      assertThat(scores[i])
          .containsExactly(expected[i], org.assertj.core.data.Offset.offset(1e-11));
    }
  }
}
