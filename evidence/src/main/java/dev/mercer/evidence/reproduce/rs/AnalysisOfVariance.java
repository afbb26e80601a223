package dev.mercer.evidence.reproduce.rs;

import java.util.Arrays;
import org.hipparchus.distribution.continuous.FDistribution;

/**
 * One-way analysis of variance: whether groups of repeats have the same mean.
 *
 * <ol>
 *   <li>between = sum n_g (mean_g - mean)^2 / (g - 1); within = sum (x - mean_g)^2 / (n - g)
 *   <li>F = between / within; its probability under equal means by {@link #upperTail}
 * </ol>
 *
 * If no group has any spread, F is infinite if the means differ, and 0 if they do not. Accuracies
 * of repeats may well form such groups, which is why the squares are summed here. Hipparchus'
 * OneWayAnova takes the squares about zero, so that only rounding may be left of them, even below
 * zero (F = -5e11 and p = 1 for three times 0.97 against three times 0.961).
 *
 * @param probability of an F at least as large if all groups had the same mean
 */
record AnalysisOfVariance(double f, int between, int within, double probability) {

  /** The significance level at which RS tests. */
  static final double LEVEL = 0.05;

  /**
   * @param groups at least two, with at least one repeat each and more repeats than groups
   */
  static AnalysisOfVariance of(double[]... groups) {
    int count = Arrays.stream(groups).mapToInt(group -> group.length).sum();
    if (groups.length < 2
        || Arrays.stream(groups).anyMatch(group -> group.length == 0)
        || count <= groups.length) {
      throw new IllegalArgumentException(
          groups.length
              + " groups of "
              + count
              + " values; two groups or more are needed, none empty, one of more than one value");
    }
    double mean = Arrays.stream(groups).flatMapToDouble(Arrays::stream).sum() / count;
    double among = 0;
    double inside = 0;
    for (double[] group : groups) {
      double own = Arrays.stream(group).sum() / group.length;
      among += group.length * (own - mean) * (own - mean);
      for (double value : group) {
        inside += (value - own) * (value - own);
      }
    }
    int between = groups.length - 1;
    int within = count - groups.length;
    if (among == 0) {
      return new AnalysisOfVariance(0, between, within, 1);
    }
    double f = among / between / (inside / within);
    if (Double.isNaN(f)) {
      throw new IllegalArgumentException("F is not a number; all values must be finite");
    }
    return new AnalysisOfVariance(f, between, within, upperTail(f, between, within));
  }

  /**
   * P(F &gt; f) for f above 0. It equals the probability that 1/F is below 1/f, where 1/F has an F
   * distribution with the degrees of freedom exchanged. Computing one minus the probability below f
   * would lose small values to rounding.
   */
  static double upperTail(double f, int between, int within) {
    return new FDistribution(within, between).cumulativeProbability(1 / f);
  }

  /** Whether the means differ at the significance level of RS. */
  boolean significant() {
    return probability < LEVEL;
  }
}
