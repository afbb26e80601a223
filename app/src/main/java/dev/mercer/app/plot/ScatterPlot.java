package dev.mercer.app.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Points of the plane as an SVG picture, with one color and one mark per label.
 *
 * <pre>{@code
 * String svg = ScatterPlot.titled("digits", "pc1", "pc2").points(x, y, labels).svg();
 * }</pre>
 *
 * <ol>
 *   <li>Labels are ordered by value if all are numbers, else by text. The k-th label gets the k-th
 *       color of the palette of Okabe and Ito and the k-th of four shapes, hollow from the 29th on,
 *       so that people with any color vision, and readers of gray prints, can distinguish them.
 *   <li>At most {@value #MOST_POINTS} points are drawn. Each label gets the same share of them as
 *       of all points, at least one, spread evenly over its rows in order. The line below the title
 *       says how many were drawn.
 *   <li>Points that cannot be shown (not finite, or not positive on a logarithmic axis) are left
 *       out and counted in the same line.
 * </ol>
 */
public final class ScatterPlot {

  /** The largest number of points drawn; with more, SVG viewers are slow. */
  public static final int MOST_POINTS = 5_000;

  private static final int WIDTH = 760;
  private static final int HEIGHT = 520;
  private static final int LEFT = 84;
  private static final int RIGHT = 176;
  private static final int RIGHT_WITHOUT_LEGEND = 28;
  private static final int TOP = 64;
  private static final int BOTTOM = 64;
  private static final int LEGEND_LINE = 18;
  private static final int LEGEND_MOST = (HEIGHT - TOP - BOTTOM) / LEGEND_LINE;
  private static final int LABEL_MOST = 20;
  private static final List<String> SHAPES =
      List.of(
          "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",
          "M-2.7 -2.7h5.4v5.4h-5.4z",
          "M0 -3.6l3.6 6.4h-7.2z",
          "M0 -4l4 4l-4 4l-4 -4z");

  private final String title;
  private final String xTitle;
  private final String yTitle;
  private final boolean xLogarithmic;
  private final boolean yLogarithmic;
  private final double[] x;
  private final double[] y;
  private final String[] labels;

  private ScatterPlot(
      String title,
      String xTitle,
      String yTitle,
      boolean xLogarithmic,
      boolean yLogarithmic,
      double[] x,
      double[] y,
      String[] labels) {
    this.title = title;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
    this.xLogarithmic = xLogarithmic;
    this.yLogarithmic = yLogarithmic;
    this.x = x;
    this.y = y;
    this.labels = labels;
  }

  /** A picture without points yet; texts may contain any characters. */
  public static ScatterPlot titled(String title, String xTitle, String yTitle) {
    return new ScatterPlot(title, xTitle, yTitle, false, false, new double[0], new double[0], null);
  }

  /** The picture with these points; the i-th has the label {@code labels[i]}; null: no labels. */
  public ScatterPlot points(double[] x, double[] y, String[] labels) {
    if (x.length != y.length || labels != null && labels.length != x.length) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d x, %d y and %s labels; give as many of each",
              x.length,
              y.length,
              labels == null ? "no" : labels.length));
    }
    return new ScatterPlot(
        title,
        xTitle,
        yTitle,
        xLogarithmic,
        yLogarithmic,
        x.clone(),
        y.clone(),
        labels == null ? null : labels.clone());
  }

  /** The same picture with logarithmic axes where requested. */
  public ScatterPlot logarithmic(boolean xAxis, boolean yAxis) {
    return new ScatterPlot(title, xTitle, yTitle, xAxis, yAxis, x, y, labels);
  }

  /** The picture as a whole SVG document. */
  public String svg() {
    Map<String, List<Integer>> groups = groups();
    int placed = groups.values().stream().mapToInt(List::size).sum();
    Map<String, List<Integer>> drawn = thinned(groups, placed);
    int shown = drawn.values().stream().mapToInt(List::size).sum();
    boolean legend = labels != null && !groups.isEmpty();
    int right = WIDTH - (legend ? RIGHT : RIGHT_WITHOUT_LEGEND);
    SvgText svg = new SvgText(WIDTH, HEIGHT, title);
    svg.words(LEFT, 26, "start", "font-size=\"17\" font-weight=\"bold\"", title);
    svg.words(LEFT, 46, "start", "fill=\"#444444\"", counts(shown, placed));
    PlotAxis across = axis(x, groups, xLogarithmic);
    PlotAxis up = axis(y, groups, yLogarithmic);
    axes(svg, across, up, right);
    int k = 0;
    for (List<Integer> group : drawn.values()) {
      marks(svg, k++, group, across, up, right);
    }
    if (legend) {
      legend(svg, new ArrayList<>(groups.keySet()), right + 20);
    }
    return svg.finished();
  }

  /** The rows that can be shown, by label, with labels in the order of the legend. */
  private Map<String, List<Integer>> groups() {
    Comparator<String> order = Comparator.naturalOrder();
    if (labels != null && Arrays.stream(labels).allMatch(ScatterPlot::isNumber)) {
      order = Comparator.comparingDouble(Double::parseDouble);
      order = order.thenComparing(Comparator.naturalOrder());
    }
    Map<String, List<Integer>> groups = new TreeMap<>(order);
    for (int i = 0; i < x.length; i++) {
      if (PlotAxis.takes(x[i], xLogarithmic) && PlotAxis.takes(y[i], yLogarithmic)) {
        String label = labels == null || labels[i] == null ? "" : labels[i];
        groups.computeIfAbsent(label, unused -> new ArrayList<>()).add(i);
      }
    }
    return groups;
  }

  private static boolean isNumber(String label) {
    try {
      return label != null && Double.isFinite(Double.parseDouble(label));
    } catch (NumberFormatException notANumber) {
      return false;
    }
  }

  private static Map<String, List<Integer>> thinned(Map<String, List<Integer>> groups, int placed) {
    if (placed <= MOST_POINTS) {
      return groups;
    }
    // Thinned within each label: with a common step, alternating labels could lose one of them.
    Map<String, List<Integer>> kept = new TreeMap<>(((TreeMap<String, ?>) groups).comparator());
    groups.forEach(
        (label, rows) -> {
          int keep = (int) Math.max(1, (long) MOST_POINTS * rows.size() / placed);
          List<Integer> some = new ArrayList<>(keep);
          for (int j = 0; j < keep; j++) {
            some.add(rows.get((int) ((long) j * rows.size() / keep)));
          }
          kept.put(label, some);
        });
    return kept;
  }

  private String counts(int shown, int placed) {
    int lost = x.length - placed;
    return String.format(Locale.ROOT, "%,d points", placed)
        + (shown < placed ? String.format(Locale.ROOT, ", %,d of them drawn", shown) : "")
        + (lost > 0 ? String.format(Locale.ROOT, "; %,d without a place left out", lost) : "");
  }

  private static PlotAxis axis(
      double[] values, Map<String, List<Integer>> groups, boolean logarithmic) {
    double[] placed =
        groups.values().stream().flatMap(List::stream).mapToDouble(i -> values[i]).toArray();
    if (placed.length == 0) {
      return PlotAxis.between(logarithmic ? 1 : 0, logarithmic ? 10 : 1, logarithmic);
    }
    return PlotAxis.between(
        Arrays.stream(placed).min().orElseThrow(),
        Arrays.stream(placed).max().orElseThrow(),
        logarithmic);
  }

  private static double acrossPixel(PlotAxis axis, double value, int right) {
    return LEFT + axis.place(value) * (right - LEFT);
  }

  private static double downPixel(PlotAxis axis, double value) {
    return HEIGHT - BOTTOM - axis.place(value) * (HEIGHT - TOP - BOTTOM);
  }

  private void axes(SvgText svg, PlotAxis across, PlotAxis up, int right) {
    int bottom = HEIGHT - BOTTOM;
    for (double tick : up.ticks()) {
      double at = downPixel(up, tick);
      svg.line(LEFT, at, right, at, "#e3e3e3");
      svg.words(LEFT - 8, at + 4, "end", "", PlotAxis.text(tick));
    }
    for (double tick : across.ticks()) {
      double at = acrossPixel(across, tick, right);
      svg.line(at, TOP, at, bottom, "#eeeeee");
      svg.line(at, bottom, at, bottom + 5, "#000000");
      svg.words(at, bottom + 20, "middle", "", PlotAxis.text(tick));
    }
    svg.line(LEFT, bottom, right, bottom, "#000000");
    svg.line(LEFT, TOP, LEFT, bottom, "#000000");
    svg.words(
        (LEFT + right) / 2.0,
        HEIGHT - 18,
        "middle",
        "",
        xTitle + (xLogarithmic ? " (logarithmic)" : ""));
    double middle = (TOP + bottom) / 2.0;
    svg.words(
        20,
        middle,
        "middle",
        String.format(Locale.ROOT, "transform=\"rotate(-90 20 %.1f)\"", middle),
        yTitle + (yLogarithmic ? " (logarithmic)" : ""));
  }

  private void marks(
      SvgText svg, int k, List<Integer> rows, PlotAxis across, PlotAxis up, int right) {
    svg.raw("<defs><path id=\"mark%d\" d=\"%s\"/></defs>\n", k, shape(k));
    svg.raw("<g %s>\n", paint(k, 0.7));
    for (int i : rows) {
      svg.raw(
          "<use href=\"#mark%d\" x=\"%.1f\" y=\"%.1f\"/>\n",
          k, acrossPixel(across, x[i], right), downPixel(up, y[i]));
    }
    svg.raw("</g>\n");
  }

  private static String shape(int k) {
    return SHAPES.get(k % SHAPES.size());
  }

  /** Filled marks until all pairs of color and shape are used, hollow marks afterwards. */
  private static String paint(int k, double opacity) {
    String color = Palette.color(k);
    boolean hollow = k / (Palette.COLORS.size() * SHAPES.size()) % 2 == 1;
    return hollow
        ? String.format(Locale.ROOT, "fill=\"none\" stroke=\"%s\"", color)
        : String.format(Locale.ROOT, "fill=\"%s\" fill-opacity=\"%.1f\"", color, opacity);
  }

  private static void legend(SvgText svg, List<String> names, int left) {
    boolean all = names.size() <= LEGEND_MOST;
    int shown = all ? names.size() : LEGEND_MOST - 1;
    for (int k = 0; k < shown; k++) {
      double at = TOP + 8 + (double) LEGEND_LINE * k;
      svg.raw(
          "<path transform=\"translate(%d %.1f) scale(1.4)\" d=\"%s\" %s/>\n",
          left, at, shape(k), paint(k, 1));
      svg.words(left + 12, at + 4, "start", "", legendText(names.get(k)));
    }
    if (!all) {
      double at = TOP + 12 + (double) LEGEND_LINE * shown;
      svg.words(left + 12, at, "start", "", "and " + (names.size() - shown) + " more");
    }
  }

  private static String legendText(String name) {
    if (name.isEmpty()) {
      return "(no label)";
    }
    return name.codePointCount(0, name.length()) <= LABEL_MOST
        ? name
        : name.substring(0, name.offsetByCodePoints(0, LABEL_MOST - 1)) + "…";
  }
}
