package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.kernel.Kernel;
import java.util.Random;

/**
 * Compares a sum with the kernel's definition on a sample, so that a defect of the program shows:
 * an error bound is proven on paper, a program can only be tested.
 *
 * <ul>
 *   <li>kernel values of {@value #SOURCES} sources with up to {@value #TARGETS} targets, by
 *       products with unit vectors
 *   <li>one product with a vector of random signs, checked at {@value #ROWS} targets and divided by
 *       |v|_1
 * </ul>
 */
public final class SumCheck {

  private static final int SOURCES = 7;
  private static final int TARGETS = 1 << 14;
  private static final int ROWS = 8;

  private SumCheck() {}

  /**
   * Throws an exception if the error of a sample exceeds the promised bound.
   *
   * @return the error of the sample
   */
  public static double require(String scheme, double sampled, double bound) {
    if (!(sampled <= bound)) {
      throw new IllegalStateException(
          "scheme "
              + scheme
              + " is off by "
              + sampled
              + " in a kernel value and promised "
              + bound
              + ": a defect, please report it");
    }
    return sampled;
  }

  /** The largest error found, either of a kernel value or of a product divided by |v|_1. */
  public static double largestError(
      KernelSum sum, Kernel kernel, Matrix targets, Matrix sources, long seed) {
    Random random = new Random(seed);
    int columns = SOURCES + 1;
    int n = sources.rows();
    int[] chosen = new int[SOURCES];
    double[] vectors = new double[Math.multiplyExact(n, columns)];
    for (int j = 0; j < n; j++) {
      vectors[j * columns + SOURCES] = random.nextBoolean() ? 1 : -1;
    }
    for (int c = 0; c < SOURCES; c++) {
      chosen[c] = random.nextInt(n);
      vectors[chosen[c] * columns + c] = 1;
    }
    double[] result = new double[Math.multiplyExact(targets.rows(), columns)];
    sum.multiply(columns, vectors, result);
    double worst = 0;
    int step = (targets.rows() - 1) / TARGETS + 1;
    for (int c = 0; c < SOURCES; c++) {
      double[] source = sources.row(chosen[c]);
      for (int i = 0; i < targets.rows(); i += step) {
        double exact = kernel.value(targets.row(i), source);
        worst = Math.max(worst, Math.abs(result[i * columns + c] - exact));
      }
    }
    for (int k = 0; k < Math.min(ROWS, targets.rows()); k++) {
      int i = random.nextInt(targets.rows());
      double[] target = targets.row(i);
      double exact = 0;
      for (int j = 0; j < n; j++) {
        exact += kernel.value(target, sources.row(j)) * vectors[j * columns + SOURCES];
      }
      worst = Math.max(worst, Math.abs(result[i * columns + SOURCES] - exact) / n);
    }
    return worst;
  }
}
