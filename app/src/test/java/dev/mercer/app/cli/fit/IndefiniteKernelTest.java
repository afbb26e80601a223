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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kernels without a feature space: errors, distances and shares of a variance have no meaning under
 * them, so they are null with a reason, in every report, text and page, and nothing is clamped.
 */
class IndefiniteKernelTest {

  private static final String DATA = "synthetic:blobs(n=60,d=3,seed=3)";
  private static final String KERNEL = "epanechnikov(radius=6)";
  private static final List<String> WITHOUT_MEANING =
      List.of("explainedVariance", "empiricalError");

  @TempDir Path folder;

  private static Map<String, Object> read(Path file) throws IOException {
    return Json.parseObject(Files.readString(file));
  }

  private Program fit(Object... more) {
    Object[] all = new Object[more.length + 11];
    Object[] first = {
      "fit",
      DATA,
      "--kernel",
      KERNEL,
      "--report",
      folder.resolve("r.json"),
      "-o",
      folder.resolve("m.safetensors"),
      "--html",
      folder.resolve("p.html"),
      "--quiet"
    };
    System.arraycopy(first, 0, all, 0, 11);
    System.arraycopy(more, 0, all, 11, more.length);
    Program run = Program.run(all);
    assertThat(run.exit()).as(run.err()).isZero();
    return run;
  }

  private static void assertWithheld(Map<String, Object> json, List<String> names) {
    Map<?, ?> reasons = (Map<?, ?>) json.get("reasons");
    for (String name : names) {
      assertThat(json).containsEntry(name, null);
      assertThat((String) reasons.get(name)).contains("not known to be positive semidefinite");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"exact", "subset", "subset(centroid=1)", "nystrom", "reduced", "icd", "hebbian"})
  void fitReportsNullWithItsReason(String method) throws IOException {
    boolean landmarks = !method.equals("exact") && !method.equals("hebbian");
    Program run =
        landmarks
            ? fit("--method", method, "--landmarks", 30, "--rank", 8)
            : fit("--method", method, "--rank", 8);
    assertWithheld(read(folder.resolve("r.json")), WITHOUT_MEANING);
    assertThat(run.out())
        .contains("error    none: the kernel " + KERNEL)
        .doesNotContain("%", "a row, of total variance");
    Program inspected = Program.run("inspect", folder.resolve("m.safetensors"));
    assertThat(inspected.out()).contains("error    none: the kernel " + KERNEL);
    assertThat(Files.readString(folder.resolve("p.html")))
        .contains("What share of the variance they explain is not known", "Not known: the kernel");
  }

  /** A matrix that was given is looked at: where it has no negative eigenvalue all is known. */
  @Test
  void aGivenMatrixWithoutNegativeEigenvaluesHasAll() throws IOException {
    Path definite = Files.writeString(folder.resolve("k.csv"), "2,1,0\n1,2,1\n0,1,2\n");
    Path report = folder.resolve("r.json");
    Program run =
        Program.run("fit", definite, "--precomputed", "--rank", 1, "--report", report, "--quiet");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(read(report).get("empiricalError")).isInstanceOf(Double.class);
    assertThat(read(report)).doesNotContainKey("reasons");
    Path indefinite = Files.writeString(folder.resolve("k.csv"), "2,5,0\n5,2,1\n0,1,2\n");
    Program.run("fit", indefinite, "--precomputed", "--rank", 1, "--report", report, "--quiet");
    assertWithheld(read(report), WITHOUT_MEANING);
  }

  @Test
  void evaluateReportsNullWithItsReason() throws IOException {
    fit("--rank", 12);
    for (String more : new String[] {"", "--exact", "--train " + DATA}) {
      String command =
          "evaluate " + DATA + " -m " + folder.resolve("m.safetensors") + " --quiet " + more;
      Program run = Program.run((Object[]) command.strip().split(" "));
      assertThat(run.exit()).as(run.err()).isZero();
      Map<String, Object> json = Json.parseObject(run.out());
      assertWithheld(
          json,
          List.of(
              "empiricalError",
              "exactError",
              "normalizedError",
              "operatorDistance",
              "operatorDistanceSquaredPerRank"));
      if (more.equals("--exact")) {
        assertThat((double) json.get("embeddingDifference")).isLessThan(1e-9);
        assertThat((double) json.get("eigenvalueDifference")).isLessThan(1e-9);
      }
    }
  }

  @Test
  void compareLeavesItOutAndSaysWhy() throws IOException {
    Program run =
        Program.run(
            "compare",
            DATA,
            "--kernel",
            KERNEL,
            "--rank",
            4,
            "--methods",
            "subset,reduced",
            "--landmarks",
            "20,40",
            "-o",
            folder);
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).contains("note: no errors, distances and gaps: the kernel " + KERNEL);
    assertThat(run.out()).doesNotContain("NaN");
    List<String> lines = Files.readAllLines(folder.resolve("table.csv"));
    List<String> names = List.of(lines.get(0).split(",", -1));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      assertThat(cells[names.indexOf("empiricalError")]).isEmpty();
      assertThat(cells[names.indexOf("operatorDistance")]).isEmpty();
      assertThat(cells[names.indexOf("embeddingDifference")]).isNotEmpty();
    }
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("Errors, distances and gaps are not known: the kernel")
        .doesNotContain("None came within");
  }

  @Test
  void reconstructionsHaveNoDistances() throws IOException {
    fit("--rank", 4);
    Path report = folder.resolve("d.json");
    Program run =
        Program.run(
            "reconstruct",
            DATA,
            "-m",
            folder.resolve("m.safetensors"),
            "--preimage",
            "kwok-tsang",
            "-o",
            folder.resolve("o.csv"),
            "--report",
            report,
            "--quiet");
    assertThat(run.exit()).as(run.err()).isZero();
    assertWithheld(read(report), List.of("meanFeatureDistance", "featureDistance"));
  }

  /** A share of the variance is not refused, since a given matrix may be definite, but said. */
  @Test
  void aShareOfTheVarianceIsSaidToMeanLittle() throws IOException {
    fit("--variance", 0.5);
    assertThat(read(folder.resolve("r.json")).get("notes").toString())
        .contains("a share of the variance means little here", "ask for a number of components");
  }
}
