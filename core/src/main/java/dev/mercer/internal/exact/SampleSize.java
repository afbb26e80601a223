package dev.mercer.internal.exact;

/**
 * How many points the similar operator of low rank behind {@link
 * dev.mercer.internal.eigen.DavidsonSolver} is made from.
 *
 * <p>More points mean fewer passes over the Gram matrix and more work before the first: s columns
 * of kernel values, 2 n s d flops, their inner products, n s^2, and an eigenproblem of order s on
 * one core, about 20 s^3. All that may cost as much as one pass over a stored matrix, which is less
 * than it saves, or a quarter of a pass that recomputes it. Beyond {@value #ENOUGH} points, or
 * {@value #ENOUGH_RECOMPUTED}, the next pass saved takes several times as many.
 */
final class SampleSize {

  private static final int SMALLEST = 32;
  private static final int SMALLEST_A_COMPONENT = 3;
  private static final int ENOUGH = 160;
  private static final int ENOUGH_A_COMPONENT = 6;
  private static final int ENOUGH_RECOMPUTED = 512;
  private static final double SHARE_RECOMPUTED = 0.25;
  // What a kernel value costs beside the inner product, in flops of a matrix product.
  private static final int MAP = 40;
  private static final int STEP = 8;

  private SampleSize() {}

  /** Fewer points than this are of no use for so many components. */
  static int smallest(int rank) {
    return Math.max(SMALLEST, SMALLEST_A_COMPONENT * rank);
  }

  /** Points to make, a multiple of 8; below {@link #smallest} where a sample does not pay. */
  static int of(int n, int rank, int columns, int block, boolean recomputed) {
    double pass = (double) n * n * (2.0 * block + (recomputed ? columns + MAP : 0));
    double budget = pass * (recomputed ? SHARE_RECOMPUTED : 1);
    long enough =
        recomputed
            ? ENOUGH_RECOMPUTED
            : Math.min(ENOUGH_RECOMPUTED, Math.max(ENOUGH, (long) ENOUGH_A_COMPONENT * rank));
    int size = 0;
    while (size + STEP <= Math.min(enough, n / 4) && cost(n, columns, size + STEP) <= budget) {
      size += STEP;
    }
    return size;
  }

  /** About the flops that making the operator takes. */
  static double cost(double n, double columns, double size) {
    return n * size * (2 * columns + size) + 20 * size * size * size;
  }
}
