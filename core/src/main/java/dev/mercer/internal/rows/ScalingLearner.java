package dev.mercer.internal.rows;

import dev.mercer.NumericalException;
import dev.mercer.data.Scaling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Learns a {@link Scaling} in one pass over rows that arrive in blocks.
 *
 * <ol>
 *   <li>rows are collected in leaves, groups of 1,024 consecutive rows; which leaf a row belongs to
 *       depends on its number only, not on the blocks
 *   <li>complete leaves are merged as a binary counter counts: two groups of the same size become
 *       one of twice the size
 *   <li>at the end, the remaining groups are merged from the latest to the earliest
 * </ol>
 *
 * So rounding errors grow like 1,024 + log n instead of n, and the same rows give the same bits
 * however they are divided into blocks. Cost: about 8 flops per entry. Memory: 5 d log2(n / 1024)
 * doubles. Learners of consecutive parts of the data can be merged; the result is then the same
 * except for rounding. Not thread-safe.
 */
public final class ScalingLearner {

  private static final int LEAF_ROWS = 1024;

  private final String kind;
  private final int columns;

  /** Entry k is null or the moments of 2^k leaves; later entries belong to earlier rows. */
  private final List<ColumnMoments> levels = new ArrayList<>();

  /**
   * The moments of everything before the current rows, including merged learners; null if there is
   * none.
   */
  private ColumnMoments merged;

  private double[] pivot;
  private ColumnMoments leaf;
  private int leafRows;
  private long rowsSeen;

  /**
   * @param kind as in {@link Scaling#kind()}
   */
  public ScalingLearner(String kind, int columns) {
    RowBounds.checkShape(0, columns);
    this.kind = Scaling.checkKind(kind);
    this.columns = columns;
  }

  /** Adds rows of weight 1 from a row-major array. */
  public void add(double[] rowMajor, int offset, int rows) {
    add(rowMajor, offset, rows, null, 0);
  }

  /**
   * Adds weighted rows: weight 2 counts a row twice, and weight 0 ignores it.
   *
   * @param weights not negative, one per row from {@code weightsOffset} on; null for weight 1
   * @throws IllegalArgumentException for NaN and infinite entries, and for weights that are
   *     negative or not finite; the message contains the row's number, counted from the first row
   *     added
   */
  public void add(double[] rowMajor, int offset, int rows, double[] weights, int weightsOffset) {
    RowBounds.checkArray(columns, rows, rowMajor.length, offset);
    if (weights != null) {
      RowBounds.checkArray(1, rows, weights.length, weightsOffset);
    }
    for (int i = 0; i < rows; i++) {
      double weight = weights == null ? 1 : weights[weightsOffset + i];
      if (!(weight >= 0) || weight == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "row " + rowsSeen + " has the weight " + weight + "; weights are finite, 0 or more");
      }
      if (weight > 0) {
        addRow(rowMajor, offset + i * columns, weight);
      }
      rowsSeen++;
      // Leaves are counted in rows, whatever their weights, so a weight of 0 moves no other row to
      // another leaf.
      if (++leafRows == LEAF_ROWS) {
        completeLeaf();
      }
    }
  }

  private void addRow(double[] rowMajor, int offset, double weight) {
    double finite = 0;
    for (int j = 0; j < columns; j++) {
      finite += 0 * rowMajor[offset + j]; // NaN if any entry is NaN or infinite
    }
    if (finite != 0) {
      throw notFinite(rowMajor, offset);
    }
    if (pivot == null) {
      pivot = Arrays.copyOfRange(rowMajor, offset, offset + columns);
    }
    if (leaf == null) {
      leaf = new ColumnMoments(pivot);
    }
    leaf.add(rowMajor, offset, weight);
  }

  private IllegalArgumentException notFinite(double[] rowMajor, int offset) {
    int column = 0;
    while (Double.isFinite(rowMajor[offset + column])) {
      column++;
    }
    return new IllegalArgumentException(
        "row "
            + rowsSeen
            + ", column "
            + column
            + " is "
            + rowMajor[offset + column]
            + "; a scaling is learned from finite numbers");
  }

  private void completeLeaf() {
    ColumnMoments carry = leaf;
    leaf = null;
    leafRows = 0;
    if (carry == null) {
      return; // all weights were 0
    }
    int level = 0;
    while (level < levels.size() && levels.get(level) != null) {
      ColumnMoments earlier = levels.set(level++, null);
      earlier.merge(carry);
      carry = earlier;
    }
    if (level == levels.size()) {
      levels.add(carry);
    } else {
      levels.set(level, carry);
    }
  }

  /**
   * Adds everything that another learner has seen, as if its rows came after those of this learner.
   */
  public void merge(ScalingLearner later) {
    if (!kind.equals(later.kind) || columns != later.columns) {
      throw new IllegalArgumentException(
          "a learner of '"
              + kind
              + "' over "
              + columns
              + " columns cannot take one of '"
              + later.kind
              + "' over "
              + later.columns);
    }
    ColumnMoments all = total();
    ColumnMoments others = later.total();
    if (all == null) {
      all = others;
    } else if (others != null) {
      all.merge(others);
    }
    merged = all;
    rowsSeen += later.rowsSeen;
    levels.clear();
    leaf = null;
    leafRows = 0;
  }

  /** The moments of all rows, in a new object; null if there were none. */
  private ColumnMoments total() {
    List<ColumnMoments> parts = new ArrayList<>();
    parts.add(leaf);
    parts.addAll(levels);
    parts.add(merged);
    ColumnMoments total = null;
    for (ColumnMoments earlier : parts) {
      if (earlier != null) {
        ColumnMoments sum = new ColumnMoments(earlier.pivot());
        sum.merge(earlier);
        if (total != null) {
          sum.merge(total);
        }
        total = sum;
      }
    }
    return total;
  }

  /**
   * The scaling learned from the rows so far; more rows may be added afterwards.
   *
   * @throws IllegalArgumentException if there were no rows of positive weight
   * @throws NumericalException if the spread of a column, or its square, is outside the range of
   *     double
   */
  public Scaling scaling() {
    if (!Scaling.isLearned(kind)) {
      return Scaling.fixed(kind, columns);
    }
    ColumnMoments total = total();
    if (total == null) {
      throw new IllegalArgumentException(
          "a scaling cannot be learned from " + rowsSeen + " rows that all have weight 0");
    }
    double[] shift = new double[columns];
    double[] factor = new double[columns];
    for (int j = 0; j < columns; j++) {
      boolean standard = kind.equals(Scaling.STANDARD);
      shift[j] = standard ? total.mean(j) : total.minimum(j);
      double spread = standard ? total.deviation(j) : total.maximum(j) - total.minimum(j);
      if (!Double.isFinite(shift[j]) || !Double.isFinite(spread)) {
        throw new NumericalException(
            "column "
                + j
                + " goes from "
                + total.minimum(j)
                + " to "
                + total.maximum(j)
                + "; its spread exceeds double, divide it first");
      }
      if (standard && total.tooNarrow(j)) {
        throw new NumericalException(
            "column "
                + j
                + " goes from "
                + total.minimum(j)
                + " to "
                + total.maximum(j)
                + "; weighted squares of that are below double, multiply it or the weights first");
      }
      factor[j] = inverse(spread);
    }
    return new Scaling(kind, shift, factor);
  }

  /**
   * 1 / spread, or 1 for a constant column and for one so narrow that the inverse exceeds the range
   * of double.
   */
  private static double inverse(double spread) {
    double inverse = 1 / spread;
    return Double.isInfinite(inverse) ? 1 : inverse;
  }
}
