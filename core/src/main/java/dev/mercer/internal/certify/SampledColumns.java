package dev.mercer.internal.certify;

import dev.mercer.internal.features.MomentsPass;

/**
 * What a pass over the rows found out about sampled columns of the residual.
 *
 * @param sample which columns; null where the landmarks leave nothing over
 * @param squares |W^1/2 R e_j|^2
 * @param sums 1'W R e_j
 * @param products F'W R e_j, k x columns
 */
public record SampledColumns(
    ResidualSample sample, double[] squares, double[] sums, double[] products) {

  /** After a pass that computed the sample's columns. */
  public static SampledColumns of(ResidualSample sample, MomentsPass pass) {
    return new SampledColumns(
        sample, pass.sampledSquares(), pass.sampledSums(), pass.sampledProducts());
  }

  /** The landmarks leave nothing over. */
  public static SampledColumns nothing() {
    return new SampledColumns(null, null, null, null);
  }

  /** |W^1/2 R W^1/2|_F^2. */
  Estimate squaredNorm(double trace) {
    return sample == null ? new Estimate(0, 0) : sample.squaredNorm(squares, trace);
  }

  /** tr(V'RV), see {@link ResidualSample#firstOrder}. */
  Estimate firstOrder(int rank, double[] values, double[] vectors, double[] mean, double trace) {
    return sample == null
        ? new Estimate(0, 0)
        : sample.firstOrder(rank, values, vectors, mean, sums, products, trace);
  }
}
