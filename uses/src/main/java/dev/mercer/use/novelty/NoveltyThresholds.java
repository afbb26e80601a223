package dev.mercer.use.novelty;

import dev.mercer.internal.novelty.Quantile;

/**
 * The values of T^2 and SPE above which a row is called novel: the same quantile of both over the
 * training rows.
 *
 * @param quantile at most the share 1 - quantile of the training rows is above each threshold, so
 *     at most twice that share is above at least one of them
 * @param spe NaN if SPE is not defined: then only T^2 decides
 */
public record NoveltyThresholds(double quantile, double t2, double spe) {

  /**
   * Refuses a number that is not a quantile.
   *
   * @throws IllegalArgumentException if it is not above 0 and below 1
   */
  public static void requireQuantile(double quantile) {
    if (!(quantile > 0 && quantile < 1)) {
      throw new IllegalArgumentException(
          "quantile " + quantile + "; allowed is a share above 0 and below 1, such as 0.99");
    }
  }

  /** The thresholds computed directly from rows that are known to be normal. */
  public static NoveltyThresholds of(Novelty.Measures training, double[] weights, double quantile) {
    requireQuantile(quantile);
    return new NoveltyThresholds(
        quantile,
        new Quantile(training.t2(), weights).at(quantile),
        new Quantile(training.spe(), weights).at(quantile));
  }

  /** Whether a row is novel: one of its numbers is above its threshold. */
  public boolean novel(double rowT2, double rowSpe) {
    return rowT2 > t2 || rowSpe > spe;
  }

  /**
   * Both numbers as one: the larger of their ratios to their thresholds, so that a row is novel if
   * this is above 1.
   */
  public double combined(double rowT2, double rowSpe) {
    double first = ratio(rowT2, t2);
    return Double.isNaN(spe) ? first : Math.max(first, ratio(rowSpe, spe));
  }

  /** A threshold that is not positive allows no ratio: values above it are infinitely far. */
  private static double ratio(double value, double threshold) {
    if (threshold > 0 || Double.isNaN(value)) {
      return value / threshold;
    }
    return value > threshold ? Double.POSITIVE_INFINITY : 0;
  }
}
