package dev.mercer.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A picture of times as an SVG file: lines with marks, seconds on a logarithmic axis.
 *
 * <ul>
 *   <li>colors that people with any color vision tell apart, and marks of different shapes, so that
 *       it can be read in gray as well
 *   <li>names stand beside the ends of their lines, not in a legend
 * </ul>
 */
final class LineChart {

  private static final int WIDTH = 760;
  private static final int HEIGHT = 460;
  private static final int LEFT = 84;
  private static final int RIGHT = 216;
  private static final int TOP = 64;
  private static final int BOTTOM = 64;
  private static final int NAME_HEIGHT = 16;
  // Okabe and Ito's palette, yellow left out: too light on white.
  private static final List<String> COLORS =
      List.of("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#56B4E9", "#E69F00");
  private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  /** One line; points in order of x. */
  private record Line(String name, double[] x, double[] seconds, boolean dashed) {}

  private final String title;
  private final String subtitle;
  private final String xName;
  private final boolean xLogarithmic;
  private final List<Line> lines = new ArrayList<>();
  private double xLow;
  private double xHigh;
  private double yLow;
  private double yHigh;

  LineChart(String title, String subtitle, String xName, boolean xLogarithmic) {
    this.title = title;
    this.subtitle = subtitle;
    this.xName = xName;
    this.xLogarithmic = xLogarithmic;
  }

  /** A line with at least one point; {@code dashed} for what others are compared with. */
  LineChart line(String name, double[] x, double[] seconds, boolean dashed) {
    lines.add(new Line(name, x, seconds, dashed));
    return this;
  }

  String svg() {
    if (lines.isEmpty()) {
      throw new IllegalStateException("a chart without lines: " + title);
    }
    range();
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                + " viewBox=\"0 0 %d %d\" font-family=\"Helvetica, Arial, sans-serif\""
                + " font-size=\"13\" role=\"img\">\n<title>%s</title>\n<desc>%s</desc>\n"
                + "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            WIDTH,
            HEIGHT,
            WIDTH,
            HEIGHT,
            escaped(title),
            escaped(subtitle)));
    text(svg, LEFT, 26, "start", "font-size=\"17\" font-weight=\"bold\"", title);
    text(svg, LEFT, 46, "start", "fill=\"#444444\"", subtitle);
    axes(svg);
    for (int k = 0; k < lines.size(); k++) {
      draw(svg, lines.get(k), k);
    }
    names(svg);
    return svg.append("</svg>\n").toString();
  }

  /** Whole decades around the times; whole decades or the values themselves around x. */
  private void range() {
    double[] x = lines.stream().flatMapToDouble(l -> Arrays.stream(l.x)).toArray();
    double[] y = lines.stream().flatMapToDouble(l -> Arrays.stream(l.seconds)).toArray();
    double left = Arrays.stream(x).min().orElseThrow();
    double right = Arrays.stream(x).max().orElseThrow();
    xLow = xLogarithmic ? Math.floor(Math.log10(left)) : left;
    xHigh = xLogarithmic ? Math.ceil(Math.log10(right)) : right;
    xHigh = xHigh > xLow ? xHigh : xLow + 1;
    yLow = Math.floor(Math.log10(Arrays.stream(y).min().orElseThrow()));
    yHigh = Math.ceil(Math.log10(Arrays.stream(y).max().orElseThrow()));
    yHigh = yHigh > yLow ? yHigh : yLow + 1;
  }

  private double across(double x) {
    double at = xLogarithmic ? Math.log10(x) : x;
    return LEFT + (at - xLow) / (xHigh - xLow) * (WIDTH - LEFT - RIGHT);
  }

  private double down(double seconds) {
    return HEIGHT
        - BOTTOM
        - (Math.log10(seconds) - yLow) / (yHigh - yLow) * (HEIGHT - TOP - BOTTOM);
  }

  private void axes(StringBuilder svg) {
    int bottom = HEIGHT - BOTTOM;
    int right = WIDTH - RIGHT;
    for (int power = (int) yLow; power <= (int) yHigh; power++) {
      double y = down(Math.pow(10, power));
      stroke(svg, LEFT, y, right, y, "#d9d9d9");
      text(svg, LEFT - 8, y + 4, "end", "", seconds(power));
    }
    for (double x : xTicks()) {
      stroke(svg, across(x), TOP, across(x), bottom, "#eeeeee");
      stroke(svg, across(x), bottom, across(x), bottom + 5, "#000000");
      text(svg, across(x), bottom + 20, "middle", "", xText(x));
    }
    stroke(svg, LEFT, bottom, right, bottom, "#000000");
    stroke(svg, LEFT, TOP, LEFT, bottom, "#000000");
    text(svg, (LEFT + right) / 2.0, HEIGHT - 18, "middle", "", xName);
    double middle = (TOP + bottom) / 2.0;
    text(
        svg,
        20,
        middle,
        "middle",
        String.format(Locale.ROOT, "transform=\"rotate(-90 20 %.1f)\"", middle),
        "time (logarithmic)");
  }

  private double[] xTicks() {
    return xLogarithmic
        ? IntStream.rangeClosed((int) xLow, (int) xHigh)
            .mapToDouble(power -> Math.pow(10, power))
            .toArray()
        : lines.stream()
            .flatMapToDouble(line -> Arrays.stream(line.x))
            .distinct()
            .sorted()
            .toArray();
  }

  private String xText(double x) {
    return xLogarithmic
        ? "10" + SUPERSCRIPTS.charAt((int) Math.round(Math.log10(x)) % 10)
        : x == Math.rint(x) ? Long.toString((long) x) : Double.toString(x);
  }

  /** 10^power seconds, with its unit. */
  private static String seconds(int power) {
    if (power >= 0) {
      return String.format(Locale.ROOT, "%,.0f s", Math.pow(10, power));
    }
    return power >= -3
        ? String.format(Locale.ROOT, "%.0f ms", Math.pow(10, power + 3))
        : String.format(Locale.ROOT, power >= -6 ? "%.0f µs" : "%.3f µs", Math.pow(10, power + 6));
  }

  private void draw(StringBuilder svg, Line line, int index) {
    String color = COLORS.get(index % COLORS.size());
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < line.x.length; i++) {
      path.append(
          String.format(
              Locale.ROOT,
              "%s%.1f %.1f",
              i == 0 ? "M" : " L",
              across(line.x[i]),
              down(line.seconds[i])));
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s/>\n",
            path,
            color,
            line.dashed ? " stroke-dasharray=\"7 4\"" : ""));
    for (int i = 0; i < line.x.length; i++) {
      mark(svg, index, across(line.x[i]), down(line.seconds[i]), color);
    }
  }

  /** A disc, a square, a triangle or a diamond. */
  private static void mark(StringBuilder svg, int index, double x, double y, String color) {
    String path =
        switch (index % 4) {
          case 0 -> "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z";
          case 1 -> "M-4 -4h8v8h-8z";
          case 2 -> "M0 -5l5 9h-10z";
          default -> "M0 -5.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z";
        };
    svg.append(
        String.format(
            Locale.ROOT,
            "<path transform=\"translate(%.1f %.1f)\" d=\"%s\" fill=\"%s\"/>\n",
            x,
            y,
            path,
            color));
  }

  /** The names at the ends of their lines, moved apart where they would touch. */
  private void names(StringBuilder svg) {
    List<Integer> order = new ArrayList<>();
    for (int k = 0; k < lines.size(); k++) {
      order.add(k);
    }
    order.sort(Comparator.comparingDouble(k -> end(lines.get(k))));
    double lowest = HEIGHT - BOTTOM - (double) NAME_HEIGHT * (lines.size() - 1);
    double last = TOP - NAME_HEIGHT;
    for (int place = 0; place < order.size(); place++) {
      int k = order.get(place);
      Line line = lines.get(k);
      double wanted = Math.min(end(line), lowest + (double) NAME_HEIGHT * place);
      last = Math.max(wanted, last + NAME_HEIGHT);
      double x = WIDTH - RIGHT + 16;
      String color = COLORS.get(k % COLORS.size());
      mark(svg, k, x, last, color);
      text(svg, x + 12, last + 4, "start", "fill=\"" + color + "\"", line.name);
    }
  }

  private double end(Line line) {
    return down(line.seconds[line.seconds.length - 1]);
  }

  private static void stroke(
      StringBuilder svg, double x1, double y1, double x2, double y2, String color) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n",
            x1,
            y1,
            x2,
            y2,
            color));
  }

  private static void text(
      StringBuilder svg, double x, double y, String anchor, String attributes, String words) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>\n",
            x,
            y,
            anchor,
            attributes.isEmpty() ? "" : " " + attributes,
            escaped(words)));
  }

  private static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
