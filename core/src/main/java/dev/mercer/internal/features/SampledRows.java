package dev.mercer.internal.features;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.View;

/**
 * The rows whose columns of the residual R = K - F J F' a pass sums beside the moments.
 *
 * @param rows their numbers; null if they need not be among the rows of the pass
 * @param points the rows themselves if there are no numbers; otherwise null
 * @param features their features, one row each
 */
public record SampledRows(int[] rows, Rows points, View features) {

  /** Rows that are among those of the pass, given by number. */
  public static SampledRows of(int[] rows, View features) {
    return new SampledRows(rows.clone(), null, features);
  }

  /** Rows that may be stored elsewhere. */
  public static SampledRows of(Rows points, View features) {
    return new SampledRows(null, points, features);
  }
}
