package dev.mercer.evidence.reproduce.rk;

import dev.mercer.data.DenseRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Points on two arms that cross at 60 degrees, and how the points spread by direction.
 *
 * <p>The variance along a direction, w'Cw, is the mean of r^2 cos^2, where r is a point's distance
 * from the center and the angle is taken from the direction. It has only one maximum, so
 * "directions of local maximum variance" cannot be directions of that function. The mean fourth
 * power of the projections is not sharp enough either to separate arms at 60 degrees. With a high
 * power of the cosine only points near the direction count, and each arm gives a maximum.
 *
 * @param arm 0 or 1, for each point
 */
record CrossedArms(DenseRows rows, double[] x, double[] y, double[] arm) {

  static final int POINTS = 400;

  /** The directions of the two arms in degrees. */
  static final double[] ARMS = {10, 70};

  private static final double THICKNESS = 0.06;
  static final int STEPS = 720;

  /**
   * A power of the cosine that gives weight only to points within some 15 degrees of a direction.
   */
  static final int LOCAL = 32;

  /** Draws the points. */
  static CrossedArms draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[POINTS];
    double[] y = new double[POINTS];
    double[] arm = new double[POINTS];
    double[] values = new double[2 * POINTS];
    for (int i = 0; i < POINTS; i++) {
      arm[i] = i % ARMS.length;
      double turn = Math.toRadians(ARMS[i % ARMS.length]);
      double along = random.nextDouble(-1, 1);
      double across = THICKNESS * random.nextGaussian();
      x[i] = along * Math.cos(turn) - across * Math.sin(turn);
      y[i] = along * Math.sin(turn) + across * Math.cos(turn);
      values[2 * i] = x[i];
      values[2 * i + 1] = y[i];
    }
    return new CrossedArms(DenseRows.wrap(POINTS, 2, values), x, y, arm);
  }

  /** The angle between two directions, from 0 to 90 degrees. */
  static double distance(double one, double other) {
    double difference = Math.abs(one - other) % 180;
    return Math.min(difference, 180 - difference);
  }

  /** The mean of r^2 cos^power around the mean of the points, for directions over half a circle. */
  double[] profile(int power) {
    double meanX = Arrays.stream(x).average().orElseThrow();
    double meanY = Arrays.stream(y).average().orElseThrow();
    double[] profile = new double[STEPS];
    for (int i = 0; i < POINTS; i++) {
      double radius = Math.hypot(x[i] - meanX, y[i] - meanY);
      double angle = Math.atan2(y[i] - meanY, x[i] - meanX);
      for (int k = 0; k < STEPS; k++) {
        double cosine = Math.cos(angle - Math.PI * k / STEPS);
        profile[k] += radius * radius * Math.pow(cosine, power) / POINTS;
      }
    }
    return profile;
  }

  /** Local maxima of a periodic profile, in degrees. */
  static List<Double> peaks(double[] profile) {
    List<Double> peaks = new ArrayList<>();
    int n = profile.length;
    for (int k = 0; k < n; k++) {
      if (profile[k] > profile[(k + n - 1) % n] && profile[k] >= profile[(k + 1) % n]) {
        peaks.add(180.0 * k / n);
      }
    }
    return peaks;
  }
}
