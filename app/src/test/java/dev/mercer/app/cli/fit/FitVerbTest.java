package dev.mercer.app.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.Program;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** fit and inspect: the report, its copies, and what the options do to it. */
class FitVerbTest {

  @TempDir Path folder;

  private Map<String, Object> report(Object... arguments) throws IOException {
    Path file = folder.resolve("report.json");
    Object[] words = new Object[arguments.length + 4];
    words[0] = "fit";
    System.arraycopy(arguments, 0, words, 1, arguments.length);
    words[words.length - 3] = "--quiet";
    words[words.length - 2] = "--report";
    words[words.length - 1] = file;
    Program fit = Program.run(words);
    assertThat(fit.exit()).as(fit.err()).isZero();
    assertThat(fit.err()).isEmpty();
    return Json.parseObject(Files.readString(file));
  }

  @Test
  void theReportHasEveryFieldOfTheContract() throws IOException {
    Map<String, Object> report =
        report("builtin:digits", "--rows", "0:700", "--rank", 4, "--seed", 7, "--threads", 2);
    assertThat(report)
        .containsEntry("samples", 700L)
        .containsEntry("features", 64L)
        .containsEntry("method", "exact")
        .containsEntry("selector", null)
        .containsEntry("landmarks", null)
        .containsEntry("landmarkRows", null)
        .containsEntry("landmarkWeights", null)
        .containsEntry("center", "feature")
        .containsEntry("rank", 4L)
        .containsEntry("rankRequested", 4L)
        .containsEntry("certificate", null)
        .containsEntry("seed", 7L)
        .containsEntry("threads", 2L)
        .containsEntry("version", "0.1.0");
    assertThat((String) report.get("kernel")).matches("gaussian\\(sigma=[0-9.]+\\)");
    assertThat((String) report.get("certificateReason")).startsWith("exact");
    List<?> eigenvalues = (List<?>) report.get("eigenvalues");
    List<?> explained = (List<?>) report.get("explainedVariance");
    double total = (Double) report.get("totalVariance");
    double sum = 0;
    assertThat(eigenvalues).hasSize(4);
    for (int i = 0; i < 4; i++) {
      double value = (Double) eigenvalues.get(i);
      assertThat((Double) explained.get(i)).isEqualTo(value / total);
      sum += value;
    }
    // E_emp of orthonormal axes is what they do not explain; rounding of sums of 700 terms.
    assertThat((Double) report.get("empiricalError"))
        .isCloseTo((total - sum) / 700, org.assertj.core.data.Offset.offset(700 * 1e-16 * total));
    assertThat(map(report.get("operator"))).containsKeys("kind", "errorBound");
    Map<String, Object> solver = map(report.get("solver"));
    assertThat(solver).containsKeys("kind", "iterations");
    assertThat((List<?>) solver.get("residuals")).hasSize(4);
    assertThat(map(report.get("backend"))).containsKeys("blas", "simd");
    List<?> stages = (List<?>) report.get("stages");
    double fitting = 0;
    for (Object each : stages) {
      Map<String, Object> stage = map(each);
      assertThat(stage).containsOnlyKeys("name", "seconds", "bytes", "kernelEvaluations");
      assertThat(stage.get("seconds")).isInstanceOf(Double.class);
      assertThat(stage.get("bytes")).isInstanceOf(Long.class);
      fitting += stage.get("name").equals("read") ? 0 : (Double) stage.get("seconds");
    }
    assertThat(map(stages.get(0))).containsEntry("name", "read");
    // The stages beside "read" are within the seconds of the fit, which are little more.
    assertThat((Double) report.get("seconds")).isBetween(fitting, fitting + 1);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }

  /** Components that nobody asked for stay within the rows of positive weight. */
  @Test
  void theUsualRankCountsRowsOfPositiveWeight() throws IOException {
    StringBuilder text = new StringBuilder("a,b,w\n");
    for (int i = 0; i < 20; i++) {
      text.append(i % 5).append(',').append(i * i % 7).append(',').append(i < 4).append('\n');
    }
    Path data =
        Files.writeString(
            folder.resolve("few.csv"),
            text.toString().replace("true", "1.5").replace("false", "0"));
    assertThat(report(data, "--weights", "w")).containsEntry("rankRequested", 4L);
    assertThat(Program.run("plan", data, "--weights", "w").exit()).isZero();
  }

  @Test
  void readingIsNotPartOfTheSeconds() throws IOException {
    StringBuilder text = new StringBuilder("a,b\n");
    for (int i = 0; i < 200_000; i++) {
      text.append(i % 89).append(',').append(i % 97).append('\n');
    }
    Path data = Files.writeString(folder.resolve("long.csv"), text);
    Map<String, Object> report = report(data, "--rows", "199990:200000", "--kernel", "linear");
    double read = (Double) map(((List<?>) report.get("stages")).get(0)).get("seconds");
    assertThat(read).isGreaterThan((Double) report.get("seconds"));
  }

  @Test
  void theModelHoldsTheSameReportAndInspectPrintsIt() throws IOException {
    Path model = folder.resolve("m.safetensors");
    report("builtin:digits", "--rows", "0:50", "--rank", 3, "-o", model);
    String written = Files.readString(folder.resolve("report.json"));
    assertThat(Program.run("inspect", model, "--json").out()).isEqualTo(written);
    Program shown = Program.run("inspect", model);
    assertThat(shown.out()).contains("50 x 64", "gaussian(sigma=", "rank     3", "50 points");
    assertThat(shown.err()).isEmpty();
  }

  @Test
  void aVarianceIsReachedWithAsFewComponentsAsPossible() throws IOException {
    Map<String, Object> report = report("builtin:digits", "--rows", "0:300", "--variance", 0.7);
    List<?> explained = (List<?>) report.get("explainedVariance");
    double sum = 0;
    for (int i = 0; i < explained.size() - 1; i++) {
      sum += (Double) explained.get(i);
    }
    assertThat(sum).isLessThan(0.7);
    assertThat(sum + (Double) explained.get(explained.size() - 1)).isGreaterThanOrEqualTo(0.7);
    assertThat(report.get("rank")).isEqualTo((long) explained.size());
  }

  @Test
  void fewerRowsThanTheDefaultRankAreEnough() throws IOException {
    Map<String, Object> report = report("builtin:digits", "--rows", "0:5");
    assertThat(report).containsEntry("rank", 4L); // centred, so one direction fewer than rows
    assertThat((String) report.get("rankReason")).contains("only 4");
  }

  @Test
  void weightTwoIsTheRowTwice() throws IOException {
    Path weighted =
        Files.writeString(folder.resolve("w.csv"), "a,b,w\n1,2,2\n3,1,1\n5,5,3\n2,2,1\n");
    Path repeated =
        Files.writeString(folder.resolve("r.csv"), "a,b\n1,2\n1,2\n3,1\n5,5\n5,5\n5,5\n2,2\n");
    Object[] kernel = {"--kernel", "gaussian(sigma=2)", "--rank", 2};
    List<?> one =
        (List<?>)
            report(weighted, "--weights", "w", kernel[0], kernel[1], "--rank", 2)
                .get("eigenvalues");
    List<?> two = (List<?>) report(repeated, kernel[0], kernel[1], "--rank", 2).get("eigenvalues");
    for (int i = 0; i < 2; i++) {
      assertThat((Double) one.get(i))
          .isCloseTo((Double) two.get(i), org.assertj.core.data.Offset.offset(1e-13));
    }
  }

  @Test
  void rowsWithMissingValuesAreLeftOutOnRequest() throws IOException {
    Path data = Files.writeString(folder.resolve("d.csv"), "a,b\n1,2\n,4\n5,6\n7,NaN\n2,9\n");
    Program fit = Program.run("fit", data, "--missing", "drop", "--rank", 1);
    assertThat(fit.exit()).isZero();
    assertThat(fit.err()).contains("2 rows with missing values were left out");
    assertThat(fit.out()).contains("3 x 2");
  }

  @Test
  void progressIsOneLineAStageAndNothingWhenQuiet() {
    Object[] words = {"fit", "builtin:digits", "--rows", "0:60", "--rank", 2};
    Program fit = Program.run(words);
    assertThat(fit.err().lines())
        .hasSize(3)
        .allMatch(line -> line.matches("(read|gram|solve): [\\d.]+ s"));
    assertThat(Program.run("fit", "builtin:digits", "--rows", "0:60", "--quiet").err()).isEmpty();
  }

  @Test
  void indefiniteKernelsWarn() {
    Program fit =
        Program.run("fit", "builtin:digits", "--rows", "0:60", "--kernel", "tanh(scale=0.0001)");
    assertThat(fit.exit()).as(fit.err()).isZero();
    assertThat(fit.err()).contains("note: the kernel is not known to be positive semidefinite");
  }

  @Test
  void histogramsHaveKernelsOfTheirOwn() throws IOException {
    for (String kernel : List.of("chi2(gamma=0.01)", "additive-chi2")) {
      Path model = folder.resolve(kernel + ".safetensors");
      Program fit =
          Program.run(
              "fit",
              "builtin:digits",
              "--rows",
              "0:200",
              "--kernel",
              kernel,
              "--rank",
              3,
              "--method",
              "subset",
              "--landmarks",
              40,
              "-o",
              model);
      assertThat(fit.exit()).as(fit.err()).isZero();
      Path scores = folder.resolve(kernel + ".csv");
      Program transform =
          Program.run(
              "transform", "builtin:digits", "--rows", "200:210", "--model", model, "-o", scores);
      assertThat(transform.exit()).as(transform.err()).isZero();
      assertThat(Files.readAllLines(scores)).hasSize(11);
    }
    Program refused =
        Program.run(
            "fit", "builtin:digits", "--rows", "0:60", "--kernel", "chi2", "--scale", "standard");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.reason())
        .contains("row 0, column")
        .contains("but the kernel chi2(gamma=1) takes no value below 0");
  }
}
