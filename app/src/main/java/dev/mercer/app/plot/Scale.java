package dev.mercer.app.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A range of values along one axis, with round numbers to mark it. */
final class Scale {

  private static final int WANTED_TICKS = 6;

  /** Round steps within a decade. */
  private static final double[] STEPS = {1, 2, 2.5, 5, 10};

  private final boolean logarithmic;
  private final double low;
  private final double high;

  private Scale(boolean logarithmic, double low, double high) {
    this.logarithmic = logarithmic;
    this.low = low;
    this.high = high;
  }

  /**
   * A scale that holds all values; on a logarithmic one those that are not positive do not count.
   *
   * @param zero whether it starts at zero, for bars
   */
  static Scale holding(List<double[]> values, boolean logarithmic, boolean zero) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double[] some : values) {
      for (double value : some) {
        if (Double.isFinite(value) && (!logarithmic || value > 0)) {
          low = Math.min(low, value);
          high = Math.max(high, value);
        }
      }
    }
    if (low > high) {
      return new Scale(logarithmic, logarithmic ? 0 : 0, 1);
    }
    if (logarithmic) {
      return logarithmic(Math.log10(low), Math.log10(high));
    }
    low = zero ? Math.min(low, 0) : low;
    high = zero ? Math.max(high, 0) : high;
    if (high == low) {
      double room = low == 0 ? 1 : Math.abs(low) / 2;
      low -= zero ? 0 : room;
      high += room;
    }
    double margin = 0.04 * (high - low);
    return new Scale(
        false, zero && low == 0 ? 0 : low - margin, zero && high == 0 ? 0 : high + margin);
  }

  /** Whole decades where there is at least one between the ends, else a little room. */
  private static Scale logarithmic(double low, double high) {
    if (high - low > 1) {
      return new Scale(true, Math.floor(low + 1e-9), Math.ceil(high - 1e-9));
    }
    return new Scale(true, low - 0.08, high + 0.08);
  }

  /** Where a value lies, 0 to 1 from one end to the other; NaN where it cannot be shown. */
  double position(double value) {
    if (!Double.isFinite(value) || (logarithmic && value <= 0)) {
      return Double.NaN;
    }
    return ((logarithmic ? Math.log10(value) : value) - low) / (high - low);
  }

  /** Round values to mark, ascending. */
  double[] ticks() {
    return logarithmic ? decades() : round();
  }

  private double[] decades() {
    List<Double> ticks = new ArrayList<>();
    int step = Math.max(1, (int) Math.ceil((high - low) / (WANTED_TICKS + 2)));
    for (int power = (int) Math.ceil(low - 1e-9); power <= high + 1e-9; power += step) {
      ticks.add(Math.pow(10, power));
    }
    if (ticks.size() < 3) {
      ticks.clear();
      for (int power = (int) Math.floor(low); power <= high; power++) {
        for (double lead : new double[] {1, 2, 5}) {
          double at = Math.log10(lead) + power;
          if (at >= low && at <= high) {
            ticks.add(lead * Math.pow(10, power));
          }
        }
      }
    }
    return ticks.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private double[] round() {
    double step = step();
    List<Double> ticks = new ArrayList<>();
    for (long k = (long) Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) {
      ticks.add(k * step);
    }
    return ticks.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private double step() {
    double rough = (high - low) / WANTED_TICKS;
    double decade = Math.pow(10, Math.floor(Math.log10(rough)));
    for (double lead : STEPS) {
      if (lead * decade >= rough) {
        return lead * decade;
      }
    }
    return 10 * decade;
  }

  /** A mark's value as text. */
  String text(double tick) {
    if (tick == 0) {
      return "0";
    }
    double size = Math.abs(tick);
    if (size >= 1e5 || size < 1e-3) {
      int power = (int) Math.floor(Math.log10(size) + 1e-9);
      double lead = tick / Math.pow(10, power);
      String front = Math.abs(lead - 1) < 1e-6 ? "" : trimmed(lead, 2) + "·";
      return front + "10" + superscript(power);
    }
    int digits = Math.max(0, 3 - (int) Math.floor(Math.log10(size)));
    return trimmed(tick, digits);
  }

  private static String trimmed(double value, int digits) {
    String text = String.format(Locale.ROOT, "%." + digits + "f", value);
    if (text.indexOf('.') < 0) {
      return text;
    }
    return text.replaceAll("0+$", "").replaceAll("\\.$", "");
  }

  private static String superscript(int power) {
    StringBuilder text = new StringBuilder(power < 0 ? "⁻" : "");
    for (char digit : Integer.toString(Math.abs(power)).toCharArray()) {
      text.append("⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(digit - '0'));
    }
    return text.toString();
  }
}
