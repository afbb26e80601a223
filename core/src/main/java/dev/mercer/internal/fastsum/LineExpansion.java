package dev.mercer.internal.fastsum;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.linalg.Eigenpairs;

/**
 * exp(-(s - t)^2 / 2) for s, t in [-a, a] as a short sum of products, sum_i f_i(s) f_i(t).
 *
 * <ol>
 *   <li>interpolation at Q Chebyshev points in both variables: l(s)' K l(t), where K is the kernel
 *       matrix of the points, positive semidefinite for every Q
 *   <li>eigenpairs of K / Q; in the basis 1, sqrt(2) T_1, sqrt(2) T_2, … the discrete transform is
 *       orthogonal, so each eigenpair gives one f_i as a Chebyshev series; the f_i are orthogonal
 *       to each other and sorted by their eigenvalues, the largest first
 * </ol>
 *
 * <p>The error of step 1: on the Bernstein ellipse of parameter p the kernel is at most M = exp((a
 * (p - 1/p) / 2)^2 / 2), so the interpolant in one variable is within E = 4 M p^-(Q-1) / (p - 1) of
 * it and the interpolant in both variables within (1 + L) E, where L &lt;= 1 + (2/pi) log Q is the
 * Lebesgue constant. Step 2 is exact; leaving out all functions from i on costs at most sup sum_(j
 * &gt;= i) f_j^2, by Cauchy and Schwarz, see {@link #rest}.
 *
 * <p>The rank is about half of what a Taylor series about the middle needs for the same error (FK
 * sec. 11); in d dimensions the number of terms is about the d-th power of that rank.
 */
final class LineExpansion {

  /** If more points than this are needed, the interval is too long for one expansion. */
  static final int MOST_POINTS = 200;

  /** How densely functions are sampled to bound them, as a multiple of their polynomial degree. */
  private static final int OVERSAMPLING = 4;

  private final View series; // one row of Q per function
  private final double[] largest;
  private final double[] rest;
  private final double interpolationError;

  private LineExpansion(View series, double[] largest, double[] rest, double interpolationError) {
    this.series = series;
    this.largest = largest;
    this.rest = rest;
    this.interpolationError = interpolationError;
  }

  /**
   * The expansion for an interval, with an interpolation error of at most {@code error}; null if
   * that takes more than {@value #MOST_POINTS} points.
   *
   * @param halfWidth a, in units of sigma
   */
  static LineExpansion of(double halfWidth, double error, Blas blas) {
    for (int points = 1; points <= MOST_POINTS; points++) {
      double bound = interpolationBound(halfWidth, points);
      if (bound <= error) {
        return bounded(series(halfWidth, points, blas), bound, blas);
      }
    }
    return null;
  }

  /** The bound (1 + L) E with the best ellipse among those of a geometric grid of parameters. */
  static double interpolationBound(double halfWidth, int points) {
    if (halfWidth == 0) {
      return 0;
    }
    double best = Double.POSITIVE_INFINITY;
    for (double parameter = 1.01; parameter < 1e9; parameter *= 1.1) {
      double height = halfWidth * (parameter - 1 / parameter) / 2;
      double log =
          Math.log(4 / (parameter - 1)) + height * height / 2 - (points - 1) * Math.log(parameter);
      best = Math.min(best, log);
    }
    return (2 + 2 / Math.PI * Math.log(points)) * Math.exp(best);
  }

  /** Step 2: the functions f_i as Chebyshev series, one row each. */
  private static View series(double halfWidth, int points, Blas blas) {
    double[] nodes = new double[points];
    for (int q = 0; q < points; q++) {
      nodes[q] = Math.cos(Math.PI * (q + 0.5) / points);
    }
    View gram = View.zeros(points, points); // K / Q
    for (int q = 0; q < points; q++) {
      for (int p = 0; p < points; p++) {
        double distance = halfWidth * (nodes[q] - nodes[p]);
        gram.set(q, p, Math.exp(-distance * distance / 2) / points);
      }
    }
    Eigenpairs pairs = Eigenpairs.ascending(gram, blas);
    double[] ascending = pairs.values();
    // Below rounding of the largest, an eigenvalue and its function are noise.
    double floor = Math.ulp(ascending[points - 1]);
    int kept = 0;
    while (kept < points && ascending[points - 1 - kept] > floor) {
      kept++;
    }
    View vectors = pairs.vectors().columns(points - kept, kept); // the last one is wanted first
    View turned = blas.product(vectors.t(), chebyshev(points, points).t());
    View series = View.zeros(kept, points);
    for (int i = 0; i < kept; i++) {
      double root = Math.sqrt(ascending[points - 1 - i] / points);
      for (int m = 0; m < points; m++) {
        series.set(i, m, (m == 0 ? 1 : 2) * root * turned.get(kept - 1 - i, m));
      }
    }
    return series;
  }

  /**
   * The expansion with bounds of f_i^2 and of f_i^2 + f_(i+1)^2 + …: a polynomial of degree below 2
   * Q is nowhere larger than its largest value at 8 Q Chebyshev points over cos(pi / 8) (Ehlich and
   * Zeller).
   */
  private static LineExpansion bounded(View series, double interpolationError, Blas blas) {
    int rank = series.height();
    int samples = 2 * OVERSAMPLING * series.width();
    View values = blas.product(chebyshev(series.width(), samples).t(), series.t());
    double[] largest = new double[rank];
    double[] rest = new double[rank + 1];
    for (int s = 0; s < samples; s++) {
      double sum = 0;
      for (int i = rank - 1; i >= 0; i--) {
        double value = values.get(s, i);
        sum += value * value;
        largest[i] = Math.max(largest[i], value * value);
        rest[i] = Math.max(rest[i], sum);
      }
    }
    double room = 1 / Math.cos(Math.PI / (2 * OVERSAMPLING));
    for (int i = 0; i < rank; i++) {
      largest[i] *= room;
      rest[i] *= room;
    }
    return new LineExpansion(series, largest, rest, interpolationError);
  }

  /**
   * The polynomials T_m for m below Q, one row each, at the Chebyshev points: cos(pi m (2 s + 1) /
   * (2 samples)).
   */
  private static View chebyshev(int points, int samples) {
    // Whole periods are subtracted as integers, so that every value is accurate to the last place.
    int turn = 4 * samples;
    double[] cosines = new double[turn];
    for (int k = 0; k < turn; k++) {
      cosines[k] = Math.cos(2 * Math.PI * k / turn);
    }
    View table = View.zeros(points, samples);
    for (int m = 0; m < points; m++) {
      for (int s = 0; s < samples; s++) {
        table.set(m, s, cosines[m * (2 * s + 1) % turn]);
      }
    }
    return table;
  }

  /** The number of functions whose eigenvalue is above rounding. */
  int rank() {
    return series.height();
  }

  /** Q, the length of every series. */
  int points() {
    return series.width();
  }

  /** The Chebyshev coefficients of f_0, f_1, …, one row of Q coefficients per function. */
  double[] series() {
    return series.values();
  }

  /** Upper bounds of f_i^2 on the interval. */
  double[] largest() {
    return largest.clone();
  }

  /** Upper bounds of f_i^2 + f_(i+1)^2 + … on the interval, followed by a 0. */
  double[] rest() {
    return rest.clone();
  }

  double interpolationError() {
    return interpolationError;
  }

  /**
   * What rounding adds to a product of functions, relative to 1: the recurrence of T_m loses up to
   * m^2/2 units in the last place at the ends of the interval.
   */
  double rounding() {
    return Math.ulp(1.0) * points() * points();
  }
}
