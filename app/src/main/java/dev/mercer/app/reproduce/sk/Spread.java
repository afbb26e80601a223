package dev.mercer.app.reproduce.sk;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Mean and standard deviation over repeats.
 *
 * @param deviation with one less than their number; 0 for a single one
 */
record Spread(double mean, double deviation, int count) {

  static Spread of(List<Double> values) {
    return of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  static Spread of(double... values) {
    double mean = Arrays.stream(values).sum() / values.length;
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return new Spread(
        mean, values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0, values.length);
  }

  /** With so many digits after the point, as the paper prints it. */
  String text(int digits) {
    String format = "%." + digits + "f";
    return String.format(Locale.ROOT, format + " ± " + format, mean, deviation);
  }

  static double[] means(List<Spread> spreads) {
    return spreads.stream().mapToDouble(Spread::mean).toArray();
  }

  /** Lower ends of one deviation. */
  static double[] lows(List<Spread> spreads) {
    return spreads.stream().mapToDouble(spread -> spread.mean() - spread.deviation()).toArray();
  }

  /** Upper ends of one deviation. */
  static double[] highs(List<Spread> spreads) {
    return spreads.stream().mapToDouble(spread -> spread.mean() + spread.deviation()).toArray();
  }
}
