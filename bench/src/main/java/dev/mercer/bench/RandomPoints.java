package dev.mercer.bench;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import java.util.SplittableRandom;

/** Points for benchmarks whose time does not depend on the values; always the same ones. */
final class RandomPoints {

  private static final long SEED = 1;

  private RandomPoints() {}

  /** Row-major, uniform in the cube around the origin. */
  static double[] cube(int rows, int columns) {
    return box(rows, columns, 1);
  }

  /**
   * Row-major, uniform in a box whose sides shrink by {@code ratio} from column to column, so that
   * the eigenvalues of a Gram matrix are apart from each other as in real data.
   */
  static double[] box(int rows, int columns, double ratio) {
    SplittableRandom random = new SplittableRandom(SEED);
    double[] values = new double[rows * columns];
    for (int i = 0, at = 0; i < rows; i++) {
      double side = 1;
      for (int j = 0; j < columns; j++, at++) {
        values[at] = side * (random.nextDouble() - 0.5);
        side *= ratio;
      }
    }
    return values;
  }

  static DenseRows rows(double[] values, int columns, Precision precision) {
    return DenseRows.builder(columns, precision).append(values, 0, values.length / columns).build();
  }

  static float[] floats(double[] values) {
    float[] result = new float[values.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = (float) values[i];
    }
    return result;
  }
}
