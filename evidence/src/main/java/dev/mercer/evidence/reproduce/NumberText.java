package dev.mercer.evidence.reproduce;

import java.util.Locale;

/** Formats numbers for use in sentences. */
public final class NumberText {

  private NumberText() {}

  /**
   * Three or four significant digits without trailing zeros; whole numbers below a million
   * unchanged.
   */
  public static String of(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e6) {
      return Long.toString((long) value);
    }
    double size = Math.abs(value);
    if (size >= 1e-3 && size < 1e6) {
      int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 3 : size >= 0.1 ? 3 : 4;
      String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
      return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }
    return String.format(Locale.ROOT, "%.2e", value);
  }

  /** Three significant digits, including trailing zeros. */
  public static String threeDigits(double value) {
    double size = Math.abs(value);
    if (value == 0 || size >= 1e-3 && size < 1e5) {
      int decimals = value == 0 ? 0 : (int) Math.max(0, 2 - Math.floor(Math.log10(size)));
      return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
    return String.format(Locale.ROOT, "%.2e", value);
  }

  /** A share in percent, with three significant digits. */
  public static String threeDigitPercent(double share) {
    return threeDigits(100 * share) + "%";
  }

  /** A share in percent, with one decimal. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f%%", 100 * share);
  }

  /** A difference of two shares in percentage points, with its sign. */
  public static String points(double difference) {
    return String.format(Locale.ROOT, "%+.1f points", 100 * difference);
  }
}
