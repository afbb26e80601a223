package dev.mercer.internal.features;

import dev.mercer.data.Rows;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.Optional;

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

  private final LandmarkBasis basis;
  private final SampledRows sampled;
  private final RawMoments moments;

  private RawPass(LandmarkBasis basis, SampledRows sampled, RawMoments moments) {
    this.basis = basis;
    this.sampled = sampled;
    this.moments = moments;
  }

  /**
   * Makes a pass ready; no row is read.
   *
   * @return empty where what it needs is not there, or K_y is not well conditioned
   */
  static Optional<RawPass> prepared(LandmarkBasis basis, SampledRows sampled) {
    GramColumns gram = basis.gram();
    if (!gram.kernel().positiveSemidefinite()
        || basis.landmarks().rows() == null
        || sampled.rows() == null) {
      return Optional.empty();
    }
    double[] own = gram.diagonalOf(sampled.rows());
    return RawMoments.of(basis.factor(), own, sampled.features(), gram.workers())
        .map(moments -> new RawPass(basis, sampled, moments));
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

  /**
   * Reads all rows.
   *
   * @return empty if rounding turned out to matter
   */
  Optional<MomentsPass.Sums> run() {
    int k = basis.factor().rank();
    int q = sampled.rows().length;
    int[] numbers = Arrays.copyOf(basis.landmarks().rows(), k + q);
    System.arraycopy(sampled.rows(), 0, numbers, k, q);
    GramColumns.Columns source = basis.gram().of(numbers);
    GramColumnMoments columns = GramColumnMoments.of(basis.gram(), basis.weights(), source);
    return moments.made(columns, othersWeight(columns.weightSum()));
  }

  /** Weight of the rows that are not landmarks; landmarks leave nothing over. */
  private double othersWeight(double all) {
    double sum = all;
    for (int row : basis.landmarks().rows()) {
      sum -= basis.weight(row);
    }
    return Math.max(0, sum);
  }
}
