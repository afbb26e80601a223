package dev.mercer.app.plot;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * One axis of a picture: the position of a value between the ends, and the round values that are
 * written next to the axis.
 *
 * <ol>
 *   <li>linear: ticks at multiples of 1, 2 or 5 times a power of ten, with at most {@value
 *       #MOST_STEPS} steps; the ends are those of the data, with a margin of 4%
 *   <li>logarithmic: ticks at powers of ten, or at every n-th one if there are many; also at 2 and
 *       5 times these if the data covers less than two decades
 * </ol>
 *
 * <p>If all values are equal, the axis is a range around them, so that nothing is divided by zero.
 */
final class PlotAxis {

  private static final int MOST_STEPS = 6;
  private static final double MARGIN = 0.04;

  /** Values that differ by a smaller share of themselves differ only by rounding. */
  private static final double EQUAL = 1e-12;

  /** Smaller differences cannot be divided into round steps in double precision. */
  private static final double TINY = 1e-300;

  /** Fewer decades than this are too few for powers of ten and the ticks between them. */
  private static final double SHORT = 0.8;

  private final boolean logarithmic;
  private final double low;
  private final double high;

  private PlotAxis(boolean logarithmic, double low, double high) {
    this.logarithmic = logarithmic;
    this.low = low;
    this.high = high;
  }

  /** The axis for values between two finite ones, which are positive for a logarithmic axis. */
  static PlotAxis between(double least, double most, boolean logarithmic) {
    double low = logarithmic ? Math.log10(least) : least;
    double high = logarithmic ? Math.log10(most) : most;
    // Half of the difference, because the difference of two finite values need not be finite.
    double half = high / 2 - low / 2;
    double smallest = Math.max(Math.abs(low), Math.abs(high)) * EQUAL;
    if (!(half > Math.max(smallest, TINY))) {
      half = logarithmic || Math.abs(low) <= TINY / EQUAL ? 0.5 : Math.abs(low) / 10;
      low -= half;
      high += half;
    }
    double margin = 2 * MARGIN * half;
    return new PlotAxis(logarithmic, low - margin, high + margin);
  }

  /** Whether the axis can show a value. */
  static boolean takes(double value, boolean logarithmic) {
    // Less than the full range of doubles, to allow for margins, differences and round values.
    return logarithmic
        ? value >= TINY && value <= 1 / TINY
        : Math.abs(value) <= Double.MAX_VALUE / 4;
  }

  /** The position of a value: 0 at the low end, 1 at the high end. */
  double place(double value) {
    return ((logarithmic ? Math.log10(value) : value) - low) / (high - low);
  }

  /** The values written next to the axis, in ascending order. */
  double[] ticks() {
    if (!logarithmic) {
      return plainTicks(low, high);
    }
    if (high - low < SHORT) {
      return plainTicks(Math.pow(10, low), Math.pow(10, high));
    }
    List<Double> ticks = new ArrayList<>();
    int every = Math.max(1, (int) Math.ceil((high - low) / MOST_STEPS));
    double[] multiples = high - low < 2 ? new double[] {1, 2, 5} : new double[] {1};
    for (int power = (int) Math.floor(low); power <= (int) Math.ceil(high); power++) {
      for (double multiple : multiples) {
        double at = power + Math.log10(multiple);
        if (Math.floorMod(power, every) == 0 && at >= low && at <= high) {
          ticks.add(Double.parseDouble((int) multiple + "e" + power));
        }
      }
    }
    return array(ticks);
  }

  private static double[] plainTicks(double low, double high) {
    double raw = (high - low) / MOST_STEPS;
    int power = (int) Math.floor(Math.log10(raw));
    int multiple = 1;
    if (5 * Math.pow(10, power) < raw) {
      power++;
    } else if (2 * Math.pow(10, power) < raw) {
      multiple = 5;
    } else if (Math.pow(10, power) < raw) {
      multiple = 2;
    }
    double step = Double.parseDouble(multiple + "e" + power);
    List<Double> ticks = new ArrayList<>();
    // Counted in steps and parsed from text, because 3 * 0.1 would give 0.30000000000000004.
    for (long k = (long) Math.ceil(low / step); k * step <= high; k++) {
      ticks.add(Double.parseDouble(k * multiple + "e" + power));
    }
    return array(ticks);
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** The text of a tick, with as few digits as possible. */
  static String text(double tick) {
    if (tick == 0) {
      return "0";
    }
    BigDecimal exact = new BigDecimal(Double.toString(tick)).stripTrailingZeros();
    int power = exact.precision() - exact.scale() - 1;
    if (power >= -3 && power < 5) {
      return exact.toPlainString();
    }
    return exact.movePointLeft(power).toPlainString() + "e" + power;
  }
}
