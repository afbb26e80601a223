package dev.mercer.use.discriminant;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What keeps the axes of a discriminant from following noise: the denominator of its quotient, w'S
 * w, becomes w'S w + amount |w|^2, on the scale of variances (S is a mean over rows, not a sum).
 *
 * @param amount not negative; or NaN for {@value #USUAL_SHARE} of the variance in feature space,
 *     which suits kernels and data of any scale
 * @param penalty of which vector |w|^2 is the squared length
 */
public record Ridge(double amount, Penalty penalty) {

  /** Of the variance, the share taken where no amount is given. */
  public static final double USUAL_SHARE = 1e-4;

  /** Whose squared length is added. */
  public enum Penalty {
    /**
     * The axis itself, w = sum a_j phi(x_j): |w|^2 = a'K a. The answer depends on the span of the
     * points alone, not on how an axis is written: a row given twice changes nothing but its
     * weight.
     */
    NORM,
    /**
     * Its coefficients, |a|^2, as Mika and others wrote it: (N + ridge I) in R^m, N here divided by
     * the number of rows. The answer depends on which points are used.
     */
    COEFFICIENTS;

    /** As it is written on the command line. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** All of them. */
    public static List<String> texts() {
      return Arrays.stream(values()).map(Penalty::text).toList();
    }

    /** The one that is written so. */
    public static Penalty named(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  public Ridge {
    if (amount < 0 || Double.isInfinite(amount)) {
      throw new IllegalArgumentException(
          "ridge = " + amount + "; it is a variance that is added: not negative and finite");
    }
  }

  /** So much of the squared length of the axes. */
  public static Ridge of(double amount) {
    if (Double.isNaN(amount)) {
      throw new IllegalArgumentException("ridge = NaN; give a number that is not negative");
    }
    return new Ridge(amount, Penalty.NORM);
  }

  /** {@value #USUAL_SHARE} of the variance. */
  public static Ridge usual() {
    return new Ridge(Double.NaN, Penalty.NORM);
  }

  /** The same amount of another length. */
  public Ridge with(Penalty other) {
    return new Ridge(amount, other);
  }

  /** The amount for features of this variance. */
  double amount(double variance) {
    return Double.isNaN(amount) ? USUAL_SHARE * variance : amount;
  }
}
