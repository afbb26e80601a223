package dev.mercer.app.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.json.Json;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class PlotTest {

  private static final double[] X = {1, 10, 100};

  private final Plot plot =
      Plot.of("a <b> & c", "sub", Plot.Axis.logarithmic("n"), Plot.Axis.logarithmic("error"))
          .line("line", X, new double[] {1, 0.1, 0}, new double[] {0.5, 0, 0}, X)
          .reference("reference", X, X)
          .dots("dots", X, new double[] {Double.NaN, 1, 2}, new String[] {"p", "q", "r"})
          .band("band", X, new double[] {0.1, 0.2, 0.3}, X);

  @Test
  void everySeriesIsDrawnAndNothingIsNotANumber() throws Exception {
    String svg = SvgPlot.draw(plot);
    Document document = parsed(svg);
    assertThat(svg).doesNotContain("NaN").doesNotContain("Infinity");
    assertThat(svg).contains("line", "reference", "dots", "band");
    assertThat(document.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("a <b> & c");
  }

  @Test
  void pointsAnAxisCannotShowAreLeftOut() {
    Map<String, Object> option = EchartsPlot.option(plot);
    assertThat(data(option, "line", "line")).hasSize(2); // zero has no logarithm
    assertThat(data(option, "dots", "scatter")).hasSize(2);
    assertThat(Json.compact(option)).doesNotContain("NaN");
  }

  @Test
  void barsStandOnZero() {
    Plot bars =
        Plot.of("t", "", Plot.Axis.of("stage", List.of("a", "b")), Plot.Axis.linear("s"))
            .bars("seconds", new double[] {0, 1}, new double[] {5, 6});
    assertThat(((Map<?, ?>) EchartsPlot.option(bars).get("yAxis")).get("scale")).isEqualTo(false);
    assertThat(SvgPlot.draw(bars)).contains(">0</text>").contains(">a</text>");
  }

  @Test
  void manyPointsMakeNoHugePicture() throws Exception {
    int n = 20_000;
    double[] x = new double[n];
    for (int k = 0; k < n; k++) {
      x[k] = k;
    }
    Plot dense = Plot.of("t", "", Plot.Axis.linear("x"), Plot.Axis.linear("y"));
    assertThat(SvgPlot.draw(dense.line("line", x, x))).hasSizeLessThan(20_000);
    String dots = SvgPlot.draw(dense.dots("a", x, x, null).dots("b", x, x, null));
    parsed(dots);
    assertThat(dots).hasSizeLessThan(100_000);
  }

  @Test
  void thinningKeepsEveryClassThatTakesTurns() {
    Thinning thinning = new Thinning(6000, 600);
    for (int classes : new int[] {1, 2, 3, 5, 8, 10, 13}) {
      int[] kept = new int[classes];
      for (int k = 0; k < 6000; k++) {
        kept[k % classes] += thinning.keeps(k) ? 1 : 0;
      }
      for (int count : kept) {
        // Its share of 600; the golden ratio leaves a handful more or less.
        assertThat(count).isBetween(600 / classes - 8, 600 / classes + 8);
      }
    }
  }

  @Test
  void valuesOfCategoriesWithSpreadAreNotJoined() {
    Plot values =
        Plot.of("t", "", Plot.Axis.of("set", List.of("a", "b", "c")), Plot.Axis.linear("s"))
            .line("mean", new double[] {0, 1, 2}, X, X, X);
    assertThat(SvgPlot.draw(values)).doesNotContain("stroke-width=\"2\"");
    assertThat(Json.compact(EchartsPlot.option(values))).contains("\"width\":0");
  }

  @Test
  void anEmptyPlotIsStillAPicture() throws Exception {
    parsed(SvgPlot.draw(Plot.of("t", "", Plot.Axis.linear("x"), Plot.Axis.logarithmic("y"))));
  }

  @Test
  void contoursOfAPlaneAreStraight() throws Exception {
    double[] points = ContourPlot.Grid.points(-1, 1, -1, 1, 21, 21);
    double[] values = new double[441];
    for (int k = 0; k < values.length; k++) {
      values[k] = points[2 * k]; // rises to the right: every curve is upright
    }
    String svg =
        new ContourPlot("t", 4)
            .panel("p", new ContourPlot.Grid(-1, 1, -1, 1, 21, 21, values), X, X)
            .svg();
    parsed(svg);
    // Each is one line from below to above: what lies between is straight.
    java.util.regex.Matcher curves =
        java.util.regex.Pattern.compile("d=\"M[\\d.]+ [\\d.]+l0 -?320\" fill=\"none\"")
            .matcher(svg);
    int found = 0;
    while (curves.find()) {
      found++;
    }
    assertThat(found).isEqualTo(4);
  }

  @Test
  void aContourAroundAPeakIsOneClosedLineNearTheCircle() {
    int n = 41;
    double[] points = ContourPlot.Grid.points(-1, 1, -1, 1, n, n);
    double[] values = new double[n * n];
    for (int k = 0; k < values.length; k++) {
      values[k] = Math.hypot(points[2 * k], points[2 * k + 1]);
    }
    ContourPlot.Grid grid = new ContourPlot.Grid(-1, 1, -1, 1, n, n, values);
    List<double[]> curves = ContourLines.of(grid, 0.5, 0.02);
    assertThat(curves).hasSize(1);
    double[] line = curves.get(0);
    assertThat(line[0]).isEqualTo(line[line.length - 2]);
    assertThat(line[1]).isEqualTo(line[line.length - 1]);
    // 82 edges are crossed; few are needed to stay within a fiftieth of a cell.
    assertThat(line.length / 2).isBetween(20, 60);
    for (int k = 0; k < line.length; k += 2) {
      // Linear interpolation of a cone errs by about h^2 / 8 over its radius, in cells.
      assertThat(Math.hypot(line[k] - 20, line[k + 1] - 20)).isCloseTo(10, within(1.0 / 8 / 10));
    }
    // A level beyond the peak's border is four open arcs.
    assertThat(ContourLines.of(grid, 1.2, 0.02)).hasSize(4);
  }

  @Test
  void cellsOfAMatrixAreWritten() throws Exception {
    MatrixPlot matrix =
        new MatrixPlot(
            "confusion",
            "true",
            "predicted",
            List.of("0", "1"),
            List.of("0", "1"),
            new double[][] {{7, 1}, {0, 0.5}});
    parsed(matrix.svg());
    assertThat(matrix.svg()).contains(">7<").contains(">0.500<");
    assertThat(Json.compact(matrix.option())).contains("[1,0,1");
  }

  @Test
  void lengthsMustAgree() {
    assertThatThrownBy(() -> plot.line("short", X, new double[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'short'");
  }

  private static List<?> data(Map<String, Object> option, String name, String type) {
    for (Object each : (List<?>) option.get("series")) {
      Map<?, ?> series = (Map<?, ?>) each;
      if (name.equals(series.get("name")) && type.equals(series.get("type"))) {
        return (List<?>) series.get("data");
      }
    }
    throw new AssertionError("no series " + name);
  }

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }
}
