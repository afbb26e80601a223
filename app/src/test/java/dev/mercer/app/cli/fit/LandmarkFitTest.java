package dev.mercer.app.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.app.Program;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Landmark methods through the command line: every name, what reports say, large files. */
class LandmarkFitTest {

  private static final String DATA = "synthetic:blobs(n=300,d=4,seed=3)";

  @TempDir Path folder;

  private Map<String, Object> fit(Object... arguments) throws IOException {
    Path report = folder.resolve("r.json");
    Object[] all = new Object[arguments.length + 6];
    all[0] = "fit";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    int at = arguments.length + 1;
    all[at++] = "--report";
    all[at++] = report;
    all[at++] = "-o";
    all[at++] = folder.resolve("m.safetensors");
    all[at] = "--quiet";
    Program run = Program.run(all);
    assertThat(run.exit()).as(run.err()).isZero();
    return Json.parseObject(Files.readString(report));
  }

  /** Landmarks that cannot explain what was asked for: said on the terminal, with what to do. */
  @Test
  void aShareOfTheVarianceThatIsMissedIsSaid() throws IOException {
    Object[] command = {
      "fit",
      "builtin:digits",
      "--rows",
      "0:600",
      "--method",
      "subset",
      "--landmarks",
      8,
      "--selector",
      "uniform",
      "--variance",
      0.9,
      "--kernel",
      "gaussian(sigma=20)",
      "--report",
      folder.resolve("r.json"),
      "-o",
      folder.resolve("m.safetensors")
    };
    Program run = Program.run(command);
    assertThat(run.exit()).as(run.err()).isZero();
    Map<String, Object> report = Json.parseObject(Files.readString(folder.resolve("r.json")));
    String reason = (String) report.get("rankReason");
    assertThat(reason)
        .contains("less than the 0.9 asked for", "take more landmarks", "ask for less");
    assertThat(report).containsEntry("varianceRequested", 0.9);
    assertThat(run.err()).contains("note: " + reason);
    assertThat(run.out()).contains("0.9 of the variance asked for: " + reason);
    assertThat(Program.run("inspect", folder.resolve("m.safetensors")).out()).contains(reason);
  }

  /** Squares beyond double: what follows from them is left out with its reason, never NaN. */
  @ParameterizedTest
  @ValueSource(strings = {"1e100", "1e-100"})
  void whatDoubleCannotHoldIsNotPrinted(String scale) throws IOException {
    StringBuilder rows = new StringBuilder("a,b,c\n");
    for (int i = 0; i < 40; i++) {
      String unit = scale.substring(1);
      rows.append(i % 7 - 3).append(unit).append(',').append(i % 5 - 2).append(unit);
      rows.append(',').append(i % 3 - 1).append(unit).append('\n');
    }
    Path data = Files.writeString(folder.resolve("rows.csv"), rows);
    Path page = folder.resolve("r.html");
    Path model = folder.resolve("m.safetensors");
    Program run =
        Program.run(
            "fit",
            data,
            "--kernel",
            "linear",
            "--method",
            "subset",
            "--landmarks",
            5,
            "--rank",
            3,
            "--html",
            page,
            "-o",
            model);
    assertThat(run.exit()).as(run.err()).isZero();
    for (String text : List.of(run.out(), run.err(), Files.readString(page).split("<script")[0])) {
      assertThat(text).doesNotContain("NaN").doesNotContain("Infinity");
    }
    boolean large = scale.equals("1e100");
    assertThat(run.out().contains("none for sure: the numbers it follows from")).isEqualTo(large);
    Program compared = Program.run("evaluate", data, "-m", model, "--exact", "--quiet");
    assertThat(compared.exit()).as(compared.err()).isZero();
    assertThat((double) Json.parseObject(compared.out()).get("eigenvalueDifference"))
        .isLessThan(1e-9);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uniform",
        "diagonal",
        "column-norm",
        "adaptive",
        "kmeans",
        "kmeans-nearest",
        "kernel-kmeans",
        "greedy",
        "backward",
        "ransac",
        "kde-paring",
        "herding",
        "pivoted-cholesky",
        "rpcholesky",
        "leverage",
        "farthest"
      })
  void everySelector(String selector) throws IOException {
    Map<String, Object> report =
        fit(DATA, "--method", "subset", "--selector", selector, "--landmarks", 20, "--rank", 3);
    assertThat(report).containsEntry("method", "subset").containsEntry("selector", selector);
    assertThat(report).containsEntry("landmarks", 20L).containsEntry("rank", 3L);
    if (selector.equals("kmeans")) {
      assertThat(report.get("landmarkRows")).isNull();
    } else {
      assertThat((List<?>) report.get("landmarkRows")).hasSize(20).doesNotHaveDuplicates();
    }
    Map<?, ?> certificate = (Map<?, ?>) report.get("certificate");
    assertThat((double) certificate.get("optimalityGap")).isBetween(0.0, 1.0);
    assertThat((List<?>) certificate.get("eigenvalueUpper")).hasSize(3);
    assertThat(((Map<?, ?>) certificate.get("optimalityGapEstimate")).get("standardError"))
        .isInstanceOf(Number.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "subset",
        "reduced",
        "reduced-set",
        "nystrom",
        "weighted-nystrom",
        "improved",
        "icd"
      })
  void everyMethodScoresWhatItFits(String method) throws IOException {
    for (String center : new String[] {"feature", "none"}) {
      Path scores = folder.resolve("s.csv");
      Path again = folder.resolve("t.csv");
      Map<String, Object> report =
          fit(
              DATA,
              "--method",
              method,
              "--selector",
              "rpcholesky",
              "--landmarks",
              20,
              "--rank",
              3,
              "--center",
              center,
              "--scores",
              scores,
              "--verify");
      assertThat(report).containsEntry("method", method).containsEntry("landmarks", 20L);
      assertThat((Map<?, ?>) report.get("certificate")).isNotNull();
      Program transform =
          Program.run(
              "transform", DATA, "-m", folder.resolve("m.safetensors"), "-o", again, "--quiet");
      assertThat(transform.exit()).as(transform.err()).isZero();
      assertThat(Files.readString(again)).isEqualTo(Files.readString(scores));
    }
  }

  @Test
  void theRowsOfAFileInTheirOrder() throws IOException {
    Path rows = folder.resolve("rows.txt");
    Files.writeString(rows, "17\n3\n\n250\n4\n");
    Map<String, Object> report =
        fit(DATA, "--method", "subset", "--landmark-rows", rows, "--rank", 2);
    assertThat(report.get("landmarkRows")).isEqualTo(List.of(17L, 3L, 250L, 4L));
    assertThat(report).containsEntry("selector", "given-rows");
  }

  @Test
  void shadowChoosesHowMany() throws IOException {
    Map<String, Object> report =
        fit(
            DATA,
            "--method",
            "reduced-set",
            "--selector",
            "shadow(ell=2)",
            "--kernel",
            "gaussian(sigma=2)",
            "--rank",
            2);
    assertThat(report).containsEntry("selector", "shadow(ell=2)");
    double sum = 0;
    for (Object weight : (List<?>) report.get("landmarkWeights")) {
      sum += ((Number) weight).doubleValue();
    }
    assertThat(sum).isCloseTo(300, within(1e-9));
  }

  @Test
  void toleranceAndGapAreReached() throws IOException {
    Map<String, Object> tight =
        fit(DATA, "--method", "subset", "--tolerance", 0.01, "--kernel", "gaussian(sigma=3)");
    assertThat((double) ((Map<?, ?>) tight.get("certificate")).get("residualTraceShare"))
        .isLessThanOrEqualTo(0.01);
    Map<String, Object> gap =
        fit(
            DATA,
            "--method",
            "subset",
            "--selector",
            "rpcholesky",
            "--gap",
            0.02,
            "--kernel",
            "gaussian(sigma=3)",
            "--rank",
            3);
    Map<?, ?> estimate =
        (Map<?, ?>) ((Map<?, ?>) gap.get("certificate")).get("optimalityGapEstimate");
    assertThat((double) estimate.get("value")).isLessThanOrEqualTo(0.02);
  }

  @Test
  void indefiniteKernelsHaveNoCertificate() throws IOException {
    Map<String, Object> report =
        fit(
            DATA,
            "--method",
            "subset",
            "--landmarks",
            10,
            "--rank",
            2,
            "--kernel",
            "tanh(scale=0.1)");
    assertThat(report.get("certificate")).isNull();
    assertThat((String) report.get("certificateReason")).contains("positive semidefinite");
  }

  @Test
  void rowsBeyondTheMemoryComeFromAFile() throws IOException {
    String data = "synthetic:blobs(n=6000,d=50,seed=1)";
    Object[] fit = {
      data,
      "--method",
      "subset",
      "--landmarks",
      10,
      "--rank",
      3,
      "--kernel",
      "gaussian(sigma=5)",
      "--scale",
      "standard"
    };
    Map<String, Object> inMemory = fit(fit);
    Object[] small = java.util.Arrays.copyOf(fit, fit.length + 2);
    small[fit.length] = "--memory";
    small[fit.length + 1] = "4m";
    Map<String, Object> fromFile = fit(small);
    assertThat(fromFile.get("eigenvalues")).isEqualTo(inMemory.get("eigenvalues"));
    assertThat(fromFile.get("landmarkRows")).isEqualTo(inMemory.get("landmarkRows"));
  }

  @Test
  void autoIsExactForFewRowsAndSubsetWhereLandmarksAreAskedFor() throws IOException {
    assertThat(fit(DATA, "--rank", 3)).containsEntry("method", "exact");
    Map<String, Object> subset = fit(DATA, "--rank", 3, "--landmarks", 30);
    assertThat(subset).containsEntry("method", "subset").containsEntry("landmarks", 30L);
    assertThat(subset.get("notes").toString()).contains("pilot");
  }

  @Test
  void compareWritesATable() throws IOException {
    Path out = folder.resolve("out");
    Program run =
        Program.run(
            "compare",
            DATA,
            "--methods",
            "subset,reduced,nystrom",
            "--selectors",
            "uniform,shadow(ell=2)",
            "--landmarks",
            "10,20",
            "--repeats",
            2,
            "--rank",
            3,
            "--kernel",
            "gaussian(sigma=3)",
            "--test",
            "synthetic:blobs(n=50,d=4,seed=9)",
            "-o",
            out,
            "--quiet");
    assertThat(run.exit()).as(run.err()).isZero();
    List<String> lines = Files.readAllLines(out.resolve("table.csv"));
    // exact; for each of three methods uniform with two counts and two repeats, shadow with two
    assertThat(lines).hasSize(1 + 1 + 3 * (2 * 2 + 2));
    assertThat(lines.get(0)).contains("normalizedError", "validationError", "trainingSpeedup");
    assertThat(run.out()).contains("subset uniform", "exact");
    int column = List.of(lines.get(0).split(",")).indexOf("normalizedError");
    for (String line : lines.subList(2, lines.size())) {
      String[] cells = line.replaceAll("\"[^\"]*\"", "x").split(",");
      if (cells[0].equals("subset")) {
        assertThat(Double.parseDouble(cells[column])).isGreaterThan(1 - 1e-9);
      }
    }
  }
}
