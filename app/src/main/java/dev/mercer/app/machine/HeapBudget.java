package dev.mercer.app.machine;

/**
 * How much of the heap a plan may use, and what to ask the launcher for.
 *
 * <p>Tiles, rows and bases are large arrays that are in the old generation of the heap and stay
 * there. The heap also contains the young generation and what the program itself needs, which has a
 * fixed size, and some memory that grows with the arrays: their headers, and data that is read but
 * not yet stored.
 */
public final class HeapBudget {

  private static final long YOUNG_AND_OWN = 48L << 20;
  private static final double GROWING = 0.015;

  // The launcher subtracts these from --memory to get the heap (size_heap in the launcher).
  private static final long OUTSIDE = 128L << 20;
  private static final long OUTSIDE_THREAD = 16L << 20;
  private static final double OUTSIDE_SHARE = 1.0 / 64;

  /** Memory for rounding to megabytes and for the survivor space of the garbage collector. */
  private static final long SLACK = 4L << 20;

  private static final long LEAST_MEGABYTES = 256;

  /** A block of rows may take the heap divided by this number. */
  private static final int BLOCK_PART = 8;

  private HeapBudget() {}

  public static long plannable(long heapLimit) {
    return Math.max(1L << 20, (long) ((1 - GROWING) * heapLimit) - YOUNG_AND_OWN);
  }

  /**
   * The number of rows in a block: as many as make blocks fast, but at least one and so few that
   * they and their results take little of the heap.
   *
   * @param doubles the number of values per row, including its results
   * @param fast with more rows than this, blocks do not get faster
   */
  public static int blockRows(long heap, long doubles, int fast) {
    long rows = heap / BLOCK_PART / Double.BYTES / doubles;
    return (int) Math.max(1, Math.min(fast, rows));
  }

  /** The value of --memory that gives enough heap for a plan of this many bytes. */
  public static String memoryFor(long planned, int threads) {
    double heap = (planned + YOUNG_AND_OWN) / (1 - GROWING) + SLACK;
    double whole = (heap + OUTSIDE + threads * OUTSIDE_THREAD) / (1 - OUTSIDE_SHARE);
    return Math.max(LEAST_MEGABYTES, (long) Math.ceil(whole / (1 << 20))) + "m";
  }
}
