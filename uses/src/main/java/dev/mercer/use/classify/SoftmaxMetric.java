package dev.mercer.use.classify;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import java.util.Arrays;

/**
 * The Hessian of {@link SoftmaxLoss} at a point, as the metric that {@link Lbfgs} starts from.
 *
 * <ol>
 *   <li>probabilities p of all rows
 *   <li>H_kl = (1/n) Z' diag(p_k (1[k=l] - p_l)) Z for every pair of classes, one task each, plus
 *       the penalties
 *   <li>a common shift of all intercepts does not change the loss, so H is singular in that
 *       direction: a multiple of its projection is added, and a little of the identity. H is then
 *       positive definite, and steps still have no part in that direction
 *   <li>Cholesky
 * </ol>
 *
 * Cost: n (K w)^2 flops and (K w)^3 / 3; memory (K w)^2 and n K doubles. The number of threads
 * changes no bit.
 */
final class SoftmaxMetric implements Lbfgs.Metric {

  /** With more unknowns a metric costs more than the steps it saves. */
  static final int MOST_UNKNOWNS = 1000;

  private static final double LIFT = 1e-10;

  private final SoftmaxLoss loss;
  private final Workers workers;
  private final double[] hessian; // later its Cholesky factor, in the lower triangle
  private final double[] probabilities; // n x K
  private final double[][] weighted;
  private final Blas blas;

  SoftmaxMetric(SoftmaxLoss loss, Workers workers) {
    this.loss = loss;
    this.workers = workers;
    this.blas = workers.blas();
    this.hessian = new double[loss.unknowns() * loss.unknowns()];
    this.probabilities = new double[Math.multiplyExact(loss.rows().rows(), loss.classes())];
    this.weighted = new double[workers.threads()][SoftmaxLoss.BLOCK * loss.rows().columns()];
  }

  @Override
  public void refresh(double[] point) {
    int classes = loss.classes();
    int unknowns = loss.unknowns();
    int w = loss.rows().columns();
    Arrays.fill(hessian, 0);
    int n = loss.rows().rows();
    int step = SoftmaxLoss.BLOCK;
    workers.run(
        (n + step - 1) / step,
        (index, worker) ->
            loss.probabilities(
                index * step,
                Math.min(step, n - index * step),
                point,
                probabilities,
                index * step * classes));
    workers.run(
        classes * (classes + 1) / 2,
        (index, worker) -> {
          int k = (int) ((Math.sqrt(8.0 * index + 1) - 1) / 2);
          addBlock(k, index - k * (k + 1) / 2, weighted[worker]);
        });
    double largest = 0;
    for (int u = 0; u < unknowns; u++) {
      hessian[u * unknowns + u] += loss.penalties()[u % w];
      largest = Math.max(largest, hessian[u * unknowns + u]);
    }
    for (int k = 0; k < classes; k++) {
      for (int l = 0; l <= k; l++) {
        hessian[(k * w + w - 1) * unknowns + l * w + w - 1] += largest / classes;
      }
    }
    double[] saved = hessian.clone();
    for (double lift = LIFT * largest; ; lift *= 100) {
      for (int u = 0; u < unknowns; u++) {
        hessian[u * unknowns + u] += lift;
      }
      if (blas.cholesky(unknowns, hessian) == 0) {
        return;
      }
      System.arraycopy(saved, 0, hessian, 0, saved.length);
    }
  }

  /** Computes H_kl for l <= k. */
  private void addBlock(int k, int l, double[] scaled) {
    Matrix rows = loss.rows();
    int n = rows.rows();
    int w = rows.columns();
    int classes = loss.classes();
    int unknowns = loss.unknowns();
    double[] p = probabilities;
    double[] z = rows.values();
    int into = k * w * unknowns + l * w;
    for (int first = 0; first < n; first += SoftmaxLoss.BLOCK) {
      int count = Math.min(SoftmaxLoss.BLOCK, n - first);
      for (int i = 0; i < count; i++) {
        int row = (first + i) * classes;
        double curvature = p[row + k] * ((k == l ? 1 : 0) - p[row + l]) / n;
        for (int j = 0; j < w; j++) {
          scaled[i * w + j] = curvature * z[(first + i) * w + j];
        }
      }
      View tile = View.at(hessian, into, w, w, unknowns);
      blas.add(1, View.of(scaled, count, w).t(), loss.some(first, count), tile);
    }
  }

  @Override
  public void solve(double[] vector) {
    int unknowns = loss.unknowns();
    blas.solveLowerForRows(1, unknowns, hessian, unknowns, vector, 0, unknowns);
    blas.solveLowerTransposedForRows(1, unknowns, hessian, unknowns, vector, 0, unknowns);
  }
}
