package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;
import java.util.Arrays;

/**
 * Points in compact groups, for work on blocks of neighbors.
 *
 * <ol>
 *   <li>a range of points is a group if it has few enough members and a small enough radius; a
 *       single point always is
 *   <li>any other range is cut into two halves of equal number across the widest side of its box
 * </ol>
 *
 * <p>Cost: O(n (d + log n)) on average; memory 4 bytes per point and d + 1 doubles per group.
 */
final class PointGroups {

  private final double[] values;
  private final int d;
  private final int most;
  private final double radius;

  /** The points, one group after the other. */
  private final int[] order;

  private int count;
  private int[] starts = new int[16];
  private double[] centers;
  private double[] radii = new double[16];

  /**
   * @param most the largest number of members of a group
   * @param radius the largest radius of a group of more than one point
   */
  PointGroups(Matrix points, int most, double radius) {
    this.values = points.values();
    this.d = points.columns();
    this.most = most;
    this.radius = radius;
    this.order = new int[points.rows()];
    this.centers = new double[16 * d];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    if (order.length > 0) {
      split(0, order.length);
    }
    starts[count] = order.length;
  }

  int count() {
    return count;
  }

  int[] order() {
    return order;
  }

  /**
   * The position in {@link #order} of a group's first point; the group count as argument gives the
   * end.
   */
  int start(int group) {
    return starts[group];
  }

  /** The centers of the groups, d entries each. */
  double[] centers() {
    return centers;
  }

  /** The largest distance of a member from the center, rounding included. */
  double radius(int group) {
    return radii[group];
  }

  double largestRadius() {
    double largest = 0;
    for (int g = 0; g < count; g++) {
      largest = Math.max(largest, radii[g]);
    }
    return largest;
  }

  private void split(int from, int to) {
    double[] low = new double[d];
    double[] high = new double[d];
    int widest = box(from, to, low, high);
    for (int c = 0; c < d; c++) {
      low[c] = 0.5 * low[c] + 0.5 * high[c];
    }
    double reach = to - from > most ? Double.POSITIVE_INFINITY : reach(from, to, low);
    if (to - from == 1 || reach <= radius) {
      add(from, low, to - from == 1 ? 0 : reach);
      return;
    }
    int middle = (from + to) >>> 1;
    select(from, to - 1, middle, widest);
    split(from, middle);
    split(middle, to);
  }

  /** Computes the box of a range of points; returns its widest side. */
  private int box(int from, int to, double[] low, double[] high) {
    int widest = 0;
    for (int c = 0; c < d; c++) {
      low[c] = values[order[from] * d + c];
      high[c] = low[c];
    }
    for (int i = from + 1; i < to; i++) {
      for (int c = 0; c < d; c++) {
        double value = values[order[i] * d + c];
        low[c] = Math.min(low[c], value);
        high[c] = Math.max(high[c], value);
      }
    }
    for (int c = 1; c < d; c++) {
      if (high[c] - low[c] > high[widest] - low[widest]) {
        widest = c;
      }
    }
    return widest;
  }

  private double reach(int from, int to, double[] center) {
    return EnclosingBall.reach(values, d, order, from, to, center);
  }

  private void add(int start, double[] center, double reach) {
    if (count + 1 == starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
      radii = Arrays.copyOf(radii, 2 * radii.length);
      centers = Arrays.copyOf(centers, 2 * centers.length);
    }
    starts[count] = start;
    radii[count] = reach;
    System.arraycopy(center, 0, centers, count * d, d);
    count++;
  }

  /**
   * Hoare's selection: order[middle] becomes what it would be if the range were sorted by
   * coordinate c; smaller points come before it.
   */
  private void select(int from, int to, int middle, int c) {
    int low = from;
    int high = to;
    while (low < high) {
      double pivot = values[order[(low + high) >>> 1] * d + c];
      int i = low;
      int j = high;
      while (i <= j) {
        while (values[order[i] * d + c] < pivot) {
          i++;
        }
        while (values[order[j] * d + c] > pivot) {
          j--;
        }
        if (i <= j) {
          int swapped = order[i];
          order[i++] = order[j];
          order[j--] = swapped;
        }
      }
      if (middle <= j) {
        high = j;
      } else if (middle >= i) {
        low = i;
      } else {
        return;
      }
    }
  }
}
