package dev.mercer.internal.select;

/**
 * How the sum of the r largest eigenvalues of a diagonal matrix D changes when a row and a column
 * are added to it, or when a direction is removed: what forward and backward search compute for
 * every candidate.
 *
 * <ol>
 *   <li>the eigenvalues of D bordered by z and c are the roots of x - c - sum z_l^2 / (x - d_l); by
 *       interlacing one lies above d_1 and one between any two neighbors
 *   <li>those of D restricted to the complement of a unit vector y are the roots of - sum y_l^2 /
 *       (x - d_l), one between any two neighbors
 *   <li>both functions increase between their poles, which are the d_l: to find a root, the poles
 *       below it and those above it are each replaced by a single pole that matches their sum in
 *       value and slope (Bunch, Nielsen and Sorensen), within a bracket that is halved whenever
 *       such a step leaves it
 * </ol>
 *
 * Roots are computed as distances from a pole, so that changes far below the size of the
 * eigenvalues keep their digits. Cost: O(k) per step, about four steps per root. Raising poles
 * raises the remaining sum, so for a bound the poles beyond the r-th may be replaced by a single
 * one, at the largest of them and with their summed weight.
 */
final class SpectrumChange {

  /**
   * Relative accuracy of a root; the error is far below the differences that separate candidates.
   */
  private static final double ACCURACY = 1e-14;

  /** Distances below this share of the largest pole are treated as zero. */
  private static final double NOTHING = 1e-17;

  /**
   * Newton steps for the bound; each doubles the correct digits, and after any number of them the
   * result is still a bound.
   */
  private static final int BOUND_STEPS = 3;

  /** A limit that is not reached: halving alone takes 60 steps from a gap to {@link #NOTHING}. */
  private static final int MOST_STEPS = 200;

  private SpectrumChange() {}

  /**
   * What the border adds to the sum of the {@code rank} largest eigenvalues.
   *
   * @param poles the diagonal, descending
   * @param weights squared entries of the border
   * @param count length of both
   * @param corner the new diagonal entry, at least 0
   */
  static double gain(double[] poles, double[] weights, int count, double corner, int rank) {
    if (count < rank) {
      return corner; // all eigenvalues count, and their sum is the trace
    }
    double gain = 0;
    for (int i = 0; i < rank; i++) {
      gain += distance(poles, weights, count, 1, corner, i, true);
    }
    return gain;
  }

  /**
   * An upper bound of {@link #gain} at O(rank) flops, for {@code count} of at least the rank.
   *
   * <p>The block of the matrix that borders the first {@code rank} poles (the other poles and the
   * corner) is at most b I, where b is its largest eigenvalue when all other poles are raised to
   * the largest of them. If b is below the poles kept, it is enough to border these by one corner b
   * and sum the r largest eigenvalues: all but the smallest one, x. So the gain is at most b - x,
   * and b - x = sum z^2 / (d - x) falls with x.
   *
   * @param weights squared entries of the border at the first {@code rank} poles
   * @param next the largest other pole, or 0 if there is none
   * @param rest sum of the squared entries of the border at all other poles
   */
  static double gainBound(
      double[] poles, double[] weights, int rank, double next, double rest, double corner) {
    double half = (next - corner) / 2;
    double b = corner + half + Math.sqrt(half * half + rest);
    if (!(b < poles[rank - 1])) {
      return corner;
    }
    double x = b;
    double added = 0;
    for (int step = 0; step <= BOUND_STEPS; step++) {
      added = 0;
      double slope = 0;
      for (int l = 0; l < rank; l++) {
        double inverse = 1 / (poles[l] - x);
        double term = weights[l] * inverse;
        added += term;
        slope += term * inverse;
      }
      // The function x - b + added is convex, so Newton's steps stay above its root.
      x -= (x - b + added) / (1 + slope);
    }
    return Math.min(corner, added * (1 + BOUND_STEPS * ACCURACY));
  }

  /**
   * What the sum of the {@code rank} largest eigenvalues loses if a direction is removed.
   *
   * @param poles the diagonal, descending
   * @param weights squared entries of the direction, a unit vector
   */
  static double loss(double[] poles, double[] weights, int count, int rank) {
    double loss = 0;
    if (count <= rank) {
      for (int l = 0; l < count; l++) {
        loss += weights[l] * poles[l];
      }
      return loss;
    }
    for (int i = 0; i < rank; i++) {
      loss += distance(poles, weights, count, 0, 0, i + 1, false);
    }
    return loss;
  }

  /**
   * The distance of a root from one of its two neighboring poles. The root lies between the poles
   * {@code lower} and {@code lower - 1} (above pole 0 if {@code lower} is 0); the function is slope
   * (x - constant) - sum weights / (x - poles).
   */
  private static double distance(
      double[] poles,
      double[] weights,
      int count,
      double slope,
      double constant,
      int lower,
      boolean fromLower) {
    boolean bounded = lower > 0;
    double origin = poles[fromLower ? lower : lower - 1];
    double negligible = NOTHING * (Math.abs(poles[0]) + Math.abs(constant));
    double below = poles[lower] - origin;
    double above = bounded ? poles[lower - 1] - origin : 0;
    if (!bounded) {
      double all = 0;
      for (int l = 0; l < count; l++) {
        all += weights[l];
      }
      // With all poles raised to the largest one, the root can only move up; a little is added for
      // rounding.
      above = positiveRoot(origin - constant, all) * (1 + 4 * ACCURACY) + negligible;
    }
    if (!(above - below > negligible)) {
      return 0;
    }
    double width = above - below;
    double low = below;
    double high = above;
    double x = bounded ? below + width / 2 : above;
    boolean first = bounded;
    for (int step = 0; step < MOST_STEPS; step++) {
      double psi = 0;
      double psiSlope = 0;
      for (int l = lower; l < count; l++) {
        double inverse = 1 / (x - (poles[l] - origin));
        double term = weights[l] * inverse;
        psi += term;
        psiSlope += term * inverse;
      }
      double phi = 0;
      double phiSlope = slope;
      for (int l = 0; l < lower; l++) {
        double inverse = 1 / (x - (poles[l] - origin));
        double term = weights[l] * inverse;
        phi += term;
        phiSlope += term * inverse;
      }
      double value = slope * ((origin - constant) + x) - psi - phi;
      if (value < 0) {
        low = x;
      } else {
        high = x;
      }
      double left = x - below;
      double right = above - x;
      double next;
      if (!bounded) {
        double s = psiSlope * left * left;
        next = below + positiveRoot(value + s / left - slope * left, s);
      } else {
        // The first step uses only the two neighbors as poles, later ones match all poles in value
        // and slope.
        double s = first ? weights[lower] : psiSlope * left * left;
        double t = first ? weights[lower - 1] : phiSlope * right * right;
        next = below + rootBetween(value + s / left - t / right, s, t, width);
        first = false;
      }
      if (!(next > low && next < high)) {
        next = low + (high - low) / 2;
      }
      if (Math.abs(next - x) <= ACCURACY * Math.abs(next) + negligible
          || high - low <= negligible) {
        return Math.abs(next);
      }
      x = next;
    }
    return Math.abs(x);
  }

  /** The root u > 0 of u + constant - s / u. */
  private static double positiveRoot(double constant, double s) {
    double root = Math.sqrt(constant * constant + 4 * s);
    return constant > 0 ? 2 * s / (constant + root) : (root - constant) / 2;
  }

  /** The root u in (0, width) of constant - s / u + t / (width - u). */
  private static double rootBetween(double constant, double s, double t, double width) {
    double b = constant * width + s + t;
    double root = Math.sqrt(Math.max(0, b * b - 4 * constant * s * width));
    return b > 0 ? 2 * s * width / (b + root) : (b - root) / (2 * constant);
  }
}
