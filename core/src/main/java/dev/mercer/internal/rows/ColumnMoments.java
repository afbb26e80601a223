package dev.mercer.internal.rows;

import java.util.Arrays;

/**
 * Weight, mean, sum of squared deviations, minimum and maximum of every column. They are updated
 * row by row (Welford) and merged in pairs (Chan, Golub, LeVeque), so that there are no large sums
 * that cancel.
 *
 * <p>Values are taken relative to a pivot, which is the first row seen. The rounding error of the
 * variance then grows with the distance, in standard deviations, of that row from the mean, and not
 * with the distance of the origin. A constant column has a deviation of exactly zero. Memory: five
 * doubles per column.
 */
public final class ColumnMoments {

  /** Below this a double has fewer than its 16 digits soon. */
  private static final double LEAST_SQUARES = 1e-290;

  private final double[] pivot;
  private final double[] mean; // of x - pivot
  private final double[] squares; // sum of weight (x - mean)^2
  private final double[] minimum;
  private final double[] maximum;
  private double weight;

  /**
   * @param pivot shared; not modified
   */
  public ColumnMoments(double[] pivot) {
    this.pivot = pivot;
    this.mean = new double[pivot.length];
    this.squares = new double[pivot.length];
    this.minimum = new double[pivot.length];
    this.maximum = new double[pivot.length];
    Arrays.fill(minimum, Double.POSITIVE_INFINITY);
    Arrays.fill(maximum, Double.NEGATIVE_INFINITY);
  }

  double[] pivot() {
    return pivot;
  }

  /** Adds the row that starts at {@code offset}, with a positive weight. */
  public void add(double[] rows, int offset, double rowWeight) {
    weight += rowWeight;
    double share = rowWeight / weight;
    for (int j = 0; j < pivot.length; j++) {
      double x = rows[offset + j];
      double value = x - pivot[j];
      double delta = value - mean[j];
      mean[j] += delta * share;
      squares[j] += rowWeight * delta * (value - mean[j]);
      minimum[j] = Math.min(minimum[j], x);
      maximum[j] = Math.max(maximum[j], x);
    }
  }

  /** Adds what another object has seen; its pivot may differ. */
  void merge(ColumnMoments other) {
    if (other.weight == 0) {
      return;
    }
    double total = weight + other.weight;
    double share = other.weight / total;
    double spread = weight * share;
    for (int j = 0; j < pivot.length; j++) {
      double delta = (other.pivot[j] - pivot[j]) + other.mean[j] - mean[j];
      mean[j] += delta * share;
      squares[j] += other.squares[j] + delta * delta * spread;
      minimum[j] = Math.min(minimum[j], other.minimum[j]);
      maximum[j] = Math.max(maximum[j], other.maximum[j]);
    }
    weight = total;
  }

  double weight() {
    return weight;
  }

  double mean(int column) {
    return pivot[column] + mean[column];
  }

  /** The population standard deviation. */
  public double deviation(int column) {
    return Math.sqrt(squares[column] / weight);
  }

  /**
   * Whether the values differ, but by so little that weighted squares of that lose digits. What no
   * factor can widen is as good as constant and not meant.
   */
  boolean tooNarrow(int column) {
    double inverse = 1 / (maximum[column] - minimum[column]);
    return Double.isFinite(inverse) && squares[column] < LEAST_SQUARES;
  }

  double minimum(int column) {
    return minimum[column];
  }

  double maximum(int column) {
    return maximum[column];
  }
}
