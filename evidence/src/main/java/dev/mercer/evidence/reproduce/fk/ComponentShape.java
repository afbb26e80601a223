package dev.mercer.evidence.reproduce.fk;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Tells on which coordinate a function on an annulus depends: on the angle, so that it varies along
 * the annulus, or on the radius, so that it varies across.
 *
 * <p>Points are cut into {@value #GROUPS} groups of about equal size by their angle, and likewise
 * by their radius. The share of the function's variance that lies between the groups is 1 for a
 * function of that coordinate alone (except for its change inside a group), and about groups / n
 * for a function that does not depend on it.
 *
 * @param angleShare the share of the variance between groups of the angle
 * @param radiusShare the same for the radius
 * @param turns the function's dominant number of periods around the annulus: 1 for x and y, 2 for x
 *     y
 */
record ComponentShape(double angleShare, double radiusShare, int turns) {

  private static final int GROUPS = 16;
  private static final int MOST_TURNS = 12;

  /** A function is called one of a coordinate if the coordinate's share exceeds this. */
  private static final double MOSTLY = 0.5;

  static ComponentShape of(double[] x, double[] y, double[] values) {
    int n = values.length;
    double[] angles = new double[n];
    double[] radii = new double[n];
    for (int i = 0; i < n; i++) {
      angles[i] = Math.atan2(y[i], x[i]);
      radii[i] = Math.hypot(x[i], y[i]);
    }
    return new ComponentShape(
        between(angles, values), between(radii, values), turns(angles, values));
  }

  /** Whether this is a function of the position along the annulus. */
  boolean along() {
    return angleShare > MOSTLY;
  }

  /** Whether this is a function of the distance from the center. */
  boolean across() {
    return radiusShare > MOSTLY;
  }

  String word() {
    return across() ? "across" : along() ? "along, " + turns + " a turn" : "both";
  }

  /** The share of the values' variance that lies between groups of a coordinate. */
  static double between(double[] coordinate, double[] values) {
    int n = values.length;
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> coordinate[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double mean = Arrays.stream(values).average().orElseThrow();
    double total = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    double explained = 0;
    for (int g = 0; g < GROUPS; g++) {
      int from = (int) ((long) g * n / GROUPS);
      int to = (int) ((long) (g + 1) * n / GROUPS);
      double sum = 0;
      for (int i = from; i < to; i++) {
        sum += values[order[i]] - mean;
      }
      explained += to > from ? sum * sum / (to - from) : 0;
    }
    return explained / total;
  }

  /** The frequency of the largest Fourier coefficient around the annulus. */
  private static int turns(double[] angles, double[] values) {
    int best = 1;
    double most = -1;
    for (int m = 1; m <= MOST_TURNS; m++) {
      double cosine = 0;
      double sine = 0;
      for (int i = 0; i < values.length; i++) {
        cosine += values[i] * Math.cos(m * angles[i]);
        sine += values[i] * Math.sin(m * angles[i]);
      }
      double power = cosine * cosine + sine * sine;
      if (power > most) {
        most = power;
        best = m;
      }
    }
    return best;
  }
}
