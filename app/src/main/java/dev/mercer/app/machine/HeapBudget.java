package dev.mercer.app.machine;

/**
 * How much of the heap a plan may use, and what to ask the launcher for.
 *
 * <p>Tiles, rows and bases are large arrays that live in the old generation and stay there. Beside
 * them the heap holds the young generation and what the program itself needs, of a fixed size, and
 * a little that grows with it: array headers, what is read before it is stored.
 */
public final class HeapBudget {

  private static final long YOUNG_AND_OWN = 48L << 20;
  private static final double GROWING = 0.015;

  // The launcher's shares of --memory that are not heap (size_heap there).
  private static final long OUTSIDE = 128L << 20;
  private static final long OUTSIDE_THREAD = 16L << 20;
  private static final double OUTSIDE_SHARE = 1.0 / 64;

  /** What rounding to megabytes and the collector's survivor space may take. */
  private static final long SLACK = 4L << 20;

  private static final long LEAST_MEGABYTES = 256;

  /** Of the heap, the part that a block of rows may take. */
  private static final int BLOCK_PART = 8;

  private HeapBudget() {}

  public static long plannable(long heapLimit) {
    return Math.max(1L << 20, (long) ((1 - GROWING) * heapLimit) - YOUNG_AND_OWN);
  }

  /**
   * As many rows at once as are fast, while they and what is computed of them take little of the
   * heap; at least one.
   *
   * @param doubles of a row and its results
   * @param fast rows beyond which blocks do not get faster
   */
  public static int blockRows(long heap, long doubles, int fast) {
    long rows = heap / BLOCK_PART / Double.BYTES / doubles;
    return (int) Math.max(1, Math.min(fast, rows));
  }

  /** The value of --memory whose heap has room for a plan of so many bytes. */
  public static String memoryFor(long planned, int threads) {
    double heap = (planned + YOUNG_AND_OWN) / (1 - GROWING) + SLACK;
    double whole = (heap + OUTSIDE + threads * OUTSIDE_THREAD) / (1 - OUTSIDE_SHARE);
    return Math.max(LEAST_MEGABYTES, (long) Math.ceil(whole / (1 << 20))) + "m";
  }
}
