package dev.mercer.app.data;

/**
 * The memory and threads that reading may use.
 *
 * @param memoryBytes the native memory; when DuckDB reads, at least {@value #LEAST_MEMORY} are used
 * @param threads the number of threads
 */
public record ReadingLimits(long memoryBytes, int threads) {

  /** Two threads of DuckDB's CSV reader were observed to need about 130 MB. */
  public static final long LEAST_MEMORY = 192L << 20;

  /** A gigabyte, and all processors. */
  static final ReadingLimits DEFAULT =
      new ReadingLimits(1L << 30, Math.max(1, Runtime.getRuntime().availableProcessors()));
}
