package dev.mercer.internal.certify;

import dev.mercer.internal.backend.View;
import dev.mercer.internal.features.ResidualColumns;

/**
 * What a pass over the rows found out about sampled columns of the residual.
 *
 * @param sample which columns; null where the landmarks leave nothing over
 * @param columns what was summed of them; null where there are none
 */
public record SampledColumns(ResidualSample sample, ResidualColumns columns) {

  /** The landmarks leave nothing over. */
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
