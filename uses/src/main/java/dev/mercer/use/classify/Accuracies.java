package dev.mercer.use.classify;

import java.util.Arrays;

/**
 * The accuracies that several divisions of the rows gave.
 *
 * @param values shares of rows predicted right, one a split
 */
public record Accuracies(double[] values) {

  public Accuracies {
    if (values.length == 0) {
      throw new IllegalArgumentException("there are no accuracies; give at least one");
    }
  }

  /** The mean over the splits. */
  public double mean() {
    return Arrays.stream(values).sum() / values.length;
  }

  /** The standard deviation over the splits, with divisor n - 1; NaN for a single one. */
  public double standardDeviation() {
    double mean = mean();
    double sum = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return Math.sqrt(sum / (values.length - 1));
  }
}
