package dev.mercer.app.reproduce.sk;

import java.util.Locale;

/** Numbers as verdicts print them. */
final class Texts {

  private Texts() {}

  /** Three digits. */
  static String number(double value) {
    double size = Math.abs(value);
    if (value == 0 || size >= 1e-3 && size < 1e5) {
      int digits = value == 0 ? 0 : (int) Math.max(0, 2 - Math.floor(Math.log10(size)));
      return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
    return String.format(Locale.ROOT, "%.2e", value);
  }

  static String percent(double share) {
    return number(100 * share) + "%";
  }

  /** How many of how many. */
  static String of(long met, long all) {
    return met + " of " + all;
  }
}
