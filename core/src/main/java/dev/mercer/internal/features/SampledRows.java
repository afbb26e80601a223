package dev.mercer.internal.features;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.View;

/**
 * The rows whose columns of the residual R = K - F J F' a pass sums beside the moments.
 *
 * @param rows their numbers; null where they need not be among the rows passed over
 * @param points they themselves, where there are no numbers; else null
 * @param features their features, one row each
 */
public record SampledRows(int[] rows, Rows points, View features) {

  /** Some of the rows passed over. */
  public static SampledRows of(int[] rows, View features) {
    return new SampledRows(rows.clone(), null, features);
  }

  /** Rows that may lie elsewhere. */
  public static SampledRows of(Rows points, View features) {
    return new SampledRows(null, points, features);
  }
}
