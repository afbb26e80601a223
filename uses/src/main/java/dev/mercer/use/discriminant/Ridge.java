package dev.mercer.use.discriminant;

/**
 * The penalty that prevents the axes of a discriminant from following noise: the denominator w'S w
 * of its quotient becomes w'S w + amount |w|^2. The amount is on the scale of variances, because S
 * is a mean over rows, not a sum.
 *
 * @param amount not negative; or NaN for {@value #USUAL_SHARE} of the variance in feature space,
 *     which suits kernels and data of any scale
 * @param ofCoefficients false to penalize the squared length of the axis w = sum a_j phi(x_j)
 *     itself: |w|^2 = a'K a. The answer then depends only on the span of the points, not on how an
 *     axis is written: to repeat a row changes nothing but its weight. True to penalize the squared
 *     length of the coefficients, |a|^2, as Mika and others wrote it: (N + ridge I) in R^m, with N
 *     divided by the number of rows here; the answer then depends on which points are used
 */
public record Ridge(double amount, boolean ofCoefficients) {

  /** The share of the variance that is used if no amount is given. */
  public static final double USUAL_SHARE = 1e-4;

  public Ridge {
    if (amount < 0 || Double.isInfinite(amount)) {
      throw new IllegalArgumentException(
          "ridge = " + amount + "; it is a variance that is added: not negative and finite");
    }
  }

  /** A ridge of this amount on the squared length of the axes. */
  public static Ridge of(double amount) {
    if (Double.isNaN(amount)) {
      throw new IllegalArgumentException("ridge = NaN; give a number that is not negative");
    }
    return new Ridge(amount, false);
  }

  /** A ridge of {@value #USUAL_SHARE} of the variance. */
  public static Ridge usual() {
    return new Ridge(Double.NaN, false);
  }

  /** A ridge of the same amount on the squared length of the coefficients. */
  public Ridge withCoefficients() {
    return new Ridge(amount, true);
  }

  /** The amount for features with this variance. */
  double amount(double variance) {
    return Double.isNaN(amount) ? USUAL_SHARE * variance : amount;
  }
}
