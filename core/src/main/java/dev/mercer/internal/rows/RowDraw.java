package dev.mercer.internal.rows;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Rows drawn without replacement, each equally likely. */
public final class RowDraw {

  private RowDraw() {}

  /**
   * Some of the row numbers given, ascending.
   *
   * @param among the numbers to draw from; shuffled in part
   * @param take how many, at most all
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
