package dev.mercer.app.data;

/**
 * What reading may use of the machine.
 *
 * @param memoryBytes native memory that reading may take; at least {@value #LEAST_MEMORY} are used
 *     where DuckDB reads
 * @param threads threads that reading may use
 */
public record ReadingLimits(long memoryBytes, int threads) {

  /** Two threads of DuckDB's CSV reader were seen to need about 130 MB. */
  public static final long LEAST_MEMORY = 192L << 20;

  /** A gigabyte, and all processors. */
  static final ReadingLimits DEFAULT =
      new ReadingLimits(1L << 30, Math.max(1, Runtime.getRuntime().availableProcessors()));
}
