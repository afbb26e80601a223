package dev.mercer.data;

import dev.mercer.internal.rows.RowBounds;
import dev.mercer.internal.rows.ScaledRows;
import dev.mercer.internal.rows.ScalingLearner;
import dev.mercer.internal.spec.Numbers;
import java.util.Arrays;

/**
 * A change of every feature, x becomes (x - shift) * factor: learned in fit, kept in the model,
 * applied in transform.
 *
 * <ul>
 *   <li>{@code none}: as they are
 *   <li>{@code standard}: mean 0 and population standard deviation 1; constant columns are divided
 *       by 1
 *   <li>{@code minmax}: from 0 to 1; constant columns become 0
 *   <li>{@code max=VALUE}: divided by VALUE
 * </ul>
 *
 * @param kind one of these texts
 * @param shift one number a column
 * @param factor one positive number a column
 */
public record Scaling(String kind, double[] shift, double[] factor) {

  static final String NONE = "none";

  /** The kind that subtracts the mean of each column and divides by its standard deviation. */
  public static final String STANDARD = "standard";

  static final String MINMAX = "minmax";
  static final String MAX = "max=";

  /** Entries read at a time while learning. */
  private static final int BLOCK_ENTRIES = 1 << 15;

  public Scaling {
    kind = checkKind(kind);
    if (shift.length != factor.length) {
      throw new IllegalArgumentException(
          "a scaling has " + shift.length + " shifts, but " + factor.length + " factors");
    }
    for (int j = 0; j < shift.length; j++) {
      if (!Double.isFinite(shift[j]) || !(factor[j] > 0) || Double.isInfinite(factor[j])) {
        throw new IllegalArgumentException(
            "the scaling of column "
                + j
                + " has shift "
                + shift[j]
                + " and factor "
                + factor[j]
                + "; allowed are finite shifts and positive finite factors");
      }
    }
    shift = shift.clone();
    factor = factor.clone();
  }

  /** The scaling that changes nothing. */
  public static Scaling none(int columns) {
    return fixed(NONE, columns);
  }

  /**
   * Learns a scaling in one pass over rows, or in none if the kind does not depend on them.
   *
   * @param kind none, standard, minmax or max=VALUE
   * @param weights one a row; null for 1 each
   */
  public static Scaling learn(String kind, Rows rows, double[] weights) {
    if (weights != null && weights.length != rows.count()) {
      throw new IllegalArgumentException(
          weights.length + " weights for " + rows.count() + " rows; one a row is needed");
    }
    if (!isLearned(checkKind(kind))) {
      return fixed(checkKind(kind), rows.columns());
    }
    int blockRows = Math.max(1, BLOCK_ENTRIES / rows.columns());
    double[] block = new double[blockRows * rows.columns()];
    ScalingLearner learner = new ScalingLearner(kind, rows.columns());
    for (int first = 0; first < rows.count(); ) {
      int count = Math.min(blockRows, rows.count() - first);
      rows.copy(first, count, block, 0);
      learner.add(block, 0, count, weights, first);
      first += count;
    }
    return learner.scaling();
  }

  /** Whether a kind depends on the data. */
  public static boolean isLearned(String kind) {
    return kind.equals(STANDARD) || kind.equals(MINMAX);
  }

  /** The scaling of a kind that does not depend on the data. */
  public static Scaling fixed(String kind, int columns) {
    RowBounds.checkShape(0, columns);
    double[] factor = new double[columns];
    Arrays.fill(factor, kind.equals(NONE) ? 1 : 1 / maximum(kind));
    return new Scaling(kind, new double[columns], factor);
  }

  /**
   * The kind in its one spelling: {@code max=255.0} is {@code max=255}.
   *
   * @throws IllegalArgumentException if it is none of those allowed
   */
  public static String checkKind(String kind) {
    if (kind.equals(NONE) || isLearned(kind)) {
      return kind;
    }
    if (kind.startsWith(MAX)) {
      return MAX + Numbers.text(maximum(kind));
    }
    throw new IllegalArgumentException(
        "unknown scaling '" + kind + "'; allowed are none, standard, minmax, max=VALUE");
  }

  private static double maximum(String kind) {
    String text = kind.substring(MAX.length());
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "scaling '" + kind + "': '" + text + "' is not a number; write for instance max=255", e);
    }
    if (!(value > 0) || !Double.isFinite(value) || !Double.isFinite(1 / value)) {
      throw new IllegalArgumentException(
          "scaling '" + kind + "': features are divided by a positive finite number");
    }
    return value;
  }

  /** The number of columns that rows must have. */
  public int columns() {
    return shift.length;
  }

  /** A copy of the shifts. */
  @Override
  public double[] shift() {
    return shift.clone();
  }

  /** A copy of the factors. */
  @Override
  public double[] factor() {
    return factor.clone();
  }

  /** Rows behind this scaling; the rows themselves if it changes nothing. */
  public Rows of(Rows rows) {
    ScaledRows scaled = new ScaledRows(rows, this);
    return kind.equals(NONE) ? rows : scaled;
  }

  /** Scales {@code rows} rows of a row-major array in place. */
  public void apply(double[] rowMajor, int offset, int rows) {
    RowBounds.checkArray(columns(), rows, rowMajor.length, offset);
    for (int i = 0, at = offset; i < rows; i++) {
      for (int j = 0; j < shift.length; j++, at++) {
        rowMajor[at] = (rowMajor[at] - shift[j]) * factor[j];
      }
    }
  }

  /** Takes the scaling back in place: pre-images return to the units of the data. */
  public void invert(double[] rowMajor, int offset, int rows) {
    RowBounds.checkArray(columns(), rows, rowMajor.length, offset);
    for (int i = 0, at = offset; i < rows; i++) {
      for (int j = 0; j < shift.length; j++, at++) {
        rowMajor[at] = rowMajor[at] / factor[j] + shift[j];
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Scaling scaling
        && kind.equals(scaling.kind)
        && Arrays.equals(shift, scaling.shift)
        && Arrays.equals(factor, scaling.factor);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * kind.hashCode() + Arrays.hashCode(shift)) + Arrays.hashCode(factor);
  }

  @Override
  public String toString() {
    return kind + " of " + columns() + " columns";
  }
}
