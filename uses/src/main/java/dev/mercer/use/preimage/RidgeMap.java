package dev.mercer.use.preimage;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.gram.KernelScores;
import dev.mercer.internal.kernel.Bandwidth;
import dev.mercer.kernel.Gaussian;

/**
 * A map from scores to inputs, learned once by kernel ridge regression [Bakir, Weston, Schoelkopf,
 * "Learning to find pre-images", 2004], so that a pre-image costs one product.
 *
 * <ol>
 *   <li>at most {@value #MOST_POINTS} of the points, evenly spread, with their scores; a Gaussian
 *       kernel on the scores, by default as wide as their median distance
 *   <li>eigendecomposition of its Gram matrix, S = V E V'; for any ridge the coefficients are then
 *       B = V (E + ridge)^-1 V' X, where X are the points minus their mean
 *   <li>of eleven ridges from 1e-10 to 1, the one with the smallest leave-one-out error, which has
 *       a closed form: row i of B divided by entry i of the diagonal of (S + ridge)^-1
 * </ol>
 *
 * The map of scores y is mean + B' s(y). Cost: O(p^3 + p^2 d) to learn, p (r + d) per row. Far from
 * all scores it returns the mean. Fails with NumericalException if all scores are equal.
 */
final class RidgeMap {

  /** An eigendecomposition of this size takes some seconds. */
  private static final int MOST_POINTS = 2000;

  private static final int RIDGES = 11;

  private final KernelScores map;
  private final double sigma;
  private final double ridge;

  private RidgeMap(KernelScores map, double sigma, double ridge) {
    this.map = map;
    this.sigma = sigma;
    this.ridge = ridge;
  }

  /**
   * @param scores of the points
   * @param sigma the width of the Gaussian on scores; 0 for the median distance
   * @param ridge 0 for the one with the smallest leave-one-out error
   */
  static RidgeMap learn(Matrix scores, Rows points, double sigma, double ridge, Workers workers) {
    return learn(scores, points, MOST_POINTS, sigma, ridge, workers);
  }

  static RidgeMap learn(
      Matrix scores, Rows points, int most, double sigma, double ridge, Workers workers) {
    int p = Math.min(most, points.count());
    int r = scores.columns();
    int d = points.columns();
    double[] y = new double[p * r];
    double[] x = new double[Math.multiplyExact(p, d)];
    for (int i = 0; i < p; i++) {
      int point = (int) ((long) i * points.count() / p);
      System.arraycopy(scores.values(), point * r, y, i * r, r);
      points.copy(point, 1, x, i * d);
    }
    Matrix inputs = Matrix.wrap(p, r, y);
    double width = sigma > 0 ? sigma : p == 1 ? 1 : Bandwidth.median(inputs);
    double[] mean = subtractMean(x, p, d);
    Spectrum spectrum = new Spectrum(inputs, Gaussian.sigma(width), x, d, workers);
    double chosen = ridge > 0 ? ridge : spectrum.bestRidge(workers);
    Matrix coefficients = Matrix.wrap(p, d, spectrum.coefficients(chosen));
    for (int c = 0; c < d; c++) {
      mean[c] = -mean[c]; // the class for scores subtracts its offset
    }
    KernelScores map =
        new KernelScores(
            DenseRows.of(inputs),
            Gaussian.sigma(width),
            coefficients,
            mean,
            false,
            Integer.MAX_VALUE,
            workers);
    return new RidgeMap(map, width, chosen);
  }

  /** The width of the Gaussian on scores. */
  double sigma() {
    return sigma;
  }

  /** The ridge that was added to the diagonal. */
  double ridge() {
    return ridge;
  }

  /** Writes the inputs that the map predicts from scores, row-major. */
  void predict(Matrix scores, double[] into, Workers workers) {
    map.score(DenseRows.of(scores), into, workers);
  }

  private static double[] subtractMean(double[] x, int rows, int d) {
    double[] mean = new double[d];
    for (int i = 0; i < rows; i++) {
      for (int c = 0; c < d; c++) {
        mean[c] += x[i * d + c] / rows;
      }
    }
    for (int i = 0; i < rows; i++) {
      for (int c = 0; c < d; c++) {
        x[i * d + c] -= mean[c];
      }
    }
    return mean;
  }

  /** S = V E V' and V'X, from which the regression for any ridge follows. */
  private static final class Spectrum {
    private final int p;
    private final int d;
    private final double[] vectors; // as rows: V'
    private final double[] values;
    private final double[] turned; // V'X
    private final Blas blas;

    Spectrum(Matrix scores, Gaussian gaussian, double[] x, int d, Workers workers) {
      this.blas = workers.blas();
      this.p = scores.rows();
      this.d = d;
      this.vectors = new double[p * p];
      Rows rows = DenseRows.of(scores);
      new KernelTiles(rows, gaussian, false, p, workers).tile(0, p, 0, p, vectors, true, 0);
      this.values = new double[p];
      blas.symmetricEigen(p, vectors, values);
      for (int e = 0; e < p; e++) {
        values[e] = Math.max(0, values[e]); // negative only by rounding
      }
      this.turned = blas.product(View.of(vectors, p, p), View.of(x, p, d)).values();
    }

    double bestRidge(Workers workers) {
      double[] errors = new double[RIDGES];
      workers.run(RIDGES, (index, worker) -> errors[index] = error(candidate(index)));
      int best = 0;
      for (int k = 1; k < RIDGES; k++) {
        if (errors[k] < errors[best]) {
          best = k;
        }
      }
      return candidate(best);
    }

    private static double candidate(int index) {
      return Math.pow(10, index - (RIDGES - 1));
    }

    /** The sum of squared leave-one-out errors. */
    private double error(double ridge) {
      double[] coefficients = coefficients(ridge);
      double sum = 0;
      for (int i = 0; i < p; i++) {
        double inverse = 0;
        for (int e = 0; e < p; e++) {
          double v = vectors[e * p + i];
          inverse += v * v / (values[e] + ridge);
        }
        sum += blas.dot(d, coefficients, i * d, coefficients, i * d) / (inverse * inverse);
      }
      return sum;
    }

    /** V (E + ridge)^-1 V'X. */
    double[] coefficients(double ridge) {
      double[] damped = turned.clone();
      for (int e = 0; e < p; e++) {
        for (int c = 0; c < d; c++) {
          damped[e * d + c] /= values[e] + ridge;
        }
      }
      return blas.product(View.of(vectors, p, p).t(), View.of(damped, p, d)).values();
    }
  }
}
