package dev.mercer.app.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.Arrays;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ScatterPlotTest {

  private static Document parsed(String svg) {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(svg)));
    } catch (Exception notXml) {
      throw new AssertionError("not XML", notXml);
    }
  }

  private static long marks(Document svg, String mark) {
    NodeList uses = svg.getElementsByTagName("use");
    return IntStream.range(0, uses.getLength())
        .filter(i -> ((Element) uses.item(i)).getAttribute("href").equals(mark))
        .count();
  }

  @Test
  void pointsStandWhereTheirValuesAre() {
    Document svg =
        parsed(
            ScatterPlot.titled("t", "a", "b")
                .points(new double[] {0, 1, 2}, new double[] {5, 7, 6}, null)
                .svg());
    NodeList uses = svg.getElementsByTagName("use");
    assertThat(uses.getLength()).isEqualTo(3);
    double[] x = new double[3];
    double[] y = new double[3];
    for (int i = 0; i < 3; i++) {
      x[i] = Double.parseDouble(((Element) uses.item(i)).getAttribute("x"));
      y[i] = Double.parseDouble(((Element) uses.item(i)).getAttribute("y"));
    }
    // Rounded to tenths of a pixel; pixels go down.
    assertThat(x[1]).isCloseTo((x[0] + x[2]) / 2, org.assertj.core.data.Offset.offset(0.11));
    assertThat(y[2]).isCloseTo((y[0] + y[1]) / 2, org.assertj.core.data.Offset.offset(0.11));
    assertThat(y[1]).isLessThan(y[0]);
  }

  @Test
  void labelsGetMarksInTheirOrder() {
    String[] labels = {"10", "9", "10", "9", "9"};
    String text =
        ScatterPlot.titled("t", "a", "b").points(new double[5], new double[5], labels).svg();
    Document svg = parsed(text);
    assertThat(marks(svg, "#mark0")).isEqualTo(3); // 9 before 10: numbers, not words
    assertThat(marks(svg, "#mark1")).isEqualTo(2);
    assertThat(text.indexOf(">9</text>")).isPositive().isLessThan(text.indexOf(">10</text>"));
  }

  @Test
  void thinningKeepsTheSharesOfLabelsThatAlternate() {
    int n = 40_000;
    double[] values = IntStream.range(0, n).asDoubleStream().toArray();
    String[] labels =
        IntStream.range(0, n).mapToObj(i -> i % 4 == 0 ? "a" : "b").toArray(String[]::new);
    labels[17] = "rare";
    String text = ScatterPlot.titled("t", "x", "y").points(values, values, labels).svg();
    Document svg = parsed(text);
    assertThat(marks(svg, "#mark0")).isEqualTo(1250);
    assertThat(marks(svg, "#mark1")).isBetween(3740L, 3750L);
    assertThat(marks(svg, "#mark2")).isEqualTo(1);
    assertThat(text).contains("40,000 points, 5,000 of them drawn");
  }

  @Test
  void pointsWithoutAPlaceAreCounted() {
    double[] x = {1, Double.NaN, 10, 100, -1};
    double[] y = {1, 1, Double.POSITIVE_INFINITY, 2, 3};
    ScatterPlot plot = ScatterPlot.titled("t", "a", "b").points(x, y, null);
    assertThat(plot.svg()).contains("3 points; 2 without a place left out");
    assertThat(plot.logarithmic(true, false).svg())
        .contains("2 points; 3 without a place left out")
        .contains("a (logarithmic)");
  }

  @Test
  void textsAreEscaped() {
    String hostile = "<script>&\"\u0000\uD800]]>";
    Document svg =
        parsed(
            ScatterPlot.titled(hostile, hostile, hostile)
                .points(new double[] {1}, new double[] {2}, new String[] {hostile})
                .svg());
    assertThat(svg.getElementsByTagName("script").getLength()).isZero();
    assertThat(svg.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("<script>&\"\uFFFD\uFFFD]]>");
  }

  @Test
  void emptyEqualAndUnlabeledPointsAreDrawn() {
    parsed(ScatterPlot.titled("", "", "").svg());
    parsed(ScatterPlot.titled("", "", "").logarithmic(true, true).svg());
    String same =
        ScatterPlot.titled("", "", "")
            .points(new double[] {3, 3}, new double[] {0, 0}, new String[] {null, "a"})
            .svg();
    assertThat(same).doesNotContain("NaN").doesNotContain("Infinity").contains("(no label)");
  }

  @Test
  void manyLabelsFillTheLegendAndNoMore() {
    int n = 100;
    String[] labels = IntStream.range(0, n).mapToObj(i -> "label " + i).toArray(String[]::new);
    String text =
        ScatterPlot.titled("t", "x", "y").points(new double[n], new double[n], labels).svg();
    assertThat(text).contains("more</text>").contains("fill=\"none\" stroke=");
    assertThat(parsed(text).getElementsByTagName("use").getLength()).isEqualTo(n);
  }

  @Test
  void countsMustAgree() {
    ScatterPlot plot = ScatterPlot.titled("t", "x", "y");
    assertThatThrownBy(() -> plot.points(new double[2], new double[3], null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 x, 3 y");
    assertThatThrownBy(() -> plot.points(new double[2], new double[2], new String[1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 labels");
  }

  @Property(tries = 300)
  void ticksAreRoundFewAndInside(
      @ForAll double first, @ForAll double second, @ForAll boolean logarithmic) {
    double a = logarithmic ? Math.abs(first) + 1e-300 : first;
    double b = logarithmic ? Math.abs(second) + 1e-300 : second;
    if (!PlotAxis.takes(a, logarithmic) || !PlotAxis.takes(b, logarithmic)) {
      return;
    }
    PlotAxis axis = PlotAxis.between(Math.min(a, b), Math.max(a, b), logarithmic);
    assertThat(axis.place(a)).isBetween(0.0, 1.0);
    assertThat(axis.place(b)).isBetween(0.0, 1.0);
    double[] ticks = axis.ticks();
    assertThat(ticks.length).isBetween(1, 8);
    for (double tick : ticks) {
      assertThat(axis.place(tick)).isBetween(-1e-9, 1 + 1e-9);
    }
    assertThat(Arrays.stream(ticks).mapToObj(PlotAxis::text)).doesNotHaveDuplicates();
  }

  @Test
  void ticksReadAsPeopleWriteThem() {
    assertThat(Arrays.stream(PlotAxis.between(0, 1, false).ticks()).mapToObj(PlotAxis::text))
        .containsExactly("0", "0.2", "0.4", "0.6", "0.8", "1");
    assertThat(Arrays.stream(PlotAxis.between(1, 1e4, true).ticks()).mapToObj(PlotAxis::text))
        .containsExactly("1", "10", "100", "1000", "10000");
    assertThat(PlotAxis.text(-2.5e-7)).isEqualTo("-2.5e-7");
    assertThat(PlotAxis.text(3e6)).isEqualTo("3e6");
  }
}
