package dev.mercer.app.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Curves of equal value of a function over the plane, on top of the points it was learned from:
 * what a component looks like (FK figures 1 and 2, SK figures 1 and 2).
 *
 * <p>Curves by marching squares over a grid of values; levels at even quantiles, so that a function
 * flat almost everywhere still shows its shape.
 */
public final class ContourPlot {

  private static final int SIZE = 320;
  private static final int MARGIN = 34;
  private static final int TOP = 44;
  private static final int MOST_DOTS = 1500;

  /** A function on an even grid over a rectangle. */
  public record Grid(
      double left,
      double right,
      double bottom,
      double top,
      int columns,
      int rows,
      double[] values) {

    /** The values at row i from the bottom, column j from the left. */
    double at(int i, int j) {
      return values[i * columns + j];
    }

    /** The grid's points, one row each, in the order of its values. */
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

  private record Panel(String title, Grid grid, double[] x, double[] y) {}

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
    int step = 1 + panel.x().length / MOST_DOTS;
    for (int i = 0; i < panel.x().length; i += step) {
      double across = (panel.x()[i] - grid.left()) / (grid.right() - grid.left());
      double up = (panel.y()[i] - grid.bottom()) / (grid.top() - grid.bottom());
      if (across >= 0 && across <= 1 && up >= 0 && up <= 1) {
        svg.mark(0, left + across * SIZE, top + (1 - up) * SIZE, 1.5, "#888888", 0.8);
      }
    }
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

  /** Even quantiles of the values. */
  private double[] heights(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double[] heights = new double[levels];
    for (int k = 0; k < levels; k++) {
      heights[k] = sorted[(int) ((k + 0.5) / levels * (sorted.length - 1))];
    }
    return Arrays.stream(heights).distinct().toArray();
  }

  /** Pieces of the curve, one or two a cell: marching squares with linear interpolation. */
  private static String curve(Grid grid, double height, int left, int top) {
    StringBuilder way = new StringBuilder();
    double[] ends = new double[8];
    for (int i = 0; i + 1 < grid.rows(); i++) {
      for (int j = 0; j + 1 < grid.columns(); j++) {
        int found = 0;
        found = crossing(grid, height, i, j, i, j + 1, ends, found);
        found = crossing(grid, height, i, j + 1, i + 1, j + 1, ends, found);
        found = crossing(grid, height, i + 1, j + 1, i + 1, j, ends, found);
        found = crossing(grid, height, i + 1, j, i, j, ends, found);
        // A saddle has four crossings; either way of joining them is right to the grid's width.
        for (int piece = 0; piece + 1 < found; piece += 2) {
          way.append(
              String.format(
                  Locale.ROOT,
                  "M%.1f %.1fL%.1f %.1f",
                  left + ends[2 * piece] / (grid.columns() - 1) * SIZE,
                  top + (1 - ends[2 * piece + 1] / (grid.rows() - 1)) * SIZE,
                  left + ends[2 * piece + 2] / (grid.columns() - 1) * SIZE,
                  top + (1 - ends[2 * piece + 3] / (grid.rows() - 1)) * SIZE));
        }
      }
    }
    return way.toString();
  }

  private static int crossing(
      Grid grid, double height, int i, int j, int k, int l, double[] ends, int found) {
    double from = grid.at(i, j);
    double to = grid.at(k, l);
    if ((from < height) == (to < height)) {
      return found;
    }
    double share = (height - from) / (to - from);
    ends[2 * found] = j + share * (l - j);
    ends[2 * found + 1] = i + share * (k - i);
    return found + 1;
  }
}
