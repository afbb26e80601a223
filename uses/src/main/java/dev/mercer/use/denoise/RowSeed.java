package dev.mercer.use.denoise;

import java.util.SplittableRandom;

/** Random numbers for one row that are the same whatever rows were read before it. */
final class RowSeed {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private RowSeed() {}

  /**
   * Seed and row number are hashed, because {@link SplittableRandom} adds a constant to its state
   * at every step: without a hash, two seeds that differ by that constant would give the same
   * sequence of numbers, shifted by one.
   */
  static SplittableRandom random(long seed, long row) {
    return new SplittableRandom(mix(mix(seed + GOLDEN) + row * GOLDEN));
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
