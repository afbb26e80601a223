package dev.mercer;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.rows.RowPass;
import java.util.List;

/** Refuses rows and weights that no fit could use, with the place of what is wrong. */
final class InputCheck {

  /** Below this many values, one thread finishes before a second has started. */
  private static final int FEW_VALUES = 1 << 20;

  /** A tile holds two row ranges, so each must stay below the largest Java array. */
  private static final int MOST_COLUMNS = 4_000_000;

  private final List<String> featureNames;
  private final int threads;

  /**
   * @param featureNames for messages, one per column; null for none
   */
  InputCheck(List<String> featureNames, int threads) {
    this.featureNames = featureNames;
    this.threads = threads;
  }

  /** Refuses rows, names and weights whose numbers do not go together, without reading a row. */
  void shape(Rows rows, double[] weights) {
    if (rows.count() < 1 || rows.columns() < 1) {
      throw new IllegalArgumentException(
          "the data are "
              + rows.count()
              + " x "
              + rows.columns()
              + "; a fit needs rows and columns");
    }
    if (rows.columns() > MOST_COLUMNS) {
      throw new IllegalArgumentException(
          "the rows have " + rows.columns() + " columns; at most " + MOST_COLUMNS + " are allowed");
    }
    if (featureNames != null && featureNames.size() != rows.columns()) {
      throw new IllegalArgumentException(
          featureNames.size() + " feature names for " + rows.columns() + " columns");
    }
    if (weights == null) {
      return;
    }
    if (weights.length != rows.count()) {
      throw new IllegalArgumentException(
          weights.length + " weights for " + rows.count() + " rows; give one per row");
    }
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      if (!(weights[i] >= 0) || Double.isInfinite(weights[i])) {
        throw new IllegalArgumentException(
            "the weight of row "
                + i
                + " is "
                + weights[i]
                + "; weights are finite and not negative");
      }
      sum += weights[i];
    }
    if (sum == 0) {
      throw new IllegalArgumentException("all weights are zero; at least one must be positive");
    }
    if (Double.isInfinite(sum)) {
      throw new IllegalArgumentException(
          "the sum of the weights is above 1.8e308; divide them by a number");
    }
  }

  /** Refuses what {@link #shape} does, and rows with a value that is not finite. */
  void all(Rows rows, double[] weights) {
    shape(rows, weights);
    int columns = rows.columns();
    boolean[] finite = new boolean[RowPass.blocks(rows)];
    boolean few = (long) rows.count() * columns < FEW_VALUES;
    try (Workers workers = Workers.of(few ? 1 : threads)) {
      Blas blas = workers.blas();
      // One fast look: a sum of squares is finite unless a value is not, or is very large.
      RowPass.run(
          rows,
          workers,
          (block, count, values, from) ->
              finite[block] =
                  Double.isFinite(blas.dot(count * columns, values, from, values, from)));
    }
    int step = rows.blockRows();
    for (int block = 0; block < finite.length; block++) {
      if (!finite[block]) {
        checkEach(rows, block * step, Math.min(step, rows.count() - block * step));
      }
    }
  }

  private void checkEach(Rows rows, int first, int count) {
    int columns = rows.columns();
    double[] values = new double[count * columns];
    rows.copy(first, count, values, 0);
    for (int k = 0; k < values.length; k++) {
      if (!Double.isFinite(values[k])) {
        int column = k % columns;
        String name = featureNames == null ? Integer.toString(column) : featureNames.get(column);
        throw new IllegalArgumentException(
            "row "
                + (first + k / columns)
                + ", column '"
                + name
                + "' is "
                + values[k]
                + "; every value must be finite");
      }
    }
  }
}
