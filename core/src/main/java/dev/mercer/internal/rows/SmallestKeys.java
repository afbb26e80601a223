package dev.mercer.internal.rows;

import java.util.PriorityQueue;

/**
 * The indices of the smallest of many keys, in ascending order of the keys; of equal keys, the one
 * with the lower index comes first.
 */
public final class SmallestKeys {

  private SmallestKeys() {}

  /** Cost: O(n log count). */
  public static int[] of(double[] keys, int count) {
    PriorityQueue<Integer> kept =
        new PriorityQueue<>(
            (a, b) -> {
              int order = Double.compare(keys[b], keys[a]);
              return order != 0 ? order : Integer.compare(b, a);
            });
    for (int i = 0; i < keys.length; i++) {
      if (kept.size() < count) {
        kept.add(i);
      } else if (keys[i] < keys[kept.peek()]) {
        kept.poll();
        kept.add(i);
      }
    }
    int[] result = new int[kept.size()];
    for (int i = result.length - 1; i >= 0; i--) {
      result[i] = kept.poll();
    }
    return result;
  }
}
