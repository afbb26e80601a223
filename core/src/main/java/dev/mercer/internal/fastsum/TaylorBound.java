package dev.mercer.internal.fastsum;

import dev.mercer.internal.explicit.Monomials;
import java.util.Arrays;

/**
 * The error of a truncated Taylor expansion of the Gaussian about a center, with lengths in units
 * of sigma.
 *
 * <p>With u, v the two points relative to the center and a, b their norms, the kernel is exp(-(a^2
 * + b^2) / 2) exp(u.v). The series of exp(u.v) without its first p terms has magnitude at most
 * sum_{m >= p} (ab)^m / m!: for u.v >= 0 because it grows with u.v <= ab, for u.v < 0 because
 * Lagrange's form of the remainder is at most (ab)^p / p!. So a value is off by at most
 *
 * <pre> sum_{m >= p} f_m(a) f_m(b) / m!, f_m(a) = a^m exp(-a^2 / 2).</pre>
 *
 * <p>f_m grows up to a = sqrt(m) and falls beyond it, so over all a <= A it is at most f_m(min(A,
 * sqrt(m))), and the sum of these is the bound. It is at most 1, because the sum from m = 0 is
 * exp(ab). For p >= max(A^2, B^2) it is attained, up to the direction of the points. It is smaller
 * than the simpler bound (ab)^p / p! exp(-(a-b)^2 / 2) by about exp(-ab), which saves a third of
 * the truncation number if ab is large.
 *
 * <p>Successive terms satisfy f_{m+1}(A) <= min(A, sqrt(m+1)) f_m(A), so the ratio of two terms is
 * at most min(A, sqrt(m+1)) min(B, sqrt(m+1)) / (m+1), which never grows with m: a geometric series
 * bounds the end of the sum.
 *
 * <p>Rounding, with U = 2^-53: coordinates have a relative error of 5 U, which moves a value by at
 * most 5 exp(-1/2) (a + b) U; the squared norm adds d U, the exponential d a^2 / 2 U and 8 U for
 * the routine itself; a step of the monomials adds 4 U; a sum over M terms adds M U times the sum
 * of their magnitudes, which is at most exp(-(a-b)^2 / 2) <= 1. The rounding of the kernel's own
 * formula is added, (d + 8) U.
 */
final class TaylorBound {

  /**
   * Up to this radius exp(-a^2 / 2) is a normal number, large enough for the monomials to start
   * from.
   */
  static final double LARGEST_RADIUS = 36;

  /** The bound needs no more terms than this, if it falls at all within {@link #LARGEST_RADIUS}. */
  private static final int MOST = 4096;

  /**
   * After exp, the rounding of logarithms of up to a few thousand is a relative error below this.
   */
  private static final double SLACK = 1 + 1e-9;

  /** A remainder so small that no sum in double precision can tell it from 0. */
  private static final double NOTHING = 1e-30;

  private TaylorBound() {}

  /** Number of terms of an expansion truncated to degrees below p. */
  static long terms(int columns, int truncation) {
    return Monomials.count(columns, truncation - 1);
  }

  /**
   * The largest error of a value, truncation and rounding together, for points within these radii.
   */
  static double error(int columns, double a, double b, int truncation) {
    return tails(a, b, truncation)[truncation] + rounding(columns, a, b, truncation);
  }

  /**
   * The smallest truncation number whose error is at most {@code error}; 0 if there is none,
   * because of rounding or because it would take more than {@link Monomials#LARGEST} terms.
   */
  static int truncation(int columns, double a, double b, double error) {
    if (!(a <= LARGEST_RADIUS && b <= LARGEST_RADIUS)) {
      return 0;
    }
    double[] tails = tails(a, b, 1);
    for (int p = 1; p < tails.length; p++) {
      if (tails[p] <= error) {
        double rounding = rounding(columns, a, b, p);
        if (tails[p] + rounding <= error) {
          return terms(columns, p) <= Monomials.LARGEST ? p : 0;
        }
        if (rounding > error) {
          return 0;
        }
      }
    }
    return 0;
  }

  /** The smallest error that any truncation number reaches; infinite beyond the largest radius. */
  static double reachable(int columns, double a, double b) {
    double best = Double.POSITIVE_INFINITY;
    if (a <= LARGEST_RADIUS && b <= LARGEST_RADIUS) {
      double[] tails = tails(a, b, 1);
      for (int p = 1; p < tails.length && terms(columns, p) <= Monomials.LARGEST; p++) {
        best = Math.min(best, tails[p] + rounding(columns, a, b, p));
      }
    }
    return best;
  }

  static double rounding(int columns, double a, double b, int truncation) {
    double squares = 0.5 * columns * (a * a + b * b);
    double roundings =
        terms(columns, truncation) + 8.0 * truncation + squares + 4 * (a + b) + columns + 24;
    return 1.01 * roundings * 0x1p-53;
  }

  /** tails[p] bounds the truncation error, at least up to p = least and until it is negligible. */
  private static double[] tails(double a, double b, int least) {
    double logA = Math.log(a);
    double logB = Math.log(b);
    double[] tails = new double[64];
    double factorial = 0; // log m!
    double rest = 1;
    int m = 0;
    while (m < least || (m < MOST && rest > NOTHING)) {
      m++;
      factorial += Math.log(m);
      if (m == tails.length) {
        tails = Arrays.copyOf(tails, 2 * m);
      }
      tails[m] = Math.exp(peak(m, a, logA) + peak(m, b, logB) - factorial);
      double root = Math.sqrt(m + 1);
      double ratio = Math.min(a, root) * Math.min(b, root) / (m + 1);
      rest = ratio < 1 ? tails[m] * ratio / (1 - ratio) : 1;
    }
    for (int k = m; k >= 1; k--) {
      rest += tails[k];
      tails[k] = Math.min(1, rest * SLACK);
    }
    return Arrays.copyOf(tails, m + 1);
  }

  /** log of the largest a'^m exp(-a'^2 / 2) over a' <= a. */
  private static double peak(int m, double a, double logA) {
    return a * a >= m ? 0.5 * m * (Math.log(m) - 1) : m * logA - 0.5 * a * a;
  }
}
