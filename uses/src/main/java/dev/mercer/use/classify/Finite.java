package dev.mercer.use.classify;

import dev.mercer.data.Matrix;

/** Refuses rows that cannot be learned from because they are not finite. */
final class Finite {

  private Finite() {}

  /**
   * @throws IllegalArgumentException that names the first row and column that is NaN or infinite
   */
  static void require(Matrix rows) {
    double[] values = rows.values();
    for (int k = 0; k < values.length; k++) {
      if (!Double.isFinite(values[k])) {
        throw new IllegalArgumentException(
            "row "
                + k / rows.columns()
                + ", column "
                + k % rows.columns()
                + " is "
                + values[k]
                + "; only finite numbers can be learned from");
      }
    }
  }
}
