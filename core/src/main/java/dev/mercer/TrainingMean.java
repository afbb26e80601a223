package dev.mercer;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.KernelScores;
import dev.mercer.kernel.Kernel;

/**
 * The mean feature of training rows, by which errors are centered whatever center a model uses
 * (theory.md, "How good a model is"). Costs n^2 kernel values once; serves any number of models of
 * the kernel.
 */
final class TrainingMean {

  private final Kernel kernel;
  private final Rows rows;
  private final double[] weights;
  private final double[] shares;
  private final KernelScores scores;
  private final Workers workers;
  private final double[] products;
  private final double squaredNorm;

  /**
   * @param rows as the kernel sees them, after scaling
   * @param weights of the rows, or null for ones
   */
  TrainingMean(Kernel kernel, Rows rows, double[] weights, Workers workers) {
    this.kernel = kernel;
    this.rows = rows;
    this.weights = weights;
    this.workers = workers;
    this.shares = shares(rows.count(), weights);
    this.scores =
        new KernelScores(
            rows,
            kernel,
            Matrix.wrap(rows.count(), 1, shares),
            new double[1],
            false,
            rows.count(),
            workers);
    this.products = new double[rows.count()];
    scores.score(rows, products, workers);
    double sum = 0;
    for (int i = 0; i < products.length; i++) {
      sum += shares[i] * products[i];
    }
    this.squaredNorm = sum;
  }

  /** Whether this is the mean of these very rows and weights under this kernel. */
  boolean isOf(Kernel otherKernel, Rows otherRows, double[] otherWeights) {
    return rows == otherRows && weights == otherWeights && kernel.equals(otherKernel);
  }

  Rows rows() {
    return rows;
  }

  /** The squared norm of the mean. */
  double squaredNorm() {
    return squaredNorm;
  }

  /** The inner product of the mean with each of some rows. */
  double[] products(Rows others) {
    if (others == rows) {
      return products;
    }
    double[] result = new double[others.count()];
    scores.score(others, result, workers);
    return result;
  }

  /** The mean of values given for each training row, one row each. */
  double[] average(View values) {
    return values.transposeTimes(shares);
  }

  private static double[] shares(int n, double[] weights) {
    double[] result = new double[n];
    double total = 0;
    for (int i = 0; i < n; i++) {
      result[i] = weights == null ? 1 : weights[i];
      total += result[i];
    }
    for (int i = 0; i < n; i++) {
      result[i] /= total;
    }
    return result;
  }
}
