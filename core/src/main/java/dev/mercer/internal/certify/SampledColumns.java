package dev.mercer.internal.certify;

import dev.mercer.internal.backend.View;
import dev.mercer.internal.features.ResidualColumns;

/**
 * The result of a pass over the rows for sampled columns of the residual.
 *
 * @param sample which columns; null if the residual is zero
 * @param columns the sums over these columns; null if there are none
 */
public record SampledColumns(ResidualSample sample, ResidualColumns columns) {

  /** For landmarks whose residual is zero. */
  public static SampledColumns nothing() {
    return new SampledColumns(null, null);
  }

  /** |W^1/2 R W^1/2|_F^2. */
  Estimate squaredNorm(double trace) {
    return sample == null ? new Estimate(0, 0) : sample.squaredNorm(columns.squares(), trace);
  }

  /** tr(V'RV), see {@link ResidualSample#firstOrder}. */
  Estimate firstOrder(int rank, double[] values, View vectors, double[] mean, double trace) {
    return sample == null
        ? new Estimate(0, 0)
        : sample.firstOrder(rank, values, vectors, mean, columns, trace);
  }
}
