package dev.mercer.internal.rows;

/**
 * Random numbers that belong to rows by what is in them: the same row has the same number wherever
 * it lies, in whatever order and however many parts rows are read. So rows drawn by them do not
 * depend on that either.
 *
 * <p>Rows that are equal in every column have the same number; a zero has no sign.
 */
public final class RowKeys {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private RowKeys() {}

  /** A number of [0, 1), uniform over seeds and rows; a multiple of 2^-53. */
  public static double key(long seed, double[] values, int at, int columns) {
    long state = mix(seed + GOLDEN);
    for (int c = 0; c < columns; c++) {
      // + 0.0 makes -0.0 the zero that it equals.
      long bits = Double.doubleToLongBits(values[at + c] + 0.0);
      state = (state ^ bits) * GOLDEN;
      state ^= state >>> 29;
      state += c;
    }
    return (mix(state) >>> 11) * 0x1.0p-53;
  }

  /** The finalizer of SplitMix64 (Steele, Lea and Flood), a bijection that spreads every bit. */
  private static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
