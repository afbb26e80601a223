package dev.mercer.app;

/**
 * How much of the heap a plan may use.
 *
 * <p>Tiles, rows and bases are large arrays that live in the old generation and stay there. Beside
 * them the heap holds the young generation and what the program itself needs, of a fixed size, and
 * a little that grows with it: array headers, what is read before it is stored.
 */
final class HeapBudget {

  private static final long YOUNG_AND_OWN = 48L << 20;
  private static final double GROWING = 0.015;

  private HeapBudget() {}

  static long plannable(long heapLimit) {
    return Math.max(1L << 20, (long) ((1 - GROWING) * heapLimit) - YOUNG_AND_OWN);
  }
}
