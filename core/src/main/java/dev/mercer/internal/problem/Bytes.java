package dev.mercer.internal.problem;

import java.util.Locale;

/** Amounts of memory as people read them. */
public final class Bytes {

  private Bytes() {}

  /** For instance {@code 3.5 GiB}. */
  public static String text(long bytes) {
    if (bytes < 1024) {
      return bytes + " bytes";
    }
    double amount = bytes;
    String[] units = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    int unit = -1;
    while (amount >= 1024 && unit < units.length - 1) {
      amount /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, amount < 10 ? "%.1f %s" : "%.0f %s", amount, units[unit]);
  }
}
