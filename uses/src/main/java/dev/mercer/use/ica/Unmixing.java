package dev.mercer.use.ica;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.kernel.Kernel;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What {@link KernelIca} found: sources s = W (x - mean) of mean 0 and variance 1.
 *
 * @param unmixing W, one row per source
 * @param mean of the rows
 * @param kurtosis the excess kurtosis of each source, descending in magnitude
 * @param contrast how dependent the sources are, on the rows used to polish
 * @param startContrasts how dependent they are for each start, on the rows used to search
 * @param kernel the one used in the last step
 * @param sweeps the number of sweeps over all pairs, in the best search and in the polish
 * @param evaluations the total number of dependences computed
 * @param rowsUsed the number of rows used in the last step
 */
public record Unmixing(
    Matrix unmixing,
    double[] mean,
    double[] kurtosis,
    double contrast,
    double[] startContrasts,
    Kernel kernel,
    double kappa,
    double tolerance,
    int sweeps,
    long evaluations,
    int rowsUsed) {

  /**
   * How far an unmixing matrix W is from undoing a mixing matrix A, regardless of the order, signs
   * and scales of the sources: the Amari distance, which is 0 if W A is a permutation of scaled
   * sources, and at most 1.
   *
   * @param unmixing W, m x d
   * @param mixing A, d x m
   */
  public static double distance(Matrix unmixing, Matrix mixing) {
    return AmariDistance.of(unmixing, mixing);
  }

  /** The sources of rows, one column per source. */
  public Matrix sources(Rows rows) {
    int k = unmixing.rows();
    int d = mean.length;
    if (rows.columns() != d) {
      throw new IllegalArgumentException(
          "the rows have " + rows.columns() + " columns, the unmixing matrix " + d);
    }
    double[] result = new double[Math.multiplyExact(rows.count(), k)];
    double[] row = new double[d];
    for (int i = 0; i < rows.count(); i++) {
      rows.copy(i, 1, row, 0);
      for (int c = 0; c < k; c++) {
        double sum = 0;
        for (int j = 0; j < d; j++) {
          sum += unmixing.get(c, j) * (row[j] - mean[j]);
        }
        result[i * k + c] = sum;
      }
    }
    return Matrix.wrap(rows.count(), k, result);
  }

  /**
   * The same sources with signs and order fixed, which independence leaves open: the entry of
   * largest magnitude in each row of W is positive (ties: the first), and the source that is least
   * Gaussian on these rows comes first.
   */
  Unmixing arranged(Rows rows) {
    int d = mean.length;
    double[] signed = unmixing.toArray();
    fixSigns(signed, d);
    double[] measured = kurtosis(sources(rows));
    List<Integer> order =
        IntStream.range(0, measured.length)
            .boxed()
            .sorted((a, b) -> Double.compare(Math.abs(measured[b]), Math.abs(measured[a])))
            .toList();
    double[] ordered = new double[signed.length];
    double[] orderedKurtosis = new double[measured.length];
    for (int i = 0; i < measured.length; i++) {
      System.arraycopy(signed, order.get(i) * d, ordered, i * d, d);
      orderedKurtosis[i] = measured[order.get(i)];
    }
    return new Unmixing(
        Matrix.wrap(measured.length, d, ordered),
        mean,
        orderedKurtosis,
        contrast,
        startContrasts,
        kernel,
        kappa,
        tolerance,
        sweeps,
        evaluations,
        rowsUsed);
  }

  private static void fixSigns(double[] rows, int width) {
    for (int first = 0; first < rows.length; first += width) {
      int largest = first;
      for (int j = first; j < first + width; j++) {
        largest = Math.abs(rows[j]) > Math.abs(rows[largest]) ? j : largest;
      }
      if (rows[largest] < 0) {
        for (int j = first; j < first + width; j++) {
          rows[j] = -rows[j];
        }
      }
    }
  }

  /** The excess kurtosis of columns that have mean 0 and variance 1. */
  private static double[] kurtosis(Matrix sources) {
    double[] result = new double[sources.columns()];
    for (int c = 0; c < result.length; c++) {
      double sum = 0;
      for (int i = 0; i < sources.rows(); i++) {
        double square = sources.get(i, c) * sources.get(i, c);
        sum += square * square;
      }
      result[c] = sum / sources.rows() - 3;
    }
    return result;
  }
}
