package dev.mercer.internal.select;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.rows.SmallestKeys;
import java.util.SplittableRandom;

/** Random rows, each as likely as its mass says. Sums are taken in the order of the rows. */
public final class WeightedDraws {

  private final double[] cumulative;

  /**
   * Draws with replacement from one distribution. O(n) to prepare, O(log n) a draw.
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

  /** One row; the total must be positive. */
  public int draw(SplittableRandom random) {
    double target = random.nextDouble() * total();
    int low = 0;
    int high = cumulative.length - 1;
    // The first row whose cumulative mass exceeds the target: its own mass is not 0.
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
   * Distinct rows, drawn one after the other without replacement, in that order: the smallest keys
   * E / mass, E exponential (Efraimidis and Spirakis).
   *
   * @return fewer than {@code count} where fewer have a positive mass
   */
  public static int[] distinct(double[] masses, int count, SplittableRandom random) {
    double[] keys = new double[masses.length];
    int positive = 0;
    for (int i = 0; i < keys.length; i++) {
      // Drawn for every row, so that leaving one out changes no other's key.
      double exponential = -Math.log1p(-random.nextDouble());
      positive += masses[i] > 0 ? 1 : 0;
      keys[i] = masses[i] > 0 ? exponential / masses[i] : Double.POSITIVE_INFINITY;
    }
    int found = Math.min(count, positive);
    return found == 0 ? new int[0] : SmallestKeys.of(keys, found);
  }

  /**
   * Distinct rows as landmarks, with a note where fewer than wanted have a positive mass.
   *
   * @param what the masses are made of, for messages
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
