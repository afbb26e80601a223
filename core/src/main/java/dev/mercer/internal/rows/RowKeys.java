package dev.mercer.internal.rows;

/**
 * Random numbers that are computed from the values of a row. The same row has the same number
 * wherever it is stored, whatever the order and the parts in which rows are read. So a random
 * choice of rows that uses these numbers does not depend on that either.
 *
 * <p>Rows that are equal in every column have the same number; -0 counts as 0.
 */
public final class RowKeys {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private RowKeys() {}

  /** A number in [0, 1), uniformly distributed over seeds and rows; a multiple of 2^-53. */
  public static double key(long seed, double[] values, int at, int columns) {
    long state = mix(seed + GOLDEN);
    for (int c = 0; c < columns; c++) {
      // Adding 0.0 turns -0.0 into 0.0, which it is equal to.
      long bits = Double.doubleToLongBits(values[at + c] + 0.0);
      state = (state ^ bits) * GOLDEN;
      state ^= state >>> 29;
      state += c;
    }
    return (mix(state) >>> 11) * 0x1.0p-53;
  }

  /**
   * The last step of SplitMix64 (Steele, Lea and Flood), a bijection that lets every bit influence
   * all others.
   */
  private static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
