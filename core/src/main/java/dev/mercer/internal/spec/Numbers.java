package dev.mercer.internal.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/**
 * Converts numbers to text in the form that people write, and back without changing a bit.
 *
 * <p>A decimal number with at most 15 significant digits is printed with the digits it was written
 * with. Numbers from 0.0001 up to 10^15 are written in full, and others as in {@code 1e-5}. Whole
 * numbers have no fraction.
 */
public final class Numbers {

  private static final int SMALLEST_PLAIN_EXPONENT = -4;
  private static final int LARGEST_PLAIN_EXPONENT = 14;

  // Accepts less than Double.parseDouble, which also accepts 1f, 0x1p3 and NaN.
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(?:[0-9]++(?:\\.[0-9]*+)?|\\.[0-9]++)(?:[eE][+-]?[0-9]++)?");

  private Numbers() {}

  /**
   * The shortest text that {@link Double#parseDouble} turns back into {@code value}, for any finite
   * number; NaN and infinities are written as Java writes them.
   */
  public static String text(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.toString(value);
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    BigDecimal decimal = shortest(value);
    int exponent = decimal.precision() - decimal.scale() - 1;
    if (exponent >= SMALLEST_PLAIN_EXPONENT && exponent <= LARGEST_PLAIN_EXPONENT) {
      return decimal.toPlainString();
    }
    String digits = decimal.unscaledValue().abs().toString();
    String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
    return (value < 0 ? "-" : "") + digits.charAt(0) + fraction + "e" + exponent;
  }

  /**
   * The number that {@code text} represents in decimal notation.
   *
   * @throws IllegalArgumentException if it represents none, or one too large for a double
   */
  public static double parse(String text) {
    if (!DECIMAL.matcher(text).matches()) {
      throw new IllegalArgumentException(Names.quote(text) + " is not a number");
    }
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          Names.quote(text) + " is beyond the largest double, " + text(Double.MAX_VALUE));
    }
    return value;
  }

  /** Java's digits without unnecessary ones; before JDK 19 there may be one too many. */
  private static BigDecimal shortest(double value) {
    BigDecimal decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    while (decimal.precision() > 1) {
      MathContext fewer = new MathContext(decimal.precision() - 1, RoundingMode.HALF_EVEN);
      BigDecimal candidate = decimal.round(fewer).stripTrailingZeros();
      if (candidate.doubleValue() != value) {
        break;
      }
      decimal = candidate;
    }
    return decimal;
  }
}
