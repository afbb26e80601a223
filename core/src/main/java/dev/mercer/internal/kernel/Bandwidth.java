package dev.mercer.internal.kernel;

import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.internal.spec.Numbers;
import java.util.Arrays;

/**
 * The width of a kernel if the user gives none: the median distance between two rows.
 *
 * <ol>
 *   <li>If there are more than {@value #MOST_ROWS} rows, n, take those numbered floor(i n / {@value
 *       #MOST_ROWS}), which are evenly spread; a caller who wants a random sample must draw it.
 *   <li>Compute the distances of all pairs i &lt; j.
 *   <li>The result is their median: the middle distance, or the mean of the middle two if their
 *       number is even.
 *   <li>If that is zero (more than half of the pairs are equal rows), the result is the median of
 *       the distances above zero.
 * </ol>
 *
 * Cost: at most 499,500 distances and as many doubles. Throws {@link NumericalException} if there
 * are fewer than two rows, if all rows are equal, or if the distances are outside the range that
 * kernels accept as a width.
 */
public final class Bandwidth {

  // For widths between these bounds, the square and its reciprocal are normal doubles, so that no
  // kernel multiplies 0 by infinity. Measured data are never near either bound.
  /** The smallest width that a kernel accepts. */
  public static final double SMALLEST = 1e-150;

  /** The largest width that a kernel accepts. */
  public static final double LARGEST = 1e150;

  /** The most rows in the sample, all pairs of which are compared. */
  public static final int MOST_ROWS = 1000;

  private Bandwidth() {}

  /** The median Euclidean distance between two rows. */
  public static double median(Matrix sample) {
    return median(sample, false);
  }

  /** The median sum of absolute differences between two rows. */
  public static double medianL1(Matrix sample) {
    return median(sample, true);
  }

  private static double median(Matrix sample, boolean absolute) {
    if (sample.rows() < 2) {
      throw new NumericalException(
          "the median distance between rows needs at least two rows, not "
              + sample.rows()
              + "; give the kernel's width as a number");
    }
    double[] distances = distances(sample, absolute);
    Arrays.sort(distances);
    double median = middle(distances, 0);
    if (median == 0) {
      int positive = firstPositive(distances);
      if (positive == distances.length) {
        throw new NumericalException(
            "all "
                + Math.min(sample.rows(), MOST_ROWS)
                + " sampled rows are equal: there is no distance to take a kernel's width from");
      }
      median = middle(distances, positive);
    }
    if (!(median >= SMALLEST && median <= LARGEST)) {
      throw new NumericalException(
          "the median distance between rows is "
              + Numbers.text(median)
              + ", which is no usable width for a kernel; scale the data");
    }
    return median;
  }

  private static double[] distances(Matrix sample, boolean absolute) {
    int n = sample.rows();
    int d = sample.columns();
    int m = Math.min(n, MOST_ROWS);
    double[] x = sample.values();
    double[] distances = new double[m * (m - 1) / 2];
    int next = 0;
    for (int i = 0; i < m; i++) {
      int rowI = (int) ((long) i * n / m) * d;
      for (int j = 0; j < i; j++) {
        int rowJ = (int) ((long) j * n / m) * d;
        distances[next++] =
            absolute ? l1Distance(x, rowI, rowJ, d) : Math.sqrt(squaredDistance(x, rowI, rowJ, d));
      }
    }
    return distances;
  }

  // Plain loops, because these half a million distances are done before vector loops would be
  // compiled.
  private static double squaredDistance(double[] x, int one, int other, int columns) {
    double sum = 0;
    for (int c = 0; c < columns; c++) {
      double difference = x[one + c] - x[other + c];
      sum += difference * difference;
    }
    return sum;
  }

  private static double l1Distance(double[] x, int one, int other, int columns) {
    double sum = 0;
    for (int c = 0; c < columns; c++) {
      sum += Math.abs(x[one + c] - x[other + c]);
    }
    return sum;
  }

  /** The median of the sorted values from {@code start} on. */
  private static double middle(double[] sorted, int start) {
    int count = sorted.length - start;
    double upper = sorted[start + count / 2];
    if (count % 2 == 1) {
      return upper;
    }
    double lower = sorted[start + count / 2 - 1];
    return lower + (upper - lower) / 2;
  }

  private static int firstPositive(double[] sorted) {
    int index = 0;
    while (index < sorted.length && sorted[index] == 0) {
      index++;
    }
    return index;
  }
}
