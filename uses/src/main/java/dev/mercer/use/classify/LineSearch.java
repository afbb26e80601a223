package dev.mercer.use.classify;

/**
 * A step along a direction of descent that meets the strong Wolfe conditions [Nocedal and Wright
 * 2006, algorithms 3.5, 3.6]: the function falls by at least {@value #FALL} of what the slope at
 * the start promises, and the magnitude of the slope falls to {@value #SLOPE} of what it was.
 *
 * <ol>
 *   <li>bracket: steps double until one is too long or meets both conditions
 *   <li>zoom: the minimum of the cubic through values and slopes at both ends of the bracket. The
 *       middle is tried instead if the cubic has no minimum, or one that is too close to an end
 * </ol>
 *
 * Close to the minimum the values of the function agree up to rounding, and only the slopes show
 * where it lies. A rise by {@value #NOISE} of the value therefore counts as no rise [as in Hager
 * and Zhang 2005]. A value that is not finite counts as infinitely high. The search fails, without
 * a step, if {@value #MOST_EVALUATIONS} evaluations find none.
 */
final class LineSearch {

  private static final double FALL = 1e-4;
  private static final double SLOPE = 0.9;
  // A sum of many losses is accurate to a few units in the last place.
  private static final double NOISE = 1e-14;
  private static final int MOST_EVALUATIONS = 40;
  // A new step keeps this share of the bracket's length away from both ends.
  private static final double EDGE = 0.1;

  /** A point with the value and the gradient of the function there. */
  static final class Place {
    final double[] point;
    final double[] gradient;
    double value;

    Place(int unknowns) {
      point = new double[unknowns];
      gradient = new double[unknowns];
    }
  }

  private final Lbfgs.Objective objective;
  private Place from;
  private double[] direction;
  private double startSlope;
  private Place tried;
  private double slope; // along the direction, at the place tried last
  private int evaluations;

  LineSearch(Lbfgs.Objective objective, int unknowns) {
    this.objective = objective;
    this.tried = new Place(unknowns);
  }

  /**
   * @param first the step to try first
   * @param into receives the point that was reached
   * @return false if no such step was found; the content of {@code into} is then meaningless
   */
  boolean run(Place start, double[] towards, double first, Place into) {
    from = start;
    direction = towards;
    tried = into;
    evaluations = 0;
    startSlope = Lbfgs.dot(start.gradient, towards);
    if (!(startSlope < 0) || !Double.isFinite(startSlope)) {
      return false;
    }
    double low = 0;
    double lowValue = start.value;
    double lowSlope = startSlope;
    for (double step = first; evaluations < MOST_EVALUATIONS; step *= 2) {
      evaluate(step);
      if (tooHigh(step) || (low > 0 && tried.value >= lowValue + noise())) {
        return zoom(low, lowValue, lowSlope, step, tried.value, slope);
      }
      if (Math.abs(slope) <= -SLOPE * startSlope) {
        return true;
      }
      if (slope >= 0) {
        return zoom(step, tried.value, slope, low, lowValue, lowSlope);
      }
      low = step;
      lowValue = tried.value;
      lowSlope = slope;
    }
    return false;
  }

  /** Finds a good step between {@code low}, where the function falls enough, and {@code high}. */
  private boolean zoom(
      double low,
      double lowValue,
      double lowSlope,
      double high,
      double highValue,
      double highSlope) {
    while (evaluations < MOST_EVALUATIONS && low != high) {
      double step = cubic(low, lowValue, lowSlope, high, highValue, highSlope);
      evaluate(step);
      if (tooHigh(step) || tried.value >= lowValue + noise()) {
        high = step;
        highValue = tried.value;
        highSlope = slope;
        continue;
      }
      if (Math.abs(slope) <= -SLOPE * startSlope) {
        return true;
      }
      if (slope * (high - low) >= 0) {
        high = low;
        highValue = lowValue;
        highSlope = lowSlope;
      }
      low = step;
      lowValue = tried.value;
      lowSlope = slope;
    }
    return false;
  }

  private void evaluate(double step) {
    evaluations++;
    for (int i = 0; i < tried.point.length; i++) {
      tried.point[i] = from.point[i] + step * direction[i];
    }
    tried.value = objective.evaluate(tried.point, tried.gradient);
    slope = Lbfgs.dot(tried.gradient, direction);
    if (!Double.isFinite(tried.value) || !Double.isFinite(slope)) {
      tried.value = Double.POSITIVE_INFINITY;
      slope = Double.POSITIVE_INFINITY;
    }
  }

  private boolean tooHigh(double step) {
    return tried.value > from.value + FALL * step * startSlope + noise();
  }

  private double noise() {
    return NOISE * Math.abs(from.value);
  }

  /** The minimum of the cubic through both ends; the middle if it is missing or near an end. */
  private static double cubic(double a, double fa, double ga, double b, double fb, double gb) {
    double middle = a + (b - a) / 2;
    if (!Double.isFinite(fb) || !Double.isFinite(gb)) {
      return a + EDGE * (b - a);
    }
    double d1 = ga + gb - 3 * (fa - fb) / (a - b);
    double root = d1 * d1 - ga * gb;
    if (!(root >= 0)) {
      return middle;
    }
    double d2 = Math.signum(b - a) * Math.sqrt(root);
    double step = b - (b - a) * (gb + d2 - d1) / (gb - ga + 2 * d2);
    double near = a + EDGE * (b - a);
    double far = b - EDGE * (b - a);
    boolean inside = step >= Math.min(near, far) && step <= Math.max(near, far);
    return inside ? step : middle;
  }
}
