package dev.mercer.use.classify;

import java.util.Arrays;

/**
 * The minimum of a smooth function by limited-memory BFGS [Nocedal and Wright 2006, algorithms 7.4,
 * 7.5].
 *
 * <ol>
 *   <li>direction: minus the gradient times an approximate inverse Hessian. This is built from the
 *       last {@value #MEMORY} steps and changes of the gradient (two loops over them), starting
 *       from a multiple of the identity, or from the caller's metric, which is recomputed every
 *       {@value #METRIC_STEPS} steps
 *   <li>step: {@link LineSearch}, with strong Wolfe conditions, so that every change of the
 *       gradient keeps the inverse Hessian positive definite
 *   <li>stop when no entry of the gradient is larger than the tolerance
 * </ol>
 *
 * If no step along the direction lowers the function, the remembered steps are dropped and the
 * gradient itself is tried. If that does not help either, rounding errors dominate and the point is
 * returned as it is; {@link Result#gradientNorm} says how far the search got. Cost: one or two
 * evaluations per step and {@value #MEMORY} x 4 flops per unknown; memory {@value #MEMORY} x 2
 * vectors. Every sum is taken in the order of the entries, so the same function gives the same
 * bits.
 */
final class Lbfgs {

  /** The number of steps remembered; more steps seldom help. */
  private static final int MEMORY = 10;

  /** After this many steps the metric is recomputed, and the remembered steps are dropped. */
  private static final int METRIC_STEPS = 10;

  /** A function with its gradient. */
  interface Objective {

    /**
     * @param point not modified
     * @param gradient receives the gradient at the point
     * @return the value there; not finite if the function cannot be evaluated
     */
    double evaluate(double[] point, double[] gradient);
  }

  /** A positive definite matrix near the Hessian, used instead of a multiple of the identity. */
  interface Metric {

    /** Computes the matrix at a point; it replaces the previous one. */
    void refresh(double[] point);

    /** vector = matrix^-1 vector. */
    void solve(double[] vector);
  }

  /**
   * Where the minimization ended.
   *
   * @param value of the function at this point
   * @param gradientNorm the largest magnitude of an entry of the gradient
   * @param iterations the number of steps taken
   */
  record Result(double[] point, double value, double gradientNorm, int iterations) {}

  private final Metric metric;
  private final double[][] steps = new double[MEMORY][];
  private final double[][] changes = new double[MEMORY][];
  private final double[] products = new double[MEMORY]; // step . change, positive
  private int remembered;
  private int oldest;

  private Lbfgs(Metric metric) {
    this.metric = metric;
  }

  /**
   * @param metric null for none
   * @param start not modified
   * @param tolerance the search stops when no entry of the gradient has a larger magnitude
   * @param mostIterations after this many steps the point is returned as it is
   */
  static Result minimize(
      Objective objective, Metric metric, double[] start, double tolerance, int mostIterations) {
    return new Lbfgs(metric).run(objective, start, tolerance, mostIterations);
  }

  private Result run(Objective objective, double[] start, double tolerance, int mostIterations) {
    int n = start.length;
    LineSearch.Place here = new LineSearch.Place(n);
    System.arraycopy(start, 0, here.point, 0, n);
    here.value = objective.evaluate(here.point, here.gradient);
    LineSearch.Place next = new LineSearch.Place(n);
    LineSearch search = new LineSearch(objective, n);
    double[] direction = new double[n];
    int iterations = 0;
    while (iterations < mostIterations && !(largest(here.gradient) <= tolerance)) {
      if (metric != null && iterations % METRIC_STEPS == 0) {
        metric.refresh(here.point);
        remembered = 0;
      }
      boolean plain = remembered == 0;
      direct(here.gradient, direction);
      // Without memory or metric the direction has no natural length: move by at most one.
      double first = plain && metric == null ? Math.min(1, 1 / norm(here.gradient)) : 1;
      if (!search.run(here, direction, first, next)) {
        if (plain) {
          break;
        }
        remembered = 0;
        continue;
      }
      remember(here, next);
      LineSearch.Place left = here;
      here = next;
      next = left;
      iterations++;
    }
    return new Result(here.point, here.value, largest(here.gradient), iterations);
  }

  /** direction = -H gradient, by the two loops. */
  private void direct(double[] gradient, double[] direction) {
    int n = gradient.length;
    for (int i = 0; i < n; i++) {
      direction[i] = -gradient[i];
    }
    double[] factors = new double[MEMORY];
    for (int back = remembered - 1; back >= 0; back--) {
      int k = (oldest + back) % MEMORY;
      factors[k] = dot(steps[k], direction) / products[k];
      add(-factors[k], changes[k], direction);
    }
    if (metric != null) {
      metric.solve(direction);
    } else if (remembered > 0) {
      int latest = (oldest + remembered - 1) % MEMORY;
      double scale = products[latest] / dot(changes[latest], changes[latest]);
      for (int i = 0; i < n; i++) {
        direction[i] *= scale;
      }
    }
    for (int back = 0; back < remembered; back++) {
      int k = (oldest + back) % MEMORY;
      add(factors[k] - dot(changes[k], direction) / products[k], steps[k], direction);
    }
  }

  private void remember(LineSearch.Place from, LineSearch.Place to) {
    if (remembered == 0) {
      oldest = 0;
    }
    int slot = (oldest + remembered) % MEMORY;
    if (steps[slot] == null) {
      steps[slot] = new double[from.point.length];
      changes[slot] = new double[from.point.length];
    }
    for (int i = 0; i < from.point.length; i++) {
      steps[slot][i] = to.point[i] - from.point[i];
      changes[slot][i] = to.gradient[i] - from.gradient[i];
    }
    products[slot] = dot(steps[slot], changes[slot]);
    if (!(products[slot] > 0)) {
      return; // rounding made the curvature useless; the slot is used again
    }
    if (remembered < MEMORY) {
      remembered++;
    } else {
      oldest = (oldest + 1) % MEMORY;
    }
  }

  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static void add(double factor, double[] from, double[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] += factor * from[i];
    }
  }

  private static double norm(double[] vector) {
    return Math.sqrt(dot(vector, vector));
  }

  private static double largest(double[] vector) {
    return Arrays.stream(vector).map(Math::abs).reduce(0, Math::max);
  }
}
