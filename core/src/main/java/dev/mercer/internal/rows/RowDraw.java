package dev.mercer.internal.rows;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Draws rows without replacement, each with the same probability. */
public final class RowDraw {

  private RowDraw() {}

  /**
   * Draws some of the given row numbers; returns them in ascending order.
   *
   * @param among the numbers to draw from; their order is changed
   * @param take how many to draw, at most all
   */
  public static int[] from(int[] among, int take, SplittableRandom random) {
    for (int i = 0; i < take; i++) {
      int other = i + random.nextInt(among.length - i);
      int swapped = among[i];
      among[i] = among[other];
      among[other] = swapped;
    }
    int[] result = Arrays.copyOf(among, take);
    Arrays.sort(result);
    return result;
  }
}
