package dev.mercer.internal.rows;

import java.util.Arrays;

/**
 * The smallest of many keys, each once. If the keys are divided into parts and the keys kept for
 * each part are offered to one object, the result is the same as for all keys together.
 *
 * <p>Cost: O(log most) per key that may be among the smallest, and one comparison for any other.
 * Memory: twice the number of keys kept.
 */
public final class DistinctKeys {

  private static final int FIRST_ROOM = 1024;

  private final int most;
  private double[] kept;
  private int count;
  // keys from here on are too large or already kept
  private double bound = Double.POSITIVE_INFINITY;

  /**
   * @param most the most keys that are kept, at least one
   */
  public DistinctKeys(int most) {
    this.most = most;
    this.kept = new double[Math.min(2 * most, FIRST_ROOM)];
  }

  /** Offers a key, which must not be NaN. */
  public void offer(double key) {
    if (key >= bound) {
      return;
    }
    if (count == kept.length) {
      settle();
      if (2 * count > kept.length) {
        kept = Arrays.copyOf(kept, 2 * Math.min(most, kept.length));
      }
    }
    kept[count++] = key;
  }

  /** Offers all keys that {@link #toArray} of another object returned. */
  public DistinctKeys offer(double[] keys) {
    for (double key : keys) {
      offer(key);
    }
    return this;
  }

  /** The keys that are kept, in ascending order. */
  public double[] toArray() {
    settle();
    return Arrays.copyOf(kept, count);
  }

  /** Reduces the array to the smallest keys, in ascending order and each once. */
  private void settle() {
    Arrays.sort(kept, 0, count);
    int different = 0;
    for (int i = 0; i < count && different < most; i++) {
      if (different == 0 || kept[i] != kept[different - 1]) {
        kept[different++] = kept[i];
      }
    }
    count = different;
    if (count == most) {
      bound = kept[most - 1];
    }
  }
}
