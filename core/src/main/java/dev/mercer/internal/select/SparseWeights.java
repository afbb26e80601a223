package dev.mercer.internal.select;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import java.util.Arrays;

/**
 * The most likely weights of points in Tipping's model of features: n Gaussian vectors phi(x) with
 * covariance C = sigma^2 I + sum_i w_i phi_i phi_i', where the w_i are not negative [Tipping 2001].
 * At the maximum most weights are exactly zero.
 *
 * <p>Let P = Phi C^-1 Phi' (n x n), Q_i = sum_j omega_j P_ij^2 and N = sum omega. As a function of
 * one weight, with all others fixed, twice the log likelihood is const - N log(1 + w s) + w q / (1
 * + w s), where s = P_ii / a, q = Q_i / a^2, a = 1 - w_i P_ii. Its maximum is at w = (q/N - s) /
 * s^2, or at 0 if that is negative.
 *
 * <ol>
 *   <li>the weight whose change gains the most is set to its maximum [as Tipping and Faul 2003 do
 *       for regression]; this subtracts from P a multiple of p p', where p is its column, and Q is
 *       updated in the same pass
 *   <li>repeat until no change gains {@value #SMALLEST_GAIN} N, or until there were too many
 *       changes
 * </ol>
 *
 * The likelihood never falls, and the fixed points are those of Tipping's re-estimation, Q_i = N
 * P_ii for w_i &gt; 0, but each change costs only n^2 flops. Memory: 2 n^2. The bits are the same
 * for any number of threads.
 */
public final class SparseWeights {

  private static final double SMALLEST_GAIN = 1e-6;

  /** After this many changes per point kept, the likelihood is considered flat. */
  private static final int MOST_CHANGES = 30;

  private static final int BLOCK = 64;

  private final int n;
  private final double[] gram;
  private final double[] omega;
  private final double sum;
  private final Workers workers;
  private final Blas blas;
  private final double[] p;
  private final double[] q;
  private double[] weights;

  /**
   * @param gram the Gram matrix, centered if features are; n x n, symmetric; only read
   * @param omega how often each point was seen
   */
  public SparseWeights(int n, double[] gram, double[] omega, Workers workers) {
    this.n = n;
    this.gram = gram;
    this.omega = omega;
    this.sum = Arrays.stream(omega).sum();
    this.workers = workers;
    this.blas = workers.blas();
    this.p = new double[gram.length];
    this.q = new double[n];
    this.weights = new double[n];
  }

  public static long bytes(int n) {
    return 4L * 8 * n * n;
  }

  /** The noise from which on all weights are zero. */
  public double largestNoise() {
    double largest = 0;
    for (int i = 0; i < n; i++) {
      double own = gram[i * n + i];
      if (own > 0) {
        double squares = 0;
        for (int j = 0; j < n; j++) {
          squares += omega[j] * gram[i * n + j] * gram[i * n + j];
        }
        largest = Math.max(largest, squares / (sum * own));
      }
    }
    return largest;
  }

  public double[] weights() {
    return weights.clone();
  }

  /** Number of points whose weight is not zero. */
  public int kept() {
    int count = 0;
    for (double weight : weights) {
      count += weight > 0 ? 1 : 0;
    }
    return count;
  }

  /**
   * Changes weights until the likelihood is at its maximum.
   *
   * @param noise sigma^2
   * @param start weights to start from
   */
  public void maximize(double noise, double[] start) {
    weights = start.clone();
    prepare(noise);
    int changes = 0;
    while (changes < MOST_CHANGES * (kept() + 10)) {
      int best = -1;
      double largest = SMALLEST_GAIN * sum;
      double value = 0;
      for (int i = 0; i < n; i++) {
        double maximum = maximum(i);
        double gain = maximum == weights[i] ? 0 : gain(i, maximum);
        if (gain > largest) {
          largest = gain;
          best = i;
          value = maximum;
        }
      }
      if (best < 0) {
        return;
      }
      change(best, value);
      changes++;
    }
  }

  /** Where the likelihood is largest as a function of one weight. */
  private double maximum(int i) {
    double own = p[i * n + i];
    double rest = 1 - weights[i] * own;
    if (!(own > 0 && rest > 0) || omega[i] == 0) {
      return weights[i];
    }
    double s = own / rest;
    double squared = q[i] / (rest * rest);
    return Math.max(0, (squared / sum - s) / (s * s));
  }

  /** By how much twice the log likelihood grows if a point gets this weight. */
  private double gain(int i, double weight) {
    double own = p[i * n + i];
    double rest = 1 - weights[i] * own;
    double s = own / rest;
    double squared = q[i] / (rest * rest);
    return part(weight, s, squared) - part(weights[i], s, squared);
  }

  private double part(double weight, double s, double squared) {
    return weight * squared / (1 + weight * s) - sum * Math.log1p(weight * s);
  }

  /**
   * Computes P = (K - K_a (sigma^2 W_a^-1 + K_aa)^-1 K_a') / sigma^2, where a are the points of
   * positive weight.
   */
  private void prepare(double noise) {
    int m = kept();
    int[] active = new int[m];
    int at = 0;
    for (int i = 0; i < n; i++) {
      if (weights[i] > 0) {
        active[at++] = i;
      }
    }
    double[] inner = new double[m * m];
    double[] columns = new double[n * m];
    for (int a = 0; a < m; a++) {
      for (int b = 0; b < m; b++) {
        inner[a * m + b] = gram[active[a] * n + active[b]];
      }
      inner[a * m + a] += noise / weights[active[a]];
      for (int i = 0; i < n; i++) {
        columns[i * m + a] = gram[i * n + active[a]];
      }
    }
    if (m > 0) {
      if (blas.cholesky(m, inner) != 0) {
        // The matrix is not positive semidefinite: start again with all weights at zero.
        Arrays.fill(weights, 0);
        prepare(noise);
        return;
      }
      blas.solveLowerForRows(n, m, inner, m, columns, 0, m);
    }
    forRows(
        (from, to) -> {
          System.arraycopy(gram, from * n, p, from * n, (to - from) * n);
          View all = View.of(columns, n, m);
          View some = all.rows(from, to - from);
          View result = View.of(p, n, n).rows(from, to - from);
          blas.multiply(-1 / noise, some, all.t(), 1 / noise, result);
          for (int i = from; i < to; i++) {
            sumSquares(i);
          }
        });
  }

  private void change(int j, double weight) {
    double difference = weight - weights[j];
    double factor = difference / (1 + difference * p[j * n + j]);
    double[] row = Arrays.copyOfRange(p, j * n, (j + 1) * n);
    weights[j] = weight;
    forRows(
        (from, to) -> {
          for (int i = from; i < to; i++) {
            double times = factor * row[i];
            for (int k = 0; k < n; k++) {
              p[i * n + k] -= times * row[k];
            }
            sumSquares(i);
          }
        });
  }

  private void sumSquares(int i) {
    double squares = 0;
    for (int k = 0; k < n; k++) {
      squares += omega[k] * p[i * n + k] * p[i * n + k];
    }
    q[i] = squares;
  }

  private interface RowTask {
    void run(int from, int to);
  }

  private void forRows(RowTask task) {
    workers.run(
        (n + BLOCK - 1) / BLOCK,
        (index, worker) -> task.run(index * BLOCK, Math.min(n, (index + 1) * BLOCK)));
  }
}
