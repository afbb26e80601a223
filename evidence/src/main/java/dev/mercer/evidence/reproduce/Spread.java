package dev.mercer.evidence.reproduce;

import dev.mercer.app.plot.Plot;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.hipparchus.stat.StatUtils;
import org.hipparchus.stat.descriptive.rank.Percentile;
import org.hipparchus.stat.descriptive.rank.Percentile.EstimationType;

/**
 * A quantity that was measured several times.
 *
 * @param values the measurements, in order
 */
public record Spread(double[] values) {

  public Spread {
    if (values.length == 0) {
      throw new IllegalArgumentException("no value; a spread needs at least one");
    }
  }

  public static Spread of(double... values) {
    return new Spread(values);
  }

  public static Spread of(List<Double> values) {
    return new Spread(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** The measurements of several spreads of the same quantity, combined. */
  public static Spread together(List<Spread> parts) {
    return new Spread(parts.stream().flatMapToDouble(part -> Arrays.stream(part.values)).toArray());
  }

  public double mean() {
    return StatUtils.mean(values);
  }

  /**
   * The sample standard deviation, whose divisor is one less than the number of values; 0 for a
   * single value.
   */
  public double deviation() {
    return Math.sqrt(StatUtils.variance(values));
  }

  /** The standard error of the mean. */
  public double standardError() {
    return deviation() / Math.sqrt(values.length);
  }

  public double least() {
    return Arrays.stream(values).min().orElseThrow();
  }

  public double largest() {
    return Arrays.stream(values).max().orElseThrow();
  }

  /**
   * The value below which the given share of the measurements lies, interpolated between neighbors.
   *
   * @param share above 0, at most 1
   */
  public double quantile(double share) {
    return new Percentile().withEstimationType(EstimationType.R_7).evaluate(values, 100 * share);
  }

  public double median() {
    return quantile(0.5);
  }

  /** The differences from another spread whose values were measured in the same order. */
  public Spread minus(Spread other) {
    double[] difference = values.clone();
    for (int i = 0; i < difference.length; i++) {
      difference[i] -= other.values[i];
    }
    return new Spread(difference);
  }

  /** Mean ± standard deviation, or the only value. */
  public String text() {
    return NumberText.of(mean()) + (values.length == 1 ? "" : " ± " + NumberText.of(deviation()));
  }

  /** Mean ± standard deviation with the given number of decimals, as papers print them. */
  public String text(int digits) {
    String format = "%." + digits + "f";
    return String.format(Locale.ROOT, format + " ± " + format, mean(), deviation());
  }

  /** Mean ± standard deviation in percent, with one decimal. */
  public String percent() {
    return String.format(Locale.ROOT, "%.1f", 100 * mean())
        + (values.length == 1 ? "" : String.format(Locale.ROOT, " ± %.1f", 100 * deviation()))
        + "%";
  }

  /** Adds a line of means, with bars of one standard deviation to each side. */
  public static Plot meanLine(Plot plot, String name, double[] x, List<Spread> spreads) {
    return plot.line(
        name,
        x,
        each(spreads, Spread::mean),
        each(spreads, spread -> spread.mean() - spread.deviation()),
        each(spreads, spread -> spread.mean() + spread.deviation()));
  }

  /** Adds a line of medians, with bars from the lower to the upper quartile, which suits times. */
  public static Plot medianLine(Plot plot, String name, double[] x, List<Spread> spreads) {
    return plot.line(
        name,
        x,
        each(spreads, Spread::median),
        each(spreads, spread -> spread.quantile(0.25)),
        each(spreads, spread -> spread.quantile(0.75)));
  }

  /**
   * Adds a line of means, with bars from the smallest to the largest value, which suits errors on
   * logarithmic axes.
   */
  public static Plot rangeLine(Plot plot, String name, double[] x, List<Spread> spreads) {
    return plot.line(
        name,
        x,
        each(spreads, Spread::mean),
        each(spreads, Spread::least),
        each(spreads, Spread::largest));
  }

  private static double[] each(List<Spread> spreads, ToDoubleFunction<Spread> value) {
    return spreads.stream().mapToDouble(value).toArray();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Spread spread && Arrays.equals(values, spread.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return text();
  }
}
