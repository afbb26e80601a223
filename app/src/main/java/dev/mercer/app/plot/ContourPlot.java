package dev.mercer.app.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Curves of equal value of a function over the plane, on top of the points it was learned from:
 * shows a component (FK figures 1 and 2, SK figures 1 and 2).
 *
 * <p>The levels are evenly spaced quantiles, so that a function that is flat almost everywhere
 * still shows its shape. Curves of negative values are dashed.
 */
public final class ContourPlot {

  private static final int SIZE = 320;
  private static final int MARGIN = 34;
  private static final int TOP = 44;
  private static final int MOST_DOTS = 1800; // in all panels together

  /** The tolerance in pixels, which is too small to be seen. */
  private static final double CLOSE = 0.3;

  /**
   * A function on an evenly spaced grid over a rectangle.
   *
   * @param values row by row from the bottom, each row from the left
   */
  public record Grid(
      double left,
      double right,
      double bottom,
      double top,
      int columns,
      int rows,
      double[] values) {

    /** The points of the grid, in the order of its values. */
    public double[] points() {
      return points(left, right, bottom, top, columns, rows);
    }

    /** The points of a grid, x and y of each in turn, in the order of its values. */
    public static double[] points(
        double left, double right, double bottom, double top, int columns, int rows) {
      double[] points = new double[2 * columns * rows];
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
          points[2 * (i * columns + j)] = left + (right - left) * j / (columns - 1);
          points[2 * (i * columns + j) + 1] = bottom + (top - bottom) * i / (rows - 1);
        }
      }
      return points;
    }
  }

  /**
   * A function, and the points it was learned from.
   *
   * @param x the first coordinates of the points
   */
  public record Panel(String title, Grid grid, double[] x, double[] y) {}

  private final String title;
  private final int levels;
  private final List<Panel> panels = new ArrayList<>();

  public ContourPlot(String title, int levels) {
    this.title = title;
    this.levels = levels;
  }

  /** Adds a panel: a function, and the points it was learned from. */
  public ContourPlot panel(String name, Grid grid, double[] x, double[] y) {
    panels.add(new Panel(name, grid, x, y));
    return this;
  }

  public List<Panel> panels() {
    return List.copyOf(panels);
  }

  /** The picture as the text of an SVG file, three panels in a row. */
  public String svg() {
    int across = Math.min(3, Math.max(1, panels.size()));
    int down = (panels.size() + across - 1) / across;
    SvgText svg =
        new SvgText(across * (SIZE + MARGIN) + MARGIN, TOP + down * (SIZE + 2 * MARGIN), title);
    svg.words(MARGIN, 26, "start", "font-size=\"17\" font-weight=\"bold\"", title);
    for (int k = 0; k < panels.size(); k++) {
      draw(
          svg,
          panels.get(k),
          MARGIN + (k % across) * (SIZE + MARGIN),
          TOP + MARGIN + (k / across) * (SIZE + 2 * MARGIN));
    }
    return svg.finished();
  }

  private void draw(SvgText svg, Panel panel, int left, int top) {
    Grid grid = panel.grid();
    svg.words(left, top - 10, "start", "", panel.title());
    svg.raw(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#444444\"/>\n",
        left, top, SIZE, SIZE);
    Thinning thinning = new Thinning(panel.x().length, MOST_DOTS / panels.size());
    StringBuilder dots = new StringBuilder();
    for (int i = 0; i < panel.x().length; i++) {
      double across = (panel.x()[i] - grid.left()) / (grid.right() - grid.left());
      double up = (panel.y()[i] - grid.bottom()) / (grid.top() - grid.bottom());
      if (thinning.keeps(i) && across >= 0 && across <= 1 && up >= 0 && up <= 1) {
        dots.append(SvgText.mark(0, left + across * SIZE, top + (1 - up) * SIZE, 1.5));
      }
    }
    svg.marks(0, 1.5, dots, "#888888", 0.8);
    double[] heights = heights(grid.values());
    for (int k = 0; k < heights.length; k++) {
      String color = heights[k] < 0 ? Palette.color(1) : Palette.color(0);
      svg.raw(
          "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.3\" %s/>\n",
          curve(grid, heights[k], left, top),
          color,
          heights[k] < 0 ? "stroke-dasharray=\"5 3\"" : "");
    }
  }

  /** Evenly spaced quantiles of the values. */
  private double[] heights(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double[] heights = new double[levels];
    for (int k = 0; k < levels; k++) {
      heights[k] = sorted[(int) ((k + 0.5) / levels * (sorted.length - 1))];
    }
    return Arrays.stream(heights).distinct().toArray();
  }

  private static String curve(Grid grid, double height, int left, int top) {
    StringBuilder way = new StringBuilder();
    double tolerance = CLOSE * (Math.min(grid.columns(), grid.rows()) - 1) / SIZE;
    for (double[] points : ContourLines.of(grid, height, tolerance)) {
      long lastAcross = 0;
      long lastDown = 0;
      for (int k = 0; k < points.length; k += 2) {
        // Differences in tenths of a pixel take half as much text as coordinates.
        long across = Math.round(10 * (left + points[k] / (grid.columns() - 1) * SIZE));
        long down = Math.round(10 * (top + (1 - points[k + 1] / (grid.rows() - 1)) * SIZE));
        way.append(k == 0 ? 'M' : k == 2 ? 'l' : ' ');
        way.append(tenths(across - lastAcross)).append(' ').append(tenths(down - lastDown));
        lastAcross = across;
        lastDown = down;
      }
    }
    return way.toString();
  }

  private static String tenths(long count) {
    return count % 10 == 0
        ? Long.toString(count / 10)
        : (count < 0 ? "-" : "") + Math.abs(count) / 10 + "." + Math.abs(count) % 10;
  }
}
