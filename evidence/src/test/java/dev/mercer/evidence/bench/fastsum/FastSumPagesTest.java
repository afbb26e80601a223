package dev.mercer.evidence.bench.fastsum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Matrix;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.evidence.reproduce.fk.PlainLoops;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Polynomial;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class FastSumPagesTest {

  private static Map<String, Object> scheme(String name, double forecast, Double measured) {
    Map<String, Object> entry =
        Json.object("scheme", name, "terms", 7, "setupForecast", 0.0, "forecast", forecast);
    if (measured != null) {
      entry.put("setupSeconds", List.of(1.0));
      entry.put("seconds", List.of(measured));
    }
    return entry;
  }

  private static Map<String, Object> run(int columns, int rows, Object... schemes) {
    return Json.object(
        "columns",
        columns,
        "sigma",
        0.2,
        "rows",
        rows,
        "error",
        1e-6,
        "tilesForecast",
        3.0,
        "schemes",
        List.of(schemes));
  }

  private static Map<String, Object> timed(int columns, int rows, double fast, Double tiles) {
    Map<String, Object> entry =
        Json.object("columns", columns, "rows", rows, "seconds", List.of(fast));
    if (tiles != null) {
      entry.put("tilesSeconds", List.of(tiles));
    }
    return entry;
  }

  private static Crossover crossover(Object... runs) {
    return new Crossover(
        Json.object(
            "tiles",
            List.of(Json.object("columns", 2, "rows", 1000, "seconds", List.of(2.0))),
            "runs",
            List.of(runs)));
  }

  @Test
  void theChoiceIsTheLeastForecastAndTheFastestTheLeastMeasured() {
    Crossover.Row row =
        crossover(run(2, 1000, scheme("grid", 0.2, 0.55), scheme("tree", 0.3, 0.15))).rows().get(0);
    assertThat(row.chosen()).isEqualTo("grid");
    assertThat(row.fastest()).isEqualTo("tree");
    // Set-up and twenty products: 1 + 11 over 1 + 3.
    assertThat(row.loss()).isCloseTo(3, within(1e-12));
  }

  @Test
  void exactTilesAreExtrapolatedWithTheNumberOfPairs() {
    Crossover.Row row = crossover(run(2, 3000, scheme("grid", 9, 17.0))).rows().get(0);
    assertThat(row.tilesSeconds()).isEqualTo(18);
    assertThat(row.chosen()).isEqualTo(Crossover.TILES);
    assertThat(row.fastest()).isEqualTo("grid");
  }

  @Test
  void aChoiceThatWasNotMeasuredDoesNotCount() {
    Crossover crossover =
        crossover(run(2, 1000, scheme("grid", 0.2, null)), run(2, 1000, scheme("grid", 0.2, 0.1)));
    assertThat(crossover.verdict()).contains("1 of 1 cases").contains("(of 2)");
  }

  @Test
  void thePictureIsWellFormedAndNamesItsLines() throws Exception {
    String svg =
        SumPictures.againstPoints(
            Json.object(
                "sigma",
                0.2,
                "error",
                1e-6,
                "threads",
                2,
                "runs",
                List.of(
                    timed(2, 1_000, 1e-5, 1e-3),
                    timed(2, 10_000, 2e-3, 0.5),
                    timed(2, 100_000, 1, null))));
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)));
    assertThat(document.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("Time of a product against the number of points");
    assertThat(svg)
        .contains(">exact tiles, d = 2<", ">fast, d = 2<", ">10000<", ">0.01<", ">1e-5<")
        .doesNotContain("NaN", "d = 3");
  }

  @Test
  void onlyTheTextBetweenTheMarksIsReplaced() throws Exception {
    String page = Files.readString(Path.of("../docs/explanation/fast-summation.md"));
    String once = SumPictures.replaced(page, "TABLE");
    assertThat(once).contains("TABLE");
    assertThat(SumPictures.replaced(once, "OTHER")).contains("OTHER").doesNotContain("TABLE");
    assertThatThrownBy(() -> SumPictures.replaced("no marks", "TABLE"))
        .hasMessageContaining("marks");
  }

  @Test
  void plainLoopsAreTheDefinition() {
    Matrix points = SumTask.unitCube(20, 3);
    double[] u = SumTask.vector(20);
    double[] result = new double[20];
    Gaussian gaussian = Gaussian.sigma(0.3);
    PlainLoops.multiply(gaussian, points, points, u, result);
    requireProduct(gaussian, points, u, result);
    Polynomial polynomial = new Polynomial(0.5, 2, 3);
    PlainLoops.multiply(polynomial, points, points, u, result);
    requireProduct(polynomial, points, u, result);
  }

  private static void requireProduct(Kernel kernel, Matrix points, double[] u, double[] result) {
    for (int i = 0; i < result.length; i++) {
      double sum = 0;
      double size = 0;
      for (int j = 0; j < u.length; j++) {
        double term = kernel.value(points.row(i), points.row(j)) * u[j];
        sum += term;
        size += Math.abs(term);
      }
      // A few roundings of every term.
      assertThat(result[i]).isCloseTo(sum, within(32 * Math.ulp(size)));
    }
  }

  @Test
  void drawsAreTheSameForTheSameSeed() {
    for (int seed = 0; seed < 30; seed++) {
      SweepDraw draw = new SweepDraw(seed);
      SweepDraw again = new SweepDraw(seed);
      assertThat(again.text()).isEqualTo(draw.text());
      assertThat(again.task().sources().values()).isEqualTo(draw.task().sources().values());
    }
  }

  @Test
  void briefTimesAreSmallestMedianAndLargest() {
    double[] seconds = Timing.brief(() -> Math.sqrt(2), false);
    assertThat(seconds).hasSize(3).isSorted();
    assertThat(Timing.brief(() -> Math.sqrt(2), true)).hasSize(1);
  }
}
