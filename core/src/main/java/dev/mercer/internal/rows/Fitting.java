package dev.mercer.internal.rows;

import java.util.function.IntToLongFunction;

/** The largest amount of something that fits into the allowed memory. */
public final class Fitting {

  private Fitting() {}

  /**
   * The largest number, from 0 to {@code most}, whose bytes are within the memory; also 0 if not
   * even the bytes for 0 are.
   *
   * @param bytes the bytes for a number; must not fall as the number grows
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
