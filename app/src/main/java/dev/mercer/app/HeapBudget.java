package dev.mercer.app;

/**
 * How much of the heap a plan may use, and what to ask the launcher for.
 *
 * <p>The collector needs room for the young generation and what is not yet collected; the program
 * itself holds a little. What remains is planned with.
 */
final class HeapBudget {

  private static final double SHARE = 0.93;
  private static final long OWN = 24L << 20;

  // The launcher's shares of --memory that are not heap (size_heap there).
  private static final long OUTSIDE = 128L << 20;
  private static final long OUTSIDE_THREAD = 16L << 20;
  private static final double OUTSIDE_SHARE = 1.0 / 24;

  /** What rounding to megabytes and the collector's survivor space may take. */
  private static final long SLACK = 4L << 20;

  private HeapBudget() {}

  static long plannable(long heapLimit) {
    return Math.max(1L << 20, (long) (SHARE * heapLimit) - OWN);
  }

  /** The value of --memory whose heap has room for a plan of so many bytes. */
  static String memoryFor(long planned) {
    double heap = (planned + OWN) / SHARE + SLACK;
    long threads = Runtime.getRuntime().availableProcessors();
    double whole = (heap + OUTSIDE + threads * OUTSIDE_THREAD) / (1 - OUTSIDE_SHARE);
    long megabytes = Math.max(256, (long) Math.ceil(whole / (1 << 20)));
    return megabytes + "m";
  }
}
