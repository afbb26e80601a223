package dev.mercer.use.ica;

import dev.mercer.NumericalException;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.MomentsPass;

/**
 * Coordinates of rows that are uncorrelated and have variance one: the leading principal
 * components, each divided by its standard deviation.
 *
 * <ol>
 *   <li>the mean, then the covariance about it, in two passes over the rows
 *   <li>its K largest eigenpairs (lambda, v); coordinate i is v_i'(x - mean) / sqrt(lambda_i)
 * </ol>
 *
 * Cost: 2 n d^2 flops and d^3. Fails with {@link NumericalException} if fewer than K directions
 * vary by more than rounding errors.
 *
 * @param mean one entry per column
 * @param map K x d, row-major
 */
record Whitening(double[] mean, double[] map, int coordinates) {

  private static final int CHUNK = 2048;

  static Whitening of(Rows rows, int coordinates, Workers workers) {
    int n = rows.count();
    int d = rows.columns();
    double[] mean = new double[d];
    double[] chunk = new double[Math.multiplyExact(Math.min(n, CHUNK) + 1, d)];
    for (int first = 0; first < n; first += CHUNK) {
      int count = Math.min(CHUNK, n - first);
      rows.copy(first, count, chunk, 0);
      for (int i = 0; i < count * d; i++) {
        mean[i % d] += chunk[i] / n;
      }
    }
    double[] covariance = new double[Math.multiplyExact(d, d)];
    double norm = 0; // of the mean, which decides how large rounding errors of differences are
    for (double value : mean) {
      norm += value * value;
    }
    for (int first = 0; first < n; first += CHUNK) {
      int count = Math.min(CHUNK, n - first);
      rows.copy(first, count, chunk, 0);
      for (int i = 0; i < count * d; i++) {
        chunk[i] = (chunk[i] - mean[i % d]) / Math.sqrt(n);
      }
      MomentsPass.addSecond(View.of(covariance, d, d), View.of(chunk, count, d), workers);
    }
    double[] values = new double[d];
    workers.blas().symmetricEigen(d, covariance, values);
    double epsilon = Math.ulp(1.0);
    double level = Math.max(d * epsilon * values[d - 1], 4 * epsilon * epsilon * n * norm);
    int varying = 0;
    while (varying < d && values[d - 1 - varying] > level) {
      varying++;
    }
    if (varying < coordinates) {
      throw new NumericalException(
          "the rows vary in "
              + varying
              + " directions only, and "
              + coordinates
              + " sources are asked for; ask for at most "
              + varying
              + ", or leave out columns that are constant or repeat others");
    }
    double[] map = new double[coordinates * d];
    for (int c = 0; c < coordinates; c++) {
      double root = Math.sqrt(values[d - 1 - c]);
      for (int j = 0; j < d; j++) {
        map[c * d + j] = covariance[(d - 1 - c) * d + j] / root;
      }
    }
    return new Whitening(mean, map, coordinates);
  }

  /** The coordinates of some rows, one array per coordinate. */
  double[][] of(Rows rows, int[] some) {
    int d = mean.length;
    double[][] result = new double[coordinates][some.length];
    double[] row = new double[d];
    for (int t = 0; t < some.length; t++) {
      rows.copy(some[t], 1, row, 0);
      for (int c = 0; c < coordinates; c++) {
        double sum = 0;
        for (int j = 0; j < d; j++) {
          sum += map[c * d + j] * (row[j] - mean[j]);
        }
        result[c][t] = sum;
      }
    }
    return result;
  }
}
