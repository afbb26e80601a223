package dev.mercer.app;

/**
 * How much of the heap a plan may use.
 *
 * <p>The collector needs room for the young generation and what is not yet collected; the program
 * itself holds a little. What remains is planned with.
 */
final class HeapBudget {

  private static final double SHARE = 0.93;
  private static final long OWN = 24L << 20;

  private HeapBudget() {}

  static long plannable(long heapLimit) {
    return Math.max(1L << 20, (long) (SHARE * heapLimit) - OWN);
  }
}
