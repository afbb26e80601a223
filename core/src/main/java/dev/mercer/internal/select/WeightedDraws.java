package dev.mercer.internal.select;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.rows.SmallestKeys;
import java.util.SplittableRandom;

/**
 * Draws random rows with probabilities proportional to their masses. Sums are taken in the order of
 * the rows.
 */
public final class WeightedDraws {

  private final double[] cumulative;

  /**
   * Prepares draws with replacement from one distribution: O(n) to prepare, O(log n) per draw.
   *
   * @param masses not negative; rows of mass 0 are never drawn
   */
  public WeightedDraws(double[] masses) {
    cumulative = new double[masses.length];
    double sum = 0;
    for (int i = 0; i < masses.length; i++) {
      sum += masses[i];
      cumulative[i] = sum;
    }
  }

  double total() {
    return cumulative[cumulative.length - 1];
  }

  /** Draws one row; the total mass must be positive. */
  public int draw(SplittableRandom random) {
    double target = random.nextDouble() * total();
    int low = 0;
    int high = cumulative.length - 1;
    // Finds the first row whose cumulative mass exceeds the target; its own mass is therefore not
    // 0.
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cumulative[middle] > target) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /**
   * Draws distinct rows, one after the other without replacement, and returns them in that order:
   * the rows with the smallest keys E / mass, where E is exponentially distributed (Efraimidis and
   * Spirakis).
   *
   * @return fewer than {@code count} rows if fewer have a positive mass
   */
  public static int[] distinct(double[] masses, int count, SplittableRandom random) {
    double[] keys = new double[masses.length];
    int positive = 0;
    for (int i = 0; i < keys.length; i++) {
      // A number is drawn for every row, so that leaving one row out does not change the key of any
      // other.
      double exponential = -Math.log1p(-random.nextDouble());
      positive += masses[i] > 0 ? 1 : 0;
      keys[i] = masses[i] > 0 ? exponential / masses[i] : Double.POSITIVE_INFINITY;
    }
    int found = Math.min(count, positive);
    return found == 0 ? new int[0] : SmallestKeys.of(keys, found);
  }

  /**
   * Draws distinct rows as landmarks, with a note if fewer than wanted have a positive mass.
   *
   * @param what the quantity that the masses are made of, for messages
   */
  public static Landmarks landmarks(SelectionRequest request, double[] masses, String what) {
    int[] rows = distinct(masses, request.count(), request.random());
    if (rows.length == 0) {
      throw new IllegalArgumentException(
          "no row has a positive "
              + what
              + " under "
              + request.kernel().spec()
              + ", so there is nothing to choose landmarks by; use the selector uniform or another"
              + " kernel");
    }
    Landmarks result = Landmarks.ofRows(request.gram(), rows, null);
    if (rows.length < request.count()) {
      result =
          result.with(
              rows.length
                  + " landmarks instead of "
                  + request.count()
                  + ": no other row has a positive "
                  + what);
    }
    return result;
  }
}
