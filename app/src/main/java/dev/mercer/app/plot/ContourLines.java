package dev.mercer.app.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The curves on which a function, given on a grid, has a given value.
 *
 * <ol>
 *   <li>Marching squares: if the value lies between those at the two ends of a grid edge, the curve
 *       crosses that edge, at a position found by linear interpolation. The crossings of a cell are
 *       joined. A saddle has four; either way of joining them is correct up to the width of the
 *       grid.
 *   <li>Joined crossings are followed from edge to edge, first open curves from their end at the
 *       border, then closed curves from any point, so that each curve is one line.
 *   <li>Points within a tolerance of the straight line between the points kept are dropped (Douglas
 *       and Peucker).
 * </ol>
 */
final class ContourLines {

  private final ContourPlot.Grid grid;
  private final double height;

  /** For each edge, the one or two edges whose crossings are joined with its own. */
  private final Map<Integer, List<Integer>> joined = new LinkedHashMap<>();

  private ContourLines(ContourPlot.Grid grid, double height) {
    this.grid = grid;
    this.height = height;
  }

  /**
   * The curves of one value.
   *
   * @param tolerance how far a dropped point may lie from the curve, in widths of a cell
   * @return the points of each curve: column, row, column, row, …
   */
  static List<double[]> of(ContourPlot.Grid grid, double height, double tolerance) {
    ContourLines lines = new ContourLines(grid, height);
    lines.march();
    List<double[]> curves = new ArrayList<>();
    List<Integer> ends =
        lines.joined.keySet().stream().filter(edge -> lines.joined.get(edge).size() == 1).toList();
    for (List<Integer> starts : List.of(ends, List.copyOf(lines.joined.keySet()))) {
      for (int start : starts) {
        if (!lines.joined.get(start).isEmpty()) {
          curves.add(thinned(lines.follow(start), tolerance));
        }
      }
    }
    return curves;
  }

  private void march() {
    int[] crossed = new int[4];
    for (int i = 0; i + 1 < grid.rows(); i++) {
      for (int j = 0; j + 1 < grid.columns(); j++) {
        int found = 0;
        for (int edge : new int[] {across(i, j), up(i, j + 1), across(i + 1, j), up(i, j)}) {
          if (crosses(edge)) {
            crossed[found++] = edge;
          }
        }
        for (int k = 0; k + 1 < found; k += 2) {
          joined.computeIfAbsent(crossed[k], key -> new ArrayList<>(2)).add(crossed[k + 1]);
          joined.computeIfAbsent(crossed[k + 1], key -> new ArrayList<>(2)).add(crossed[k]);
        }
      }
    }
  }

  /** The edge from a grid point to its right neighbor. */
  private int across(int i, int j) {
    return 2 * (i * grid.columns() + j);
  }

  /** The edge from a grid point to the next one above. */
  private int up(int i, int j) {
    return across(i, j) + 1;
  }

  private double from(int edge) {
    return grid.values()[edge / 2];
  }

  private double to(int edge) {
    return grid.values()[edge / 2 + (edge % 2 == 0 ? 1 : grid.columns())];
  }

  private boolean crosses(int edge) {
    return (from(edge) < height) != (to(edge) < height);
  }

  /** The points of the curve that begins at an edge; crossings are removed as they are followed. */
  private List<double[]> follow(int start) {
    List<double[]> points = new ArrayList<>();
    int edge = start;
    while (true) {
      points.add(crossing(edge));
      List<Integer> next = joined.get(edge);
      if (next.isEmpty()) {
        return points;
      }
      Integer other = next.remove(0);
      joined.get(other).remove(Integer.valueOf(edge));
      edge = other;
    }
  }

  private double[] crossing(int edge) {
    double share = (height - from(edge)) / (to(edge) - from(edge));
    int column = edge / 2 % grid.columns();
    int row = edge / 2 / grid.columns();
    return edge % 2 == 0 ? new double[] {column + share, row} : new double[] {column, row + share};
  }

  private static double[] thinned(List<double[]> points, double tolerance) {
    boolean[] kept = new boolean[points.size()];
    kept[0] = true;
    kept[points.size() - 1] = true;
    keep(points, 0, points.size() - 1, tolerance, kept);
    List<Double> numbers = new ArrayList<>();
    for (int k = 0; k < kept.length; k++) {
      if (kept[k]) {
        numbers.add(points.get(k)[0]);
        numbers.add(points.get(k)[1]);
      }
    }
    return numbers.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Keeps the point farthest from the line between two points if it is too far; then recurses. */
  private static void keep(
      List<double[]> points, int first, int last, double tolerance, boolean[] kept) {
    double most = tolerance;
    int farthest = -1;
    for (int k = first + 1; k < last; k++) {
      double distance = distance(points.get(k), points.get(first), points.get(last));
      if (distance > most) {
        most = distance;
        farthest = k;
      }
    }
    if (farthest >= 0) {
      kept[farthest] = true;
      keep(points, first, farthest, tolerance, kept);
      keep(points, farthest, last, tolerance, kept);
    }
  }

  /** The distance of a point from the line through two others, or from both if they are equal. */
  private static double distance(double[] point, double[] one, double[] other) {
    double across = other[0] - one[0];
    double up = other[1] - one[1];
    double length = Math.hypot(across, up);
    return length == 0
        ? Math.hypot(point[0] - one[0], point[1] - one[1])
        : Math.abs(across * (point[1] - one[1]) - up * (point[0] - one[0])) / length;
  }
}
