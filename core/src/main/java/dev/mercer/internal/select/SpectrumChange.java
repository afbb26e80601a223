package dev.mercer.internal.select;

/**
 * How the sum of the r largest eigenvalues of a diagonal matrix D changes when a row and column are
 * added to it, or a direction is taken away: what forward and backward search ask of every
 * candidate.
 *
 * <ol>
 *   <li>the eigenvalues of D bordered by z and c are the roots of x - c - sum z_l^2 / (x - d_l); by
 *       interlacing one lies above d_1 and one between any two neighbors
 *   <li>those of D restricted to the complement of a unit vector y are the roots of - sum y_l^2 /
 *       (x - d_l), one between any two neighbors
 *   <li>both functions increase between poles: each root is found by matching the poles below and
 *       those above by one pole each in value and slope (Bunch, Nielsen and Sorensen), inside a
 *       bracket that is halved whenever that step leaves it
 * </ol>
 *
 * Roots are computed as distances from a pole, so that changes far below the eigenvalues keep their
 * digits. Cost: O(k) a step, about four steps a root. Raising poles raises what remains, so poles
 * beyond the r-th may be replaced by one at the largest of them, of their summed weight, for a
 * bound.
 */
final class SpectrumChange {

  /** A root's relative accuracy; what is left is far below what tells candidates apart. */
  private static final double ACCURACY = 1e-14;

  /** Distances below this share of the largest pole are nothing. */
  private static final double NOTHING = 1e-17;

  /** Newton steps of the bound; each doubles its digits, and any number leaves it a bound. */
  private static final int BOUND_STEPS = 3;

  /** Halving alone needs 60 steps from a gap to {@link #NOTHING}. */
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
      return corner; // all eigenvalues count: the trace
    }
    double gain = 0;
    for (int i = 0; i < rank; i++) {
      gain += distance(poles, weights, count, 1, corner, i, true);
    }
    return gain;
  }

  /**
   * An upper bound of {@link #gain} for O(rank) flops, for {@code count} of at least the rank.
   *
   * <p>What borders the first {@code rank} poles, the other poles and the corner, is at most b I,
   * where b is the largest eigenvalue with all other poles moved up to the first of them. If b is
   * below the poles kept, the r largest eigenvalues of those bordered by one corner b remain: all
   * but the smallest, x, so they add b - x, and b - x = sum z^2 / (d - x) falls with x.
   *
   * @param weights squared entries of the border at the first {@code rank} poles
   * @param next the largest other pole, or 0 if there is none
   * @param rest squared entries of the border at all other poles
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
      // Newton's steps for x - b + added, convex, stay above its root.
      x -= (x - b + added) / (1 + slope);
    }
    return Math.min(corner, added * (1 + BOUND_STEPS * ACCURACY));
  }

  /**
   * What the sum of the {@code rank} largest eigenvalues loses with a direction.
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
   * How far the root between poles {@code lower - 1} and {@code lower} (above pole 0 for 0) of
   * slope (x - constant) - sum weights / (x - poles) is from one of them.
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
      // All poles moved to the largest: the root can only move up. A little more for rounding.
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
        // First only the two neighbors as poles, then all of them matched in value and slope.
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
