package dev.mercer.internal.features;

import dev.mercer.internal.gram.GramColumns;

/**
 * Rows, and the landmarks whose span stands for their feature space: the input of a pass over the
 * rows.
 *
 * @param gram the kernel values of the rows
 * @param weights of the rows, or null for ones
 * @param landmarks the m landmarks y
 * @param factor of K_y; it turns the kernel values h of a row with the landmarks into the row's
 *     features f
 */
public record LandmarkBasis(
    GramColumns gram, double[] weights, Landmarks landmarks, LandmarkFactor factor) {

  /** Computes K_y and its factor. Cost: m^2 kernel values and m^3 / 3 flops. */
  public static LandmarkBasis of(GramColumns gram, double[] weights, Landmarks landmarks) {
    boolean definite = gram.kernel().positiveSemidefinite();
    double[] among = landmarks.columns(gram).among();
    LandmarkFactor factor =
        LandmarkFactor.of(landmarks.count(), among, definite, gram.workers().blas());
    return new LandmarkBasis(gram, weights, landmarks, factor);
  }

  /** The features of the rows, block by block. */
  public LandmarkFeatures features() {
    return new LandmarkFeatures(gram, landmarks, factor);
  }

  /** The weight of a row. */
  public double weight(int row) {
    return weights == null ? 1 : weights[row];
  }
}
