package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;

/**
 * A small ball around points: the middle of their bounding box, improved by a few steps.
 *
 * <ol>
 *   <li>start at the middle of the smallest box and find its distance to the farthest point
 *   <li>take a few steps of Bădoiu and Clarkson: each moves the center toward the farthest point,
 *       by a smaller share than the step before
 *   <li>keep the best of these centers
 * </ol>
 *
 * <p>Cost: O(n d) per step. The radius is an upper bound: its rounding error is added.
 */
record EnclosingBall(double[] center, double radius) {

  /**
   * Where the middle of the box is a bad center, the first few steps gain most of what can be
   * gained.
   */
  private static final int STEPS = 8;

  /** A ball around two sets of points; if both are the same object it is read only once. */
  static EnclosingBall around(Matrix first, Matrix second) {
    int d = first.columns();
    double[] center = new double[d];
    for (int c = 0; c < d; c++) {
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      for (Matrix points : first == second ? new Matrix[] {first} : new Matrix[] {first, second}) {
        double[] values = points.values();
        for (int i = c; i < values.length; i += d) {
          low = Math.min(low, values[i]);
          high = Math.max(high, values[i]);
        }
      }
      center[c] = low <= high ? 0.5 * low + 0.5 * high : 0;
    }
    EnclosingBall best = new EnclosingBall(center, Double.POSITIVE_INFINITY);
    double[] trial = center.clone();
    for (int step = 0; step <= STEPS; step++) {
      double[] farthest = new double[d];
      double squared = farthest(first, trial, -1, farthest);
      if (first != second) {
        squared = farthest(second, trial, squared, farthest);
      }
      double radius = distanceBound(squared, d);
      if (radius < best.radius) {
        best = new EnclosingBall(trial.clone(), radius);
      }
      for (int c = 0; c < d; c++) {
        trial[c] += (farthest[c] - trial[c]) / (step + 3);
      }
    }
    return best;
  }

  /** The largest distance of any of the points from the center. */
  static double reach(Matrix points, double[] center) {
    double[] ignored = new double[center.length];
    return distanceBound(farthest(points, center, 0, ignored), center.length);
  }

  /**
   * Finds the point with the largest squared distance above {@code squared} and copies it to {@code
   * farthest}.
   */
  private static double farthest(
      Matrix points, double[] center, double squared, double[] farthest) {
    int d = center.length;
    double[] values = points.values();
    int found = -1;
    for (int i = 0; i < points.rows(); i++) {
      double sum = 0;
      for (int c = 0; c < d; c++) {
        double difference = values[i * d + c] - center[c];
        sum += difference * difference;
      }
      if (sum > squared) {
        squared = sum;
        found = i;
      }
    }
    if (found >= 0) {
      System.arraycopy(values, found * d, farthest, 0, d);
    }
    return Math.max(0, squared);
  }

  /**
   * An upper bound of a distance from its computed square, a sum over d coordinates, whatever the
   * rounding.
   */
  static double distanceBound(double squared, int d) {
    return Math.sqrt(squared) * (1 + (d + 4) * 0x1p-52);
  }

  /**
   * An upper bound of the distance from a center to the rows {@code order[from]} to {@code order[to
   * - 1]}.
   */
  static double reach(double[] values, int d, int[] order, int from, int to, double[] center) {
    double squared = 0;
    for (int i = from; i < to; i++) {
      double sum = 0;
      for (int c = 0; c < d; c++) {
        double difference = values[order[i] * d + c] - center[c];
        sum += difference * difference;
      }
      squared = Math.max(squared, sum);
    }
    return distanceBound(squared, d);
  }
}
