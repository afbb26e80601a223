package dev.mercer.fastsum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.kernel.Kernel;
import dev.mercer.linalg.Matrix;
import java.util.Random;

/** Kernel sums by their definition, and clouds of points that are hard on fast ones. */
final class SumDefinition {

  /** Kinds of clouds that {@link #points} makes. */
  enum Cloud {
    UNIFORM,
    CLUSTERED,
    COLLINEAR,
    DUPLICATES,
    FAR_AWAY,
    EQUAL
  }

  private SumDefinition() {}

  static Matrix points(Cloud cloud, int n, int d, long seed) {
    Random random = new Random(seed);
    double[] values = new double[n * d];
    for (int i = 0; i < n; i++) {
      double along = random.nextDouble();
      for (int c = 0; c < d; c++) {
        values[i * d + c] =
            switch (cloud) {
              case UNIFORM -> random.nextDouble();
              case CLUSTERED -> (i % 3) * 0.5 + 0.01 * random.nextGaussian();
              case COLLINEAR -> 0.3 + (c + 1) * along;
              case DUPLICATES -> random.nextInt(3) / 3.0;
              case FAR_AWAY -> 1e6 + random.nextDouble() + (i % 7 == 0 ? 50 : 0);
              case EQUAL -> 0.1 * c;
            };
      }
    }
    return Matrix.wrap(n, d, values);
  }

  /**
   * Every kernel value the sum stands for, by products with unit vectors, is within its bound.
   *
   * @return the largest error
   */
  static double requireWithinBound(KernelSum sum, Kernel kernel, Matrix targets, Matrix sources) {
    int n = targets.rows();
    double worst = 0;
    for (int first = 0; first < sources.rows(); first += 64) {
      int columns = Math.min(64, sources.rows() - first);
      double[] units = new double[sources.rows() * columns];
      for (int c = 0; c < columns; c++) {
        units[(first + c) * columns + c] = 1;
      }
      double[] values = new double[n * columns];
      sum.multiply(columns, units, values);
      for (int i = 0; i < n; i++) {
        for (int c = 0; c < columns; c++) {
          double exact = kernel.value(targets.row(i), sources.row(first + c));
          double error = Math.abs(values[i * columns + c] - exact);
          worst = Math.max(worst, error);
          assertThat(error)
              .as(
                  "%s, %s: value of target %d and source %d, %s",
                  sum.scheme(), kernel.spec(), i, first + c, exact)
              .isLessThanOrEqualTo(sum.errorBound());
        }
      }
    }
    return worst;
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
