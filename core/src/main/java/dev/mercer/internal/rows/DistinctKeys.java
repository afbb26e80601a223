package dev.mercer.internal.rows;

import java.util.Arrays;

/**
 * The smallest of many keys, each once. What is left of several parts, offered together, comes to
 * what would be left of them as one part.
 *
 * <p>Cost: O(log most) per key that may be among the smallest, one comparison for others; memory
 * twice the number kept.
 */
public final class DistinctKeys {

  private static final int FIRST_ROOM = 1024;

  private final int most;
  private double[] kept;
  private int count;
  private double bound = Double.POSITIVE_INFINITY; // from here on keys are too large, or known

  /**
   * @param most keys kept at most, one or more
   */
  public DistinctKeys(int most) {
    this.most = most;
    this.kept = new double[Math.min(2 * most, FIRST_ROOM)];
  }

  /** Offers a key, a number. */
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

  /** Offers all keys of {@link #toArray}. */
  public DistinctKeys offer(double[] keys) {
    for (double key : keys) {
      offer(key);
    }
    return this;
  }

  /** The keys that are left, ascending. */
  public double[] toArray() {
    settle();
    return Arrays.copyOf(kept, count);
  }

  /** Leaves the smallest keys, ascending and each once. */
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
