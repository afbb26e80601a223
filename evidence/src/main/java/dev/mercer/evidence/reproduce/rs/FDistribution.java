package dev.mercer.evidence.reproduce.rs;

import dev.mercer.NumericalException;

/**
 * The upper tail of Fisher's F distribution, P(F &gt; f), which is the regularized incomplete beta
 * function I_x(b, a) at x = b / (b + a f), a and b half the degrees of freedom.
 *
 * <ol>
 *   <li>below the mean of the beta distribution the continued fraction of I_x(a, b) converges fast;
 *       above it, I_x(a, b) = 1 - I_1-x(b, a)
 *   <li>the fraction by Lentz's method: numerators and denominators as ratios that cannot overflow
 *   <li>its factor x^a (1-x)^b / (a B(a, b)) by logarithms; log gamma by Stirling's series, after
 *       its recurrence has made the argument large enough for it
 * </ol>
 *
 * Cost: some tens of divisions. Good to about twelve digits for degrees of freedom up to a million.
 */
final class FDistribution {

  /** From here on eight terms of Stirling's series are good to the last digit. */
  private static final double STIRLING_FROM = 10;

  /** Bernoulli numbers B_2k over 2k (2k - 1). */
  private static final double[] STIRLING = {
    1.0 / 12,
    -1.0 / 360,
    1.0 / 1260,
    -1.0 / 1680,
    1.0 / 1188,
    -691.0 / 360360,
    1.0 / 156,
    -3617.0 / 122400
  };

  /** Steps grow like the root of the larger argument: enough for degrees of freedom in millions. */
  private static final int MOST_STEPS = 100_000;

  private static final double TINY = 1e-300;

  private FDistribution() {}

  /**
   * P(F &gt; f).
   *
   * @param between degrees of freedom of the numerator
   * @param within those of the denominator
   */
  static double upperTail(double f, double between, double within) {
    if (!(between > 0 && within > 0)) {
      throw new IllegalArgumentException(
          "degrees of freedom " + between + " and " + within + "; both must be above 0");
    }
    if (Double.isNaN(f)) {
      throw new IllegalArgumentException("F is not a number");
    }
    if (f <= 0) {
      return 1;
    }
    return regularizedBeta(within / (within + between * f), within / 2, between / 2);
  }

  /** I_x(a, b). */
  static double regularizedBeta(double x, double a, double b) {
    if (!(x >= 0 && x <= 1)) {
      throw new IllegalArgumentException("I_x(a, b) at x = " + x + "; x is from 0 to 1");
    }
    if (x == 0 || x == 1) {
      return x;
    }
    return x < (a + 1) / (a + b + 2) ? below(x, a, b) : 1 - below(1 - x, b, a);
  }

  private static double below(double x, double a, double b) {
    double factor =
        Math.exp(
            a * Math.log(x)
                + b * Math.log1p(-x)
                + logGamma(a + b)
                - logGamma(a)
                - logGamma(b)
                - Math.log(a));
    double front = 1;
    double c = 1;
    double d = inverse(1 - (a + b) * x / (a + 1));
    front *= d;
    for (int k = 1; k <= MOST_STEPS; k++) {
      double even = k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k));
      d = inverse(1 + even * d);
      c = away(1 + even / c);
      front *= c * d;
      double odd = -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1));
      d = inverse(1 + odd * d);
      c = away(1 + odd / c);
      front *= c * d;
      if (Math.abs(c * d - 1) < 2 * Math.ulp(1.0)) {
        return factor * front;
      }
    }
    throw new NumericalException(
        "I_x(a, b) at x = " + x + ", a = " + a + ", b = " + b + " did not converge");
  }

  private static double inverse(double value) {
    return 1 / away(value);
  }

  /** Lentz's method never divides by zero: what is zero is a tiny number. */
  private static double away(double value) {
    return Math.abs(value) < TINY ? TINY : value;
  }

  /** The logarithm of the gamma function of a positive number. */
  static double logGamma(double x) {
    double below = 1; // x (x + 1) … up to where the series serves
    double z = x;
    while (z < STIRLING_FROM) {
      below *= z;
      z++;
    }
    double sum = 0;
    double power = 1 / z;
    for (double term : STIRLING) {
      sum += term * power;
      power /= z * z;
    }
    return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + sum - Math.log(below);
  }
}
