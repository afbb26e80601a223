package dev.mercer.evidence.reproduce.fk;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.linalg.ExplicitOperator;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A symmetric matrix held in memory, such as FK's test matrix of figure 3.
 *
 * @param size its order
 * @param values row-major, both triangles
 */
record DenseSymmetric(int size, double[] values) implements ExplicitOperator {

  /** The matrix (A + A') / 2, where A has independent standard normal entries. */
  static DenseSymmetric random(int size, long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    double[] values = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        double half = 0.5 * random.nextGaussian();
        values[i * size + j] += half;
        values[j * size + i] += half;
      }
    }
    return new DenseSymmetric(size, values);
  }

  @Override
  public void apply(int columns, double[] x, double[] y) {
    Backend.instance()
        .blas()
        .gemm(
            false, false, size, columns, size, 1, values, 0, size, x, 0, columns, 0, y, 0, columns);
  }

  @Override
  public void copyLower(double[] into) {
    System.arraycopy(values, 0, into, 0, size * size);
  }
}
