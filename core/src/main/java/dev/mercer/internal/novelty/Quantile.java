package dev.mercer.internal.novelty;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Quantiles of weighted numbers: the smallest of them such that at least the share q of the weight
 * is at or below it. So at most the share 1 - q is above, and weight 2 equals the number twice.
 */
public final class Quantile {

  private final double[] ascending;
  private final double[] weightUpTo;

  /**
   * @param values at least one, none NaN
   * @param weights one each, not negative, not all zero; or null for ones
   */
  public Quantile(double[] values, double[] weights) {
    int n = values.length;
    weightUpTo = new double[n];
    if (weights == null) {
      ascending = values.clone();
      Arrays.sort(ascending);
      Arrays.setAll(weightUpTo, s -> s + 1);
      return;
    }
    Integer[] order = new Integer[n];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> values[i]));
    ascending = new double[n];
    double sum = 0;
    for (int s = 0; s < n; s++) {
      ascending[s] = values[order[s]];
      sum += weights[order[s]];
      weightUpTo[s] = sum;
    }
  }

  /**
   * @param share 0 to 1; 0 gives the smallest number of positive weight, 1 the largest
   */
  public double at(double share) {
    int last = ascending.length - 1;
    // A share such as 0.99 is not a double: 0.99 * 100 must still be met by 99 rows.
    double wanted = share * weightUpTo[last] * (1 - 4 * Math.ulp(1.0));
    int s = 0;
    while (s < last && (weightUpTo[s] < wanted || weightUpTo[s] == 0)) {
      s++;
    }
    return ascending[s];
  }
}
