package dev.mercer.app.cli.options;

/** How much memory outside the heap reading may use (for the buffers of DuckDB). */
public final class NativeMemory {

  private static final long DEFAULT = 1L << 30;
  private static final double SHARE = 0.15;

  private NativeMemory() {}

  public static long forReading(CommonOptions common) {
    return common.memory == null
        ? DEFAULT
        : Math.min(DEFAULT, (long) (SHARE * common.memory.bytes()));
  }
}
