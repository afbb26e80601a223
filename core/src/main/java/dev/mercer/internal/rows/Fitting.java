package dev.mercer.internal.rows;

import java.util.function.IntToLongFunction;

/** How much of something the memory allowed has room for. */
public final class Fitting {

  private Fitting() {}

  /**
   * The largest number, from 0 to {@code most}, whose bytes are within the memory; 0 too where not
   * even that fits.
   *
   * @param bytes never falls as its argument grows
   */
  public static int largest(int most, long memory, IntToLongFunction bytes) {
    int low = 0;
    int high = most;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (bytes.applyAsLong(middle) <= memory) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
