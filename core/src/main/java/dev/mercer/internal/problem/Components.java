package dev.mercer.internal.problem;

import dev.mercer.data.Matrix;
import java.util.function.IntToDoubleFunction;

/** Rules that the components of all methods follow: which are kept, and which sign they have. */
public final class Components {

  private Components() {}

  /** The distance from 1 to the next larger number in single or in double precision. */
  public static double epsilon(boolean single) {
    return single ? Math.ulp(1f) : Math.ulp(1.0);
  }

  /**
   * The eigenvalue below which a component is only rounding: n eps max(lambda_1(K), lambda_1(K~)).
   * The eigenvalue of the uncentered K matters where the data lie far from the origin of feature
   * space.
   *
   * @param epsilon of the precision the products were computed in, see {@link #epsilon}
   */
  public static double cutOff(
      double rows, double epsilon, double largestUncentered, double largest) {
    return rows * epsilon * Math.max(largestUncentered, largest);
  }

  /** The same for products in double. */
  public static double cutOff(double rows, double largestUncentered, double largest) {
    return cutOff(rows, epsilon(false), largestUncentered, largest);
  }

  /**
   * Makes every column of a centered model's coefficients sum to zero: A - w (1'A) / (1'w), in
   * place on the row-major array.
   *
   * <p>An axis is a combination of centered features, so its coefficients over the uncentered ones
   * sum to zero. Rounding leaves a sum of about eps |v| / sqrt(lambda), which adds an error of that
   * sum times lambda_1 / sqrt(lambda) to the scores: in a component whose eigenvalue is 1e-10 of
   * the largest, the error would be far larger than the score. The sums are compensated and the
   * step is done twice, so that only the rounding of the coefficients themselves remains.
   *
   * @param weights of the rows, or null for ones
   */
  public static void sumToZero(int rows, int columns, double[] coefficients, double[] weights) {
    for (int round = 0; round < 2; round++) {
      double[] sums = compensatedSums(rows, columns, coefficients);
      double total = 0;
      for (int i = 0; i < rows; i++) {
        total += weights == null ? 1 : weights[i];
      }
      for (int i = 0; i < rows; i++) {
        double share = (weights == null ? 1 : weights[i]) / total;
        for (int c = 0; c < columns; c++) {
          coefficients[i * columns + c] -= share * sums[c];
        }
      }
    }
  }

  /** Sums of the columns, compensated for the rounding of each addition (Neumaier). */
  private static double[] compensatedSums(int rows, int columns, double[] values) {
    double[] sums = new double[columns];
    double[] lost = new double[columns];
    for (int i = 0; i < rows; i++) {
      for (int c = 0; c < columns; c++) {
        double value = values[i * columns + c];
        double sum = sums[c] + value;
        lost[c] +=
            Math.abs(sums[c]) >= Math.abs(value)
                ? (sums[c] - sum) + value
                : (value - sum) + sums[c];
        sums[c] = sum;
      }
    }
    for (int c = 0; c < columns; c++) {
      sums[c] += lost[c];
    }
    return sums;
  }

  /** How many of the descending eigenvalues are above the cut-off. */
  public static int kept(double[] eigenvalues, double cutOff) {
    int kept = 0;
    while (kept < eigenvalues.length && eigenvalues[kept] > cutOff) {
      kept++;
    }
    return kept;
  }

  /** How many leading components reach the share of the total; {@code kept} if all do not. */
  public static int reaching(double share, double[] eigenvalues, int kept, double total) {
    double sum = 0;
    for (int i = 0; i < kept; i++) {
      sum += eigenvalues[i];
      if (sum >= share * total) {
        return i + 1;
      }
    }
    return kept;
  }

  /**
   * How many leading components reach the share of the total, where the variance they capture is
   * not a sum of eigenvalues; {@code most} if all of them do not reach it.
   *
   * @param captured the variance that a given number of components captures, which must not fall
   *     when that number grows
   */
  public static int reaching(double share, int most, double total, IntToDoubleFunction captured) {
    int low = 1;
    int high = most;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (captured.applyAsDouble(middle) >= share * total) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return high;
  }

  /**
   * Makes the entry of largest magnitude in each column of coefficients positive (ties: the lowest
   * row), in place on the row-major array.
   *
   * @return for each column, whether its sign was changed
   */
  public static boolean[] fixSigns(int rows, int columns, double[] coefficients) {
    boolean[] turned = new boolean[columns];
    double[] largest = new double[columns];
    for (int i = 0; i < rows; i++) {
      for (int c = 0; c < columns; c++) {
        double value = coefficients[i * columns + c];
        if (Math.abs(value) > largest[c]) {
          largest[c] = Math.abs(value);
          turned[c] = value < 0;
        }
      }
    }
    for (int i = 0; i < rows; i++) {
      for (int c = 0; c < columns; c++) {
        if (turned[c]) {
          coefficients[i * columns + c] = -coefficients[i * columns + c];
        }
      }
    }
    return turned;
  }

  /** The first {@code kept} columns of a matrix as a new row-major array. */
  public static double[] firstColumns(Matrix matrix, int kept) {
    return firstColumns(matrix.rows(), matrix.columns(), matrix.values(), kept);
  }

  /** The same of a row-major array. */
  public static double[] firstColumns(int rows, int columns, double[] values, int kept) {
    double[] result = new double[rows * kept];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(values, i * columns, result, i * kept, kept);
    }
    return result;
  }

  /**
   * Replaces a negative value by 0 if rounding explains it. A value below {@code -rounding} is
   * returned as it is, so that the error stays visible.
   */
  public static double nonNegative(double value, double rounding) {
    return Math.abs(value) <= rounding ? Math.max(0, value) : value;
  }
}
