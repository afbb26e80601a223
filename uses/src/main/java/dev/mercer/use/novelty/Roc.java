package dev.mercer.use.novelty;

import java.util.Arrays;
import java.util.Comparator;

/**
 * How well a number separates novel rows from normal ones over all thresholds: the area under the
 * receiver operating characteristic.
 *
 * <p>It is the probability that a novel row has a larger number than a normal one, with ties
 * counted as half: 1 if every novel row is above every normal one, 0.5 for a number without any
 * information. It is computed from ranks, in O(n log n). Rows whose number is NaN are left out.
 */
public final class Roc {

  private Roc() {}

  /**
   * The area under the curve of a number that should be larger for novel rows.
   *
   * @param values one per row, larger for rows that are more novel
   * @param novel whether each row is novel
   * @throws IllegalArgumentException if there is no novel or no normal row
   */
  public static double area(double[] values, boolean[] novel) {
    Integer[] order = new Integer[values.length];
    Arrays.setAll(order, i -> i);
    Integer[] known =
        Arrays.stream(order).filter(i -> !Double.isNaN(values[i])).toArray(Integer[]::new);
    Arrays.sort(known, Comparator.comparingDouble(i -> values[i]));
    long normalBelow = 0;
    double area = 0;
    for (int s = 0; s < known.length; ) {
      long normal = 0;
      long found = 0;
      double value = values[known[s]];
      for (; s < known.length && values[known[s]] == value; s++) {
        normal += novel[known[s]] ? 0 : 1;
        found += novel[known[s]] ? 1 : 0;
      }
      area += found * (normalBelow + normal / 2.0);
      normalBelow += normal;
    }
    long all = known.length - normalBelow;
    if (all == 0 || normalBelow == 0) {
      throw new IllegalArgumentException(
          all
              + " novel and "
              + normalBelow
              + " normal rows; both kinds are needed to compare them");
    }
    return area / all / normalBelow;
  }
}
