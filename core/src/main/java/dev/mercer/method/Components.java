package dev.mercer.method;

import dev.mercer.linalg.Matrix;
import java.util.function.IntToDoubleFunction;

/** Rules every method's components obey: which are kept, and their signs. */
public final class Components {

  private static final double EPSILON = Math.ulp(1.0);

  private Components() {}

  /**
   * The eigenvalue below which a component is rounding: n eps max(lambda_1(K), lambda_1(K~)). The
   * uncentred one matters where the data lie far from the origin of feature space.
   */
  static double cutOff(double rows, double largestUncentered, double largest) {
    return rows * EPSILON * Math.max(largestUncentered, largest);
  }

  /** How many of the descending eigenvalues are above the cut-off. */
  static int kept(double[] eigenvalues, double cutOff) {
    int kept = 0;
    while (kept < eigenvalues.length && eigenvalues[kept] > cutOff) {
      kept++;
    }
    return kept;
  }

  /** How many components reach the share of the total; all there are if none does. */
  static int reaching(double share, double[] eigenvalues, int kept, double total) {
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
   * How many leading components reach the share of the total, where the variance that so many
   * capture is not a sum of eigenvalues; all of them if none does.
   *
   * @param captured variance captured by so many, which does not fall with their number
   */
  static int reaching(double share, int most, double total, IntToDoubleFunction captured) {
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
   * @return for each column whether it was turned
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
  static double[] firstColumns(Matrix matrix, int kept) {
    return firstColumns(matrix.rows(), matrix.columns(), matrix.values(), kept);
  }

  /** The same of a row-major array. */
  static double[] firstColumns(int rows, int columns, double[] values, int kept) {
    double[] result = new double[rows * kept];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(values, i * columns, result, i * kept, kept);
    }
    return result;
  }
}
