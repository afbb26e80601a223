package dev.mercer.evidence.reproduce.rs;

import java.util.Locale;

/** Formats numbers for verdicts. */
final class Texts {

  private Texts() {}

  /** Three significant digits, without trailing zeros. */
  static String number(double value) {
    if (value == 0) {
      return "0";
    }
    double size = Math.abs(value);
    if (size < 1e-3 || size >= 1e6) {
      return String.format(Locale.ROOT, "%.2e", value);
    }
    int digits = (int) Math.max(0, 2 - Math.floor(Math.log10(size)));
    String text = String.format(Locale.ROOT, "%." + digits + "f", value);
    return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
  }

  /** The words "from this ell on"; NaN means that it does not hold even at the last ell. */
  static String onward(double ell) {
    return Double.isNaN(ell) ? "not even at ell = 5" : "at every ell from " + number(ell) + " on";
  }

  static String range(double[] ends) {
    return number(ends[0]) + " to " + number(ends[1]);
  }

  static String percent(double share) {
    return number(100 * share) + "%";
  }
}
