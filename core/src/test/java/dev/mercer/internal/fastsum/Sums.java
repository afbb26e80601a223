package dev.mercer.internal.fastsum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.data.Matrix;
import dev.mercer.kernel.Kernel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** What sums are worth, entry by entry of the matrix they stand for. */
public final class Sums {

  /** Entries whose error is measured to all digits; those that look worst. */
  private static final int MEASURED = 12;

  private Sums() {}

  /** The matrix itself: the product with all unit vectors. */
  static double[] matrix(KernelSum sum, int targets, int sources) {
    double[] unit = new double[sources * sources];
    for (int j = 0; j < sources; j++) {
      unit[j * sources + j] = 1;
    }
    double[] result = new double[targets * sources];
    Arrays.fill(result, Double.NaN);
    sum.multiply(sources, unit, result);
    return result;
  }

  private record Entry(int i, int j, double value, double difference) {}

  /**
   * Fails if some entry is off by more than the bound of the sum. Entries are compared with {@link
   * Kernel#value}, which has rounding of its own: where that could decide, with more digits.
   */
  static void check(KernelSum sum, Kernel kernel, Matrix targets, Matrix sources) {
    double[] matrix = matrix(sum, targets.rows(), sources.rows());
    double sure = sum.errorBound() - TreeSum.rounding(kernel, targets.columns());
    double[][] y = new double[sources.rows()][];
    Arrays.setAll(y, sources::row);
    List<Entry> unsure = new ArrayList<>();
    for (int i = 0; i < targets.rows(); i++) {
      double[] x = targets.row(i);
      for (int j = 0; j < y.length; j++) {
        double value = matrix[i * y.length + j];
        double difference = Math.abs(value - kernel.value(x, y[j]));
        if (!(difference <= sure) && difference != 0) {
          unsure.add(new Entry(i, j, value, difference));
        }
      }
    }
    unsure.sort(Comparator.comparingDouble(Entry::difference).reversed());
    for (Entry entry : unsure.subList(0, Math.min(MEASURED, unsure.size()))) {
      double error = PreciseKernel.error(kernel, targets.row(entry.i), y[entry.j], entry.value);
      if (!(error <= sum.errorBound())) {
        throw new AssertionError(
            String.format(
                "%s by %s: entry (%d, %d) is %s, off by %s, stated %s",
                kernel.spec(),
                sum.scheme(),
                entry.i,
                entry.j,
                entry.value,
                error,
                sum.errorBound()));
      }
    }
  }

  /** The largest difference between the values that a sum stands for and the kernel's. */
  public static double largestError(KernelSum sum, Kernel kernel, Matrix targets, Matrix sources) {
    int columns = sources.rows();
    double[] values = matrix(sum, targets.rows(), columns);
    double largest = 0;
    for (int i = 0; i < targets.rows(); i++) {
      double[] x = targets.row(i);
      for (int j = 0; j < columns; j++) {
        double error = Math.abs(values[i * columns + j] - kernel.value(x, sources.row(j)));
        // Not max: a NaN must count.
        largest = error <= largest ? largest : error;
      }
    }
    return largest;
  }

  /** A product with random vectors is within the bound times |v|_1 of the definition. */
  static void requireProduct(KernelSum sum, Kernel kernel, Matrix targets, Matrix sources) {
    int columns = 3;
    Random random = new Random(7);
    double[] vectors = new double[sources.rows() * columns];
    double[] magnitude = new double[columns];
    for (int k = 0; k < vectors.length; k++) {
      vectors[k] = random.nextGaussian();
      magnitude[k % columns] += Math.abs(vectors[k]);
    }
    double[] result = new double[targets.rows() * columns];
    sum.multiply(columns, vectors, result);
    for (int i = 0; i < targets.rows(); i++) {
      double[] exact = new double[columns];
      for (int j = 0; j < sources.rows(); j++) {
        double value = kernel.value(targets.row(i), sources.row(j));
        for (int c = 0; c < columns; c++) {
          exact[c] += value * vectors[j * columns + c];
        }
      }
      // The definition's own sum rounds once a source.
      double rounding = sources.rows() * Math.ulp(1.0);
      for (int c = 0; c < columns; c++) {
        assertThat(Math.abs(result[i * columns + c] - exact[c]))
            .as("%s, row %d, vector %d", sum.scheme(), i, c)
            .isLessThanOrEqualTo((sum.errorBound() + rounding) * magnitude[c]);
      }
    }
  }
}
