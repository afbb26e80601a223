package dev.mercer.use.novelty;

import dev.mercer.internal.novelty.Quantile;

/**
 * Above which T^2 or SPE a row is called novel: the same quantile of both over training rows.
 *
 * @param quantile at most the share 1 - quantile of the training rows is above either threshold, so
 *     at most twice that above one of them
 * @param spe NaN where SPE is not defined: T^2 alone decides
 */
public record NoveltyThresholds(double quantile, double t2, double spe) {

  /**
   * Refuses what is no quantile.
   *
   * @throws IllegalArgumentException if this is not above 0 and below 1
   */
  public static void requireQuantile(double quantile) {
    if (!(quantile > 0 && quantile < 1)) {
      throw new IllegalArgumentException(
          "quantile " + quantile + "; allowed is a share above 0 and below 1, such as 0.99");
    }
  }

  /** The thresholds of rows known to be normal, by definition. */
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
   * Both numbers as one: the larger of them in units of its threshold, so that a row is novel where
   * this is above 1.
   */
  public double combined(double rowT2, double rowSpe) {
    double first = ratio(rowT2, t2);
    return Double.isNaN(spe) ? first : Math.max(first, ratio(rowSpe, spe));
  }

  /** A threshold that is not positive is no unit: what is above is infinitely far. */
  private static double ratio(double value, double threshold) {
    if (threshold > 0 || Double.isNaN(value)) {
      return value / threshold;
    }
    return value > threshold ? Double.POSITIVE_INFINITY : 0;
  }
}
