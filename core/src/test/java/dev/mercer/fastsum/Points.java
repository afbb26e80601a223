package dev.mercer.fastsum;

import dev.mercer.kernel.Kernel;
import dev.mercer.linalg.Matrix;
import java.util.SplittableRandom;

/** Shapes of point sets that sums must cope with, and the definition they are held against. */
final class Points {

  /** Where the points of a set lie. */
  enum Shape {
    CUBE,
    CLUSTERED,
    COLLINEAR,
    DUPLICATE,
    FAR_AWAY,
    OUTLIER
  }

  private Points() {}

  static Matrix of(Shape shape, int n, int d, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[n * d];
    for (int i = 0; i < n; i++) {
      double along = random.nextDouble();
      int group = random.nextInt(4);
      for (int c = 0; c < d; c++) {
        double uniform = random.nextDouble();
        values[i * d + c] =
            switch (shape) {
              case CUBE -> uniform;
              case CLUSTERED -> (group * (c + 3) % 4) / 4.0 + 0.01 * uniform;
              case COLLINEAR -> along * (c + 1) / d;
              case DUPLICATE -> (group >> (c % 2)) & 1;
              case FAR_AWAY -> 1e6 + uniform;
              case OUTLIER -> i == n / 2 ? 1e5 : uniform;
            };
      }
    }
    return Matrix.wrap(n, d, values);
  }

  /** The largest difference between the values that a sum stands for and the kernel's. */
  static double largestError(KernelSum sum, Kernel kernel, Matrix targets, Matrix sources) {
    int columns = sources.rows();
    double[] unit = new double[columns * columns];
    for (int j = 0; j < columns; j++) {
      unit[j * columns + j] = 1;
    }
    double[] values = new double[targets.rows() * columns];
    sum.multiply(columns, unit, values);
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
}
