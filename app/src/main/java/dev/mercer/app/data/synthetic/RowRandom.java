package dev.mercer.app.data.synthetic;

/**
 * Random numbers for one row: a SplitMix64 stream that starts at a hash of seed and row number, so
 * any row can be made without those before it. Gaussian numbers come from Marsaglia's polar method
 * with {@link StrictMath}, and so have the same bits on every machine and JVM.
 */
final class RowRandom {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1.0p-53;

  private long state;
  private double spare;
  private boolean hasSpare;

  RowRandom start(long seed, long row) {
    state = mix(mix(seed + GOLDEN) + row * GOLDEN);
    hasSpare = false;
    return this;
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** A number that is uniform in [0, 1). */
  double uniform() {
    state += GOLDEN;
    return (mix(state) >>> 11) * UNIT;
  }

  double gaussian() {
    if (hasSpare) {
      hasSpare = false;
      return spare;
    }
    while (true) {
      double u = 2 * uniform() - 1;
      double v = 2 * uniform() - 1;
      double s = u * u + v * v;
      if (s > 0 && s < 1) {
        double scale = StrictMath.sqrt(-2 * StrictMath.log(s) / s);
        spare = v * scale;
        hasSpare = true;
        return u * scale;
      }
    }
  }
}
