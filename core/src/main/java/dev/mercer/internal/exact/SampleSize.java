package dev.mercer.internal.exact;

/**
 * From how many points the low-rank approximation is built that {@link
 * dev.mercer.internal.eigen.DavidsonSolver} starts from.
 *
 * <p>More points mean fewer passes over the Gram matrix but more work before the first pass: s
 * columns of kernel values, 2 n s d flops, their inner products, n s^2, and an eigenproblem of
 * order s on one core, about 20 s^3. All this may cost as much as one pass over a stored matrix,
 * which is less than it saves, or a quarter of a pass that recomputes the matrix. Beyond {@value
 * #ENOUGH} points, or {@value #ENOUGH_RECOMPUTED} for a recomputed matrix, saving one more pass
 * would take several times as many points.
 */
final class SampleSize {

  private static final int SMALLEST = 32;
  private static final int SMALLEST_A_COMPONENT = 3;
  private static final int ENOUGH = 160;
  private static final int ENOUGH_A_COMPONENT = 6;
  private static final int ENOUGH_RECOMPUTED = 512;
  private static final double SHARE_RECOMPUTED = 0.25;
  // The cost of a kernel value beside the inner product, in flops of a matrix product.
  private static final int MAP = 40;
  private static final int STEP = 8;

  private SampleSize() {}

  /** With fewer points than this, a sample is of no use for this many components. */
  static int smallest(int rank) {
    return Math.max(SMALLEST, SMALLEST_A_COMPONENT * rank);
  }

  /**
   * The number of points, a multiple of 8; it is below {@link #smallest} if a sample does not pay
   * off.
   */
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

  /** About how many flops it takes to build the approximation. */
  static double cost(double n, double columns, double size) {
    return n * size * (2 * columns + size) + 20 * size * size * size;
  }
}
