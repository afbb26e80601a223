package dev.mercer.internal.features;

import dev.mercer.data.Rows;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.Optional;

/**
 * Moments of all rows' features, and sampled columns of the residual, without computing features:
 * plain kernel values are summed, and {@link RawMoments} computes moments from the sums, or refuses
 * if rounding would matter.
 *
 * <p>Cost: n p kernel values for the p = k + q columns of the landmarks and of the sampled rows, n
 * p^2 + 4 k^3 flops; memory for two chunks and p^2 + k^2. With features it would be n p kernel
 * values and 2 n k (k + 2 q) flops, half of them in triangular solves.
 */
public final class RawPass {

  /**
   * With fewer flops than this for computing features, the time saved would be a few hundredths of
   * a second.
   */
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
   * Prepares a pass without reading any row.
   *
   * @return empty if the kernel or the landmarks do not allow it, or if K_y is not well conditioned
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

  /** Bytes of a pass and of its kernel values; 0 if there are too few rows and landmarks for it. */
  static long bytes(Rows rows, Kernel kernel, int landmarks, int sampledColumns, int threads) {
    // This does not use worth(), because the bytes must never fall as landmarks are added.
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

  /** Whether the time that can be saved is worth the additional rounding. */
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

  /** The weight of the rows that are not landmarks; the residual of landmarks is zero. */
  private double othersWeight(double all) {
    double sum = all;
    for (int row : basis.landmarks().rows()) {
      sum -= basis.weight(row);
    }
    return Math.max(0, sum);
  }
}
