package dev.mercer.app.cli.uses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.app.Program;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmbedVerbTest {

  private static final String MOONS = "synthetic:moons(n=600,noise=0.05,seed=1)";
  private static final String NARROW = "gaussian(sigma=0.1)";

  @TempDir Path folder;

  private record Embedded(Map<String, Object> report, List<String> lines, String out) {
    List<Double> eigenvalues() {
      List<Double> result = new ArrayList<>();
      ((List<?>) report.get("eigenvalues")).forEach(v -> result.add(((Number) v).doubleValue()));
      return result;
    }

    double number(String name) {
      return ((Number) report.get(name)).doubleValue();
    }

    double cell(int row, int column) {
      return Double.parseDouble(lines.get(1 + row).split(",")[column]);
    }
  }

  private Embedded embed(Object... arguments) throws IOException {
    Path csv = folder.resolve("out.csv");
    Path report = folder.resolve("out.json");
    List<Object> all = new ArrayList<>(List.of("embed"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("-o", csv, "--report", report, "--quiet"));
    Program run = Program.run(all.toArray());
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).isEmpty();
    return new Embedded(
        Json.parseObject(Files.readString(report)), Files.readAllLines(csv), run.out());
  }

  @Test
  void diffusionWritesEveryRowInOrder() throws IOException {
    Embedded full = embed(MOONS, "--kernel", NARROW, "--rank", 3);
    assertThat(full.lines()).hasSize(601);
    assertThat(full.lines().get(0)).isEqualTo("c1,c2,c3");
    assertThat(full.report())
        .containsEntry("map", "diffusion(alpha=1,time=1)")
        .containsEntry("kernel", NARROW)
        .containsEntry("samples", 600L)
        .containsEntry("rank", 3L)
        .containsEntry("landmarks", null)
        .containsEntry("selector", null);
    assertThat(full.eigenvalues()).hasSize(3).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(full.eigenvalues().get(0)).isLessThan(1 + 1e-12);
    for (int i = 0; i < 600; i++) {
      // Labels take turns, and the first coordinate tells them apart.
      assertThat(full.cell(i, 0) * full.cell(i % 2, 0)).isPositive();
    }
    assertThat(full.cell(0, 0) * full.cell(1, 0)).isNegative();
  }

  @Test
  void cutThroughShadowsAgreesWithTheLabels() throws IOException {
    Path plot = folder.resolve("p.svg");
    Embedded cut =
        embed(
            MOONS,
            "--map",
            "ncut(clusters=2)",
            "--kernel",
            NARROW,
            "--selector",
            "shadow(ell=2)",
            "--plot",
            plot);
    assertThat(cut.lines().get(0)).isEqualTo("c1,c2,cluster");
    assertThat(cut.number("accuracy")).isEqualTo(1);
    assertThat(cut.number("adjustedRand")).isEqualTo(1);
    assertThat(cut.report()).containsEntry("selector", "shadow(ell=2)");
    int landmarks = (int) cut.number("landmarks");
    assertThat(landmarks).isBetween(50, 550);
    assertThat((List<?>) cut.report().get("landmarkRows")).hasSize(landmarks);
    double sum = 0;
    for (Object weight : (List<?>) cut.report().get("landmarkWeights")) {
      sum += ((Number) weight).doubleValue();
    }
    assertThat(sum).isEqualTo(600);
    assertThat(cut.eigenvalues().get(0)).isEqualTo(1);
    assertThat(cut.cell(0, 2)).isZero(); // numbered by first appearance
    assertThat(cut.cell(1, 2)).isEqualTo(1);
    assertThat(Files.readString(plot))
        .startsWith("<svg")
        .contains("600 points")
        .endsWith("</svg>\n");
    assertThat(cut.out()).contains("accuracy 1.000000");
    assertThat((List<?>) cut.report().get("stages")).hasSizeGreaterThan(4);
  }

  @Test
  void laplacianAscends() throws IOException {
    Embedded map = embed(MOONS, "--map", "laplacian", "--kernel", NARROW, "--rank", 4);
    assertThat(map.eigenvalues()).isSorted();
    assertThat(map.eigenvalues().get(0)).isBetween(0.0, 0.01);
  }

  @Test
  void everyWayToLandmarks() throws IOException {
    assertThat(embed(MOONS, "--kernel", NARROW, "--landmarks", 40).report())
        .containsEntry("selector", "kmeans")
        .containsEntry("landmarks", 40L)
        .containsEntry("landmarkRows", null);
    assertThat(
            embed(
                    MOONS,
                    "--kernel",
                    "gaussian(sigma=0.5)",
                    "--tolerance",
                    0.05,
                    "--selector",
                    "rpcholesky")
                .number("landmarks"))
        .isBetween(3.0, 599.0);
    Path rows = folder.resolve("rows.txt");
    Files.writeString(rows, "5\n17\n300\n41\n");
    assertThat(embed(MOONS, "--landmark-rows", rows).report().get("landmarkRows"))
        .isEqualTo(List.of(5L, 17L, 300L, 41L));
  }

  @Test
  void weightsCountRows() throws IOException {
    StringBuilder weighted = new StringBuilder("x,y,w\n");
    StringBuilder repeated = new StringBuilder("x,y\n");
    for (int i = 0; i < 20; i++) {
      String row = Math.sin(i) + "," + Math.cos(1.7 * i);
      weighted.append(row).append(i < 10 ? ",2\n" : ",1\n");
      repeated.append(row).append("\n").append(i < 10 ? row + "\n" : "");
    }
    Files.writeString(folder.resolve("w.csv"), weighted);
    Files.writeString(folder.resolve("r.csv"), repeated);
    Embedded one =
        embed(folder.resolve("w.csv"), "--weights", "w", "--kernel", "gaussian(sigma=1)");
    Embedded two = embed(folder.resolve("r.csv"), "--kernel", "gaussian(sigma=1)");
    for (int c = 0; c < 2; c++) {
      assertThat(one.eigenvalues().get(c)).isCloseTo(two.eigenvalues().get(c), within(1e-12));
      assertThat(one.cell(1, c)).isCloseTo(two.cell(2, c), within(1e-9));
    }
  }

  @Test
  void otherFormatsAndWideData() throws IOException {
    for (String ending : new String[] {"npy", "parquet"}) {
      Path out = folder.resolve("e." + ending);
      Program run =
          Program.run(
              "embed",
              "builtin:digits",
              "--rows",
              "0:200",
              "--landmarks",
              30,
              "-o",
              out,
              "--quiet");
      assertThat(run.exit()).as(run.err()).isZero();
      assertThat(out).isNotEmptyFile();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--map difusion; 2; diffusion, laplacian, ncut",
        "--map diffusion(alpha=2); 2; alpha",
        "--map diffusion(time=0); 2; time",
        "--map ncut(clusters=1); 2; clusters",
        "--map ncut(clusters=13); 2; clusters = 13 of 12 rows",
        "--map ncut(clusters=3) --rank 2; 2; one per cluster",
        "--rank 12; 2; at most 11",
        "--rank 0; 2; at least 1",
        "--kernel linear; 2; negative weights",
        "--kernel tanh; 2; negative weights",
        "--kernel gausian; 2; gaussian",
        "--selector uniform; 2; --landmarks",
        "--selector shadow --landmarks 3; 2; chooses the number of landmarks itself",
        "--landmarks 13; 2; at most 12",
        "--landmarks 0; 2; at least 1",
        "--landmarks 4 --rank 4; 2; at most 3",
        "--tolerance 2; 2; above 0 and below 1",
        "--landmarks 3 --tolerance 0.1; 2; give one of them",
        "--kernel gaussian(sigma=1e9); 3; cannot tell the points apart",
        "--plot x.png; 2; .svg",
        "--weights nosuch; 2; nosuch"
      })
  void wrongUseSaysWhatIsAllowedAndWritesNothing(String options, int exit, String words)
      throws IOException {
    Path data = folder.resolve("data.csv");
    StringBuilder text = new StringBuilder("x,y\n");
    for (int i = 0; i < 12; i++) {
      text.append(Math.cos(i)).append(',').append(Math.sin(2 * i)).append('\n');
    }
    Files.writeString(data, text);
    List<Object> all = new ArrayList<>(List.of("embed", data));
    all.addAll(List.of(options.split(" ")));
    Path out = folder.resolve("none.csv");
    all.addAll(List.of("-o", out, "--report", folder.resolve("none.json"), "--quiet"));
    Program run = Program.run(all.toArray());
    assertThat(run.exit()).as(run.err()).isEqualTo(exit);
    assertThat(run.err().strip().lines()).hasSize(1);
    assertThat(run.reason()).contains(words);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(data);
    }
  }

  @Test
  void oneRowAndEqualRowsAreNumericalFailures() throws IOException {
    Path data = folder.resolve("d.csv");
    Files.writeString(data, "x,y\n1,2\n");
    assertThat(Program.run("embed", data, "--kernel", "gaussian(sigma=1)", "--quiet").exit())
        .isEqualTo(3);
    Files.writeString(data, "x,y\n1,2\n1,2\n1,2\n");
    assertThat(Program.run("embed", data, "--kernel", "gaussian(sigma=1)", "--quiet").exit())
        .isEqualTo(3);
  }

  @Test
  void tooLittleMemoryIsRefusedBeforeWork() {
    Program run =
        Program.run(
            "embed", "synthetic:moons(n=60000)", "--kernel", NARROW, "--memory", "3m", "--quiet");
    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.reason()).contains("landmarks").contains("--memory");
  }
}
