package dev.mercer.use.classify;

import java.util.Arrays;

/**
 * The accuracies on several random divisions of the rows into training and test rows.
 *
 * @param values the share of test rows that were predicted correctly, one per split
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

  /** The standard deviation over the splits, with divisor n - 1; NaN for a single split. */
  public double standardDeviation() {
    double mean = mean();
    double sum = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return Math.sqrt(sum / (values.length - 1));
  }
}
