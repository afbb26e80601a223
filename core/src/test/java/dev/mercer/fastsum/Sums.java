package dev.mercer.fastsum;

import dev.mercer.kernel.Kernel;
import dev.mercer.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** What sums are worth, entry by entry of the matrix they stand for. */
final class Sums {

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
}
