package dev.mercer.use.ica;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import java.util.SplittableRandom;

/**
 * Three independent sources of mean 0 and variance 1 (uniform, Laplacian, two-peaked), mixed.
 *
 * @param mixing A: rows are A s
 */
record MixedSources(DenseRows rows, double[][] sources, Matrix mixing) {

  static MixedSources of(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] mixing = new double[3][3];
    for (double[] row : mixing) {
      for (int j = 0; j < 3; j++) {
        row[j] = random.nextGaussian();
      }
    }
    double[][] sources = new double[n][3];
    for (double[] s : sources) {
      s[0] = Math.sqrt(12) * (random.nextDouble() - 0.5);
      double u = random.nextDouble() - 0.5;
      s[1] = -Math.signum(u) * Math.log(1 - 2 * Math.abs(u)) / Math.sqrt(2);
      s[2] = 0.9 * (random.nextBoolean() ? 1 : -1) + Math.sqrt(0.19) * random.nextGaussian();
    }
    return new MixedSources(DenseRows.of(mixed(sources, mixing)), sources, Matrix.of(mixing));
  }

  static double[][] mixed(double[][] sources, double[][] mixing) {
    double[][] rows = new double[sources.length][mixing.length];
    for (int i = 0; i < rows.length; i++) {
      for (int a = 0; a < mixing.length; a++) {
        for (int b = 0; b < sources[0].length; b++) {
          rows[i][a] += mixing[a][b] * sources[i][b];
        }
      }
    }
    return rows;
  }
}
