package dev.mercer.use.ica;

import java.util.SplittableRandom;

/** Orthogonal matrices, row-major, from which a search starts. */
final class Turns {

  /** A row with a shorter remainder almost depends on those before it; it is drawn again. */
  private static final double SHORTEST = 1e-3;

  private Turns() {}

  /** The identity. */
  static double[] none(int order) {
    double[] result = new double[order * order];
    for (int i = 0; i < order; i++) {
      result[i * order + i] = 1;
    }
    return result;
  }

  /** A rotation drawn uniformly: rows of Gaussian numbers, made orthonormal one after another. */
  static double[] random(int order, SplittableRandom random) {
    double[] result = new double[order * order];
    for (int i = 0; i < order; i++) {
      double length = 0;
      while (!(length > SHORTEST)) {
        for (int j = 0; j < order; j++) {
          result[i * order + j] = random.nextGaussian();
        }
        // Twice, because the second pass removes what rounding left over.
        takeOffRowsBefore(result, i, order);
        takeOffRowsBefore(result, i, order);
        length = Math.sqrt(product(result, i, i, order));
      }
      for (int j = 0; j < order; j++) {
        result[i * order + j] /= length;
      }
    }
    return result;
  }

  private static void takeOffRowsBefore(double[] rows, int row, int order) {
    for (int before = 0; before < row; before++) {
      double product = product(rows, row, before, order);
      for (int j = 0; j < order; j++) {
        rows[row * order + j] -= product * rows[before * order + j];
      }
    }
  }

  private static double product(double[] rows, int one, int other, int order) {
    double sum = 0;
    for (int j = 0; j < order; j++) {
      sum += rows[one * order + j] * rows[other * order + j];
    }
    return sum;
  }
}
