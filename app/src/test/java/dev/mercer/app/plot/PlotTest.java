package dev.mercer.app.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.json.Json;
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
    java.util.regex.Matcher pieces =
        java.util.regex.Pattern.compile("M([-\\d.]+) [-\\d.]+L([-\\d.]+) ").matcher(svg);
    int found = 0;
    while (pieces.find()) {
      assertThat(pieces.group(1)).isEqualTo(pieces.group(2));
      found++;
    }
    assertThat(found).isGreaterThanOrEqualTo(3 * 20);
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
