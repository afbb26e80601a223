package dev.mercer.evidence.reproduce.rk;

import dev.mercer.data.DenseRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Points on two arms that cross at 60 degrees, and how they spread by direction.
 *
 * <p>The variance along a direction, w'Cw, is the mean of r^2 cos^2 over the points' distances r
 * and angles from the direction, and has one maximum only, so "directions of local maximum
 * variance" are not directions of that function; nor is the mean fourth power of the projections
 * sharp enough to part arms at 60 degrees. With a high power of the cosine only points near the
 * direction count, and there is a maximum for each arm.
 *
 * @param arm 0 or 1, of each point
 */
record CrossedArms(DenseRows rows, double[] x, double[] y, double[] arm) {

  static final int POINTS = 400;

  /** Degrees of the two arms. */
  static final double[] ARMS = {10, 70};

  private static final double THICKNESS = 0.06;
  static final int STEPS = 720;

  /** Power of the cosine that leaves points within some 15 degrees of a direction. */
  static final int LOCAL = 32;

  /** A draw of the points. */
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

  /** Between two directions: 0 to 90 degrees. */
  static double distance(double one, double other) {
    double difference = Math.abs(one - other) % 180;
    return Math.min(difference, 180 - difference);
  }

  /** The mean of r^2 cos^power about the mean, for directions over half a turn. */
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
