package dev.mercer.app.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Draws a {@link Plot} as an SVG file for documents: readable in gray and at any size, without
 * scripts. To keep the picture small, it has at most about {@value #MOST_DOTS} dots, and {@value
 * #MOST_MARKS} marks per line.
 */
public final class SvgPlot {

  private static final int WIDTH = 760;
  private static final int HEIGHT = 460;
  private static final int LEFT = 84;
  private static final int RIGHT = 196;
  private static final int TOP = 64;
  private static final int BOTTOM = 64;
  private static final int LEGEND_LINE = 20;
  private static final int MOST_DOTS = 3000;
  private static final int MOST_MARKS = 60;
  private static final int MOST_NAMES = 18;

  private final Plot plot;
  private final PlotAxis across;
  private final PlotAxis up;
  private final SvgText svg;

  private SvgPlot(Plot plot) {
    this.plot = plot;
    List<double[]> x = new ArrayList<>();
    List<double[]> y = new ArrayList<>();
    boolean bars = false;
    for (Plot.Series series : plot.series()) {
      x.add(series.x());
      y.add(series.y());
      if (series.low() != null) {
        y.add(series.low());
        y.add(series.high());
      }
      bars |= series.kind() == Plot.Kind.BARS;
    }
    if (plot.x().categories() != null) {
      x.add(new double[] {-0.5, plot.x().categories().size() - 0.5});
    }
    across = axis(x, plot.x().logarithmic(), false);
    up = axis(y, plot.y().logarithmic(), bars && !plot.y().logarithmic());
    svg = new SvgText(WIDTH, HEIGHT, plot.title());
    svg.description(plot.subtitle());
  }

  /**
   * An axis that contains all values that it can show.
   *
   * @param zero whether it must contain zero, as for bars
   */
  private static PlotAxis axis(List<double[]> values, boolean logarithmic, boolean zero) {
    double[] shown =
        values.stream()
            .flatMapToDouble(Arrays::stream)
            .filter(value -> PlotAxis.takes(value, logarithmic))
            .toArray();
    double least = Arrays.stream(shown).min().orElse(logarithmic ? 1 : 0);
    double most = Arrays.stream(shown).max().orElse(logarithmic ? 10 : 1);
    return PlotAxis.between(
        zero ? Math.min(0, least) : least, zero ? Math.max(0, most) : most, logarithmic);
  }

  /** The picture as the text of an SVG file. */
  public static String draw(Plot plot) {
    return new SvgPlot(plot).draw();
  }

  private String draw() {
    svg.words(LEFT, 26, "start", "font-size=\"17\" font-weight=\"bold\"", plot.title());
    svg.words(LEFT, 46, "start", "fill=\"#444444\"", plot.subtitle());
    axes();
    for (int k = 0; k < plot.series().size(); k++) {
      if (plot.series().get(k).kind() == Plot.Kind.BAND) {
        band(plot.series().get(k), Palette.color(k));
      }
    }
    for (int k = 0; k < plot.series().size(); k++) {
      series(plot.series().get(k), k);
    }
    legend();
    return svg.finished();
  }

  private double x(double value) {
    return PlotAxis.takes(value, plot.x().logarithmic())
        ? LEFT + across.place(value) * (WIDTH - LEFT - RIGHT)
        : Double.NaN;
  }

  private double y(double value) {
    return PlotAxis.takes(value, plot.y().logarithmic())
        ? HEIGHT - BOTTOM - up.place(value) * (HEIGHT - TOP - BOTTOM)
        : Double.NaN;
  }

  private void axes() {
    int bottom = HEIGHT - BOTTOM;
    int right = WIDTH - RIGHT;
    for (double tick : up.ticks()) {
      svg.line(LEFT, y(tick), right, y(tick), "#e0e0e0");
      svg.words(LEFT - 8, y(tick) + 4, "end", "", PlotAxis.text(tick));
    }
    if (plot.x().categories() == null) {
      for (double tick : across.ticks()) {
        svg.line(x(tick), bottom, x(tick), bottom + 5, "#444444");
        svg.words(x(tick), bottom + 20, "middle", "", PlotAxis.text(tick));
      }
    } else {
      int step = 1 + plot.x().categories().size() / MOST_NAMES;
      for (int k = 0; k < plot.x().categories().size(); k += step) {
        svg.words(x(k), bottom + 20, "middle", "", plot.x().categories().get(k));
      }
    }
    svg.line(LEFT, bottom, right, bottom, "#444444");
    svg.line(LEFT, TOP, LEFT, bottom, "#444444");
    svg.words((LEFT + right) / 2.0, HEIGHT - 18, "middle", "", plot.x().name());
    svg.raw(
        "<text transform=\"translate(20 %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
        (TOP + bottom) / 2.0, SvgText.escaped(plot.y().name()));
  }

  private void series(Plot.Series series, int index) {
    String color = Palette.color(index);
    switch (series.kind()) {
      case LINE -> {
        spread(series, color);
        if (plot.joins(series)) {
          way(series, color, "stroke-width=\"2\"");
        }
        marks(series, index, 4, 1);
      }
      case REFERENCE -> way(series, color, "stroke-width=\"1.5\" stroke-dasharray=\"6 4\"");
      case DOTS -> marks(series, index, series.x().length > 500 ? 2 : 3, 0.7);
      case BARS -> bars(series, color);
      case BAND -> {} // these are drawn first, below the others
    }
  }

  /** Joins the points that can be shown, with a gap at each point that cannot. */
  private void way(Plot.Series series, String color, String style) {
    StringBuilder way = new StringBuilder();
    boolean open = false;
    double lastLeft = 0;
    double lastTop = 0;
    int n = series.x().length;
    for (int k = 0; k < n; k++) {
      double left = x(series.x()[k]);
      double top = y(series.y()[k]);
      if (Double.isNaN(left) || Double.isNaN(top)) {
        open = false;
        continue;
      }
      if (open && k + 1 < n && Math.hypot(left - lastLeft, top - lastTop) < 1) {
        continue; // less than a pixel from the previous point
      }
      lastLeft = left;
      lastTop = top;
      way.append(String.format(Locale.ROOT, "%s%.1f %.1f ", open ? "L" : "M", left, top));
      open = true;
    }
    svg.raw("<path d=\"%s\" fill=\"none\" stroke=\"%s\" %s/>\n", way, color, style);
  }

  private void marks(Plot.Series series, int index, double size, double opacity) {
    int n = series.x().length;
    boolean dots = series.kind() == Plot.Kind.DOTS;
    Thinning thinning = new Thinning(dots(), MOST_DOTS);
    int step = 1 + (n - 1) / MOST_MARKS;
    StringBuilder marks = new StringBuilder();
    for (int k = 0; k < n; k++) {
      double left = x(series.x()[k]);
      double top = y(series.y()[k]);
      boolean drawn = dots ? thinning.keeps(k) : k % step == 0;
      if (drawn && !Double.isNaN(left) && !Double.isNaN(top)) {
        marks.append(SvgText.mark(Palette.shape(index), left, top, size));
      }
    }
    svg.marks(Palette.shape(index), size, marks, Palette.color(index), opacity);
  }

  /** The number of dots in all series together. */
  private int dots() {
    return plot.series().stream()
        .filter(series -> series.kind() == Plot.Kind.DOTS)
        .mapToInt(series -> series.x().length)
        .sum();
  }

  private void spread(Plot.Series series, String color) {
    for (int k = 0; series.low() != null && k < series.x().length; k++) {
      double left = x(series.x()[k]);
      double bottom = y(series.low()[k]);
      double top = y(series.high()[k]);
      if (Double.isNaN(bottom)) {
        bottom = HEIGHT - BOTTOM; // the value is below what a logarithmic axis can show
      }
      if (!Double.isNaN(left) && !Double.isNaN(top)) {
        svg.line(left, bottom, left, top, color);
        svg.line(left - 4, bottom, left + 4, bottom, color);
        svg.line(left - 4, top, left + 4, top, color);
      }
    }
  }

  private void band(Plot.Series series, String color) {
    List<Double> corners = new ArrayList<>();
    int n = series.x().length;
    for (int k = 0; k < n; k++) {
      corner(corners, series.x()[k], series.high()[k]);
    }
    for (int k = n - 1; k >= 0; k--) {
      corner(corners, series.x()[k], series.low()[k]);
    }
    if (!corners.isEmpty()) {
      svg.path(
          "fill=\"" + color + "\" fill-opacity=\"0.18\"",
          corners.stream().mapToDouble(Double::doubleValue).toArray());
    }
  }

  private void corner(List<Double> corners, double left, double height) {
    double top = Double.isNaN(y(height)) ? HEIGHT - BOTTOM : y(height);
    if (!Double.isNaN(x(left))) {
      corners.add(x(left));
      corners.add(top);
    }
  }

  private void bars(Plot.Series series, String color) {
    double width = 0.7 * (WIDTH - LEFT - RIGHT) / Math.max(1, series.x().length);
    double ground = Double.isNaN(y(0)) ? HEIGHT - BOTTOM : y(0);
    for (int k = 0; k < series.x().length; k++) {
      double top = y(series.y()[k]);
      if (!Double.isNaN(top)) {
        svg.raw(
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
            x(series.x()[k]) - width / 2,
            Math.min(top, ground),
            width,
            Math.abs(ground - top),
            color);
      }
    }
  }

  private void legend() {
    int left = WIDTH - RIGHT + 14;
    int shown = Math.min(plot.series().size(), MOST_NAMES);
    for (int k = 0; k < shown; k++) {
      Plot.Series series = plot.series().get(k);
      double top = TOP + 8 + k * LEGEND_LINE;
      String color = Palette.color(k);
      switch (series.kind()) {
        case REFERENCE ->
            svg.raw(
                "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"%s\""
                    + " stroke-dasharray=\"6 4\" stroke-width=\"1.5\"/>\n",
                left, top, left + 20, top, color);
        case BAND, BARS ->
            svg.raw(
                "<rect x=\"%d\" y=\"%.1f\" width=\"20\" height=\"10\" fill=\"%s\""
                    + " fill-opacity=\"%s\"/>\n",
                left, top - 5, color, series.kind() == Plot.Kind.BAND ? "0.25" : "1");
        default ->
            svg.marks(
                Palette.shape(k), 4, SvgText.mark(Palette.shape(k), left + 10, top, 4), color, 1);
      }
      svg.words(left + 28, top + 4, "start", "", shortened(series.name()));
    }
    if (shown < plot.series().size()) {
      svg.words(
          left,
          TOP + 12 + shown * LEGEND_LINE,
          "start",
          "",
          "… " + (plot.series().size() - shown) + " more");
    }
  }

  private static String shortened(String name) {
    return name.length() <= 24 ? name : name.substring(0, 23) + "…";
  }
}
