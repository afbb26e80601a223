package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;

/**
 * A small ball around points: the middle of their box, improved.
 *
 * <ol>
 *   <li>the middle of the smallest box; its distance to the farthest point
 *   <li>a few steps of Bădoiu and Clarkson: toward the farthest point, each step a smaller share
 *   <li>the best of these centers
 * </ol>
 *
 * <p>Cost: O(n d) a step. The radius is an upper bound: its rounding is added.
 */
record EnclosingBall(double[] center, double radius) {

  /** Where the middle of the box is bad, most of what can be won comes early. */
  private static final int STEPS = 8;

  /** Of two sets of points; the same object twice is looked at once. */
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

  /** The largest squared distance above {@code squared}; the point goes to {@code farthest}. */
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

  /** A distance that no rounding of its square, a sum over d coordinates, can exceed. */
  static double distanceBound(double squared, int d) {
    return Math.sqrt(squared) * (1 + (d + 4) * 0x1p-52);
  }

  /** An upper bound of the distance from a center to the rows {@code order[from]} to before to. */
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
