package dev.mercer.internal.features;

import dev.mercer.data.Rows;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;

/**
 * Moments of all rows' features, and sampled columns of the residual, without the features: kernel
 * values are summed as they are, and {@link RawMoments} makes moments of the sums, or refuses where
 * rounding would matter.
 *
 * <p>Cost: n p kernel values for p = k + q columns, those of the landmarks and of the sampled rows,
 * n p^2 + 4 k^3 flops; memory two chunks and p^2 + k^2. Through features it would be n p kernel
 * values and 2 n k (k + 2 q) flops, half of them in solves.
 */
public final class RawPass {

  /** Flops of whitening below which there is no time to be won, some hundredths of a second. */
  private static final double WORTH = 1L << 31;

  private final GramColumns gram;
  private final double[] weights;
  private final Landmarks landmarks;
  private final LandmarkFactor factor;
  private final int[] sampledRows;
  private final double[] sampledFeatures;
  private RawMoments raw;

  /**
   * @param sampledFeatures of the sampled rows, one row each
   */
  RawPass(
      GramColumns gram,
      double[] weights,
      Landmarks landmarks,
      LandmarkFactor factor,
      int[] sampledRows,
      double[] sampledFeatures) {
    this.gram = gram;
    this.weights = weights;
    this.landmarks = landmarks;
    this.factor = factor;
    this.sampledRows = sampledRows;
    this.sampledFeatures = sampledFeatures;
  }

  /** Bytes of a pass and of the kernel values for it, 0 where there are too few for it. */
  static long bytes(Rows rows, Kernel kernel, int landmarks, int sampledColumns, int threads) {
    // Not worth() itself: bytes must never fall as landmarks are added.
    if (!enough(rows.count(), landmarks)) {
      return 0;
    }
    int columns = landmarks + sampledColumns;
    return GramColumns.bytes(rows, kernel, columns, threads)
        + LandmarkMoments.bytes(landmarks)
        + GramColumnMoments.bytes(columns)
        + 8L * landmarks * (landmarks + 4L * sampledColumns + 8);
  }

  private static boolean enough(long rows, int landmarks) {
    return (double) rows * landmarks * landmarks >= WORTH;
  }

  /** Whether so much time can be won that the rounding is worth it. */
  static boolean worth(long rows, int landmarks) {
    return enough(rows, landmarks) && rows >= 4L * landmarks;
  }

  /** Whether the pass may be tried: what it needs is there, and K_y well conditioned. */
  boolean possible() {
    if (!gram.kernel().positiveSemidefinite() || landmarks.rows() == null) {
      return false;
    }
    raw = RawMoments.of(factor, gram.diagonalOf(sampledRows), sampledFeatures, gram.workers());
    return raw != null;
  }

  /**
   * Reads all rows, if {@link #possible}.
   *
   * @return null if rounding turned out to matter
   */
  LandmarkMoments run() {
    int k = factor.rank();
    int[] numbers = Arrays.copyOf(landmarks.rows(), k + sampledRows.length);
    System.arraycopy(sampledRows, 0, numbers, k, sampledRows.length);
    GramColumnMoments columns = GramColumnMoments.of(gram, weights, gram.of(numbers));
    return raw.made(columns, othersWeight(columns.weightSum()));
  }

  /** Weight of the rows that are not landmarks; landmarks leave nothing over. */
  private double othersWeight(double all) {
    double sum = all;
    for (int row : landmarks.rows()) {
      sum -= weights == null ? 1 : weights[row];
    }
    return Math.max(0, sum);
  }

  /** |W^1/2 R e_j|^2 of the sampled columns, after {@link #run}. */
  double[] sampledSquares() {
    return raw.sampledSquares();
  }

  /** 1'W R e_j of the sampled columns, after {@link #run}. */
  double[] sampledSums() {
    return raw.sampledSums();
  }

  /** F'W R e_j of the sampled columns, k x columns, after {@link #run}. */
  double[] sampledProducts() {
    return raw.sampledProducts();
  }
}
