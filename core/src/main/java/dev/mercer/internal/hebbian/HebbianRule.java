package dev.mercer.internal.hebbian;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.linalg.PivotedCholeskyFactor;
import java.util.Arrays;

/**
 * The generalized Hebbian rule in coefficients over all rows: the state of axes A (n x r), their
 * scores Y = K'A, and one step for one row [Kim, Franz and Scholkopf 2005; Gunter, Schraudolph and
 * Vishwanathan 2007].
 *
 * <p>For row t with scores y, LT the lower triangle:
 *
 * <ol>
 *   <li>Gamma = y e_t' - LT(y y') A': towards the row, away from what this axis and those before it
 *       explain
 *   <li>with meta-descent: log gains rho += {@value #META_RATE} diag(Gamma K' B') / (tr K' / N), B
 *       the effect of past gains on A, a share of the variance so that units do not matter; then B
 *       = {@value #MEMORY} B + g (Gamma + {@value #MEMORY} dGamma), dGamma the derivative of Gamma
 *       along B
 *   <li>A' += g Gamma, Y likewise with k'(t, .) in place of e_t
 * </ol>
 *
 * Since LT(y y') A' row by row is y_i times a running sum, a step costs O(n r). The gain g is
 * annealed, tau / (steps + tau), and with meta-descent divided by the eigenvalue each axis seems to
 * have (their KHA/et). It is cut where g max(k'(t,t), |y|^2) would exceed 1, beyond which a single
 * row could throw an axis about.
 */
public final class HebbianRule {

  private static final double META_RATE = 0.1;
  private static final double MEMORY = 0.99;

  /** Epochs after which gains are half of what they were. */
  private static final int HALVING_EPOCHS = 5;

  /** Most a log gain changes in a step. */
  private static final double LARGEST_CHANGE = 0.5;

  /** Points a task works on: sums over tasks are taken in their order. */
  private static final int BLOCK = 4096;

  /** Points whose running sums are in the nearest cache. */
  private static final int STRETCH = 512;

  /** Below this share of the largest, a direction is rounding. */
  private static final double CUT_OFF = 1e-12;

  private final int n;
  private final int r;
  private final boolean adaptive;
  private final Workers workers;
  private final Blas blas;
  private final Simd simd;
  private final double[] axes; // component after component: r x n, so that loops run over points
  private final double[] scores;
  private final double[] trace;
  private final double[] traceScores;
  private final double[] logGain;
  private final double[] scale;
  private final double variance;
  private final double baseGain;
  private final double halving;
  private long steps;

  // One step's numbers, one a component.
  private final double[] y;
  private final double[] dy;
  private final double[] gain;
  private final double[][] sums; // running sums of a stretch, one array a block

  private HebbianRule(
      int n,
      int r,
      double[] axes,
      double[] scores,
      boolean adaptive,
      double variance,
      double gain,
      int rows,
      Workers workers) {
    this.n = n;
    this.r = r;
    this.axes = axes;
    this.scores = scores;
    this.adaptive = adaptive;
    this.workers = workers;
    this.blas = workers.blas();
    this.simd = workers.backend().simdFor((long) n * n * r);
    this.trace = adaptive ? new double[n * r] : null;
    this.traceScores = adaptive ? new double[n * r] : null;
    this.logGain = new double[r];
    this.scale = new double[r];
    this.variance = variance;
    this.baseGain = gain;
    this.halving = (double) HALVING_EPOCHS * rows;
    this.y = new double[r];
    this.dy = new double[r];
    this.gain = new double[r];
    this.sums = new double[(n + BLOCK - 1) / BLOCK][4 * STRETCH];
    Arrays.fill(scale, 1);
  }

  /**
   * @param columns axes to start with
   * @param start their coefficients, n x columns; given away
   * @param scores K' times them; given away
   * @param variance tr K' / N
   * @param gain of the first step for a row of weight one
   * @param rows steps an epoch has
   * @return null if the axes have no length: K' vanishes
   */
  static HebbianRule of(
      int n,
      int columns,
      double[] start,
      double[] scores,
      boolean adaptive,
      double variance,
      double gain,
      int rows,
      Workers workers) {
    // Orthonormal axes to begin with; as many as the kernel has dimensions.
    Blas blas = workers.blas();
    View axes = View.of(start, n, columns);
    double[] gram = blas.product(axes.t(), View.of(scores, n, columns)).values();
    PivotedCholeskyFactor factor = PivotedCholeskyFactor.of(columns, gram, CUT_OFF, blas);
    int r = factor.rank();
    if (r == 0) {
      return null;
    }
    double[] a = transposed(n, r, orthonormal(n, columns, start, factor, blas));
    double[] y = transposed(n, r, orthonormal(n, columns, scores, factor, blas));
    return new HebbianRule(n, r, a, y, adaptive, variance, gain, rows, workers);
  }

  private static double[] orthonormal(
      int n, int columns, double[] values, PivotedCholeskyFactor factor, Blas blas) {
    int r = factor.rank();
    double[] result = new double[n * r];
    for (int p = 0; p < n; p++) {
      for (int c = 0; c < r; c++) {
        result[p * r + c] = values[p * columns + factor.order()[c]];
      }
    }
    blas.solveLowerForRows(n, r, factor.lower(), r, result, 0, r);
    return result;
  }

  int rank() {
    return r;
  }

  /** A, n x r, row-major, a new array. */
  double[] axes() {
    return transposed(r, n, axes);
  }

  /** K'A as the steps have it, n x r, row-major, a new array: rounding adds up. */
  double[] scores() {
    return transposed(r, n, scores);
  }

  private static double[] transposed(int rows, int columns, double[] values) {
    double[] result = new double[values.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        result[j * rows + i] = values[i * columns + j];
      }
    }
    return result;
  }

  /** Before an epoch: gains in proportion to the inverse of what seem to be the eigenvalues. */
  void beginEpoch() {
    if (!adaptive) {
      return;
    }
    double[] estimates = new double[r];
    double squares = 0;
    for (int i = 0; i < r; i++) {
      estimates[i] = blas.norm(n, scores, i * n) / blas.norm(n, axes, i * n);
      squares += estimates[i] * estimates[i];
    }
    for (int i = 0; i < r; i++) {
      scale[i] = estimates[i] > 0 ? Math.sqrt(squares / r) / estimates[i] : 1;
    }
  }

  /**
   * One step.
   *
   * @param row t
   * @param values k'(t, .)
   * @param weight the row's weight, one on average
   */
  void step(int row, double[] values, double weight) {
    double length = 0;
    for (int i = 0; i < r; i++) {
      y[i] = scores[i * n + row];
      length += y[i] * y[i];
      dy[i] = adaptive ? traceScores[i * n + row] : 0;
    }
    if (adaptive) {
      adaptGains(row, weight);
    }
    double most = 1 / Math.max(Math.max(values[row], length), Double.MIN_NORMAL);
    double annealed = baseGain * weight * halving / (steps + halving);
    for (int i = 0; i < r; i++) {
      gain[i] = Math.min(most, annealed * scale[i] * Math.exp(logGain[i]));
    }
    forBlocks((index, from, to) -> update(index, from, to, values));
    for (int i = 0; i < r; i++) {
      // The part along e_t, with the numbers from before the step.
      axes[i * n + row] += gain[i] * y[i];
      if (adaptive) {
        trace[i * n + row] += gain[i] * (y[i] + MEMORY * dy[i]);
      }
    }
    steps++;
  }

  /** rho += rate (y_i B k'_t - y_i sum_(j<=i) y_j a_j . K'b_i). */
  private void adaptGains(int row, double weight) {
    int blocks = (n + BLOCK - 1) / BLOCK;
    double[] parts = new double[blocks * r];
    forBlocks(
        (index, from, to) -> {
          double[] sum = sums[index];
          for (int first = from; first < to; first += STRETCH) {
            int count = Math.min(STRETCH, to - first);
            Arrays.fill(sum, 0, count, 0);
            for (int i = 0; i < r; i++) {
              int at = i * n + first;
              simd.add(sum, 0, count, y[i], axes, at);
              parts[index * r + i] += blas.dot(count, sum, 0, traceScores, at);
            }
          }
        });
    for (int i = 0; i < r; i++) {
      double along = dy[i];
      for (int block = 0; block < blocks; block++) {
        along -= parts[block * r + i];
      }
      double change = META_RATE * weight * y[i] * along / variance;
      logGain[i] += Math.max(-LARGEST_CHANGE, Math.min(LARGEST_CHANGE, change));
    }
  }

  /**
   * Everything but the part along e_t, for some points. The running sums are, for component i, over
   * j up to i: of y_j a_j, of y_j K'a_j; and with meta-descent of dy_j a_j + y_j b_j, and the same
   * with K'.
   */
  private void update(int index, int from, int to, double[] values) {
    double[] sum = sums[index];
    for (int first = from; first < to; first += STRETCH) {
      int count = Math.min(STRETCH, to - first);
      Arrays.fill(sum, 0);
      // The second sum is that of y_j K'a_j less k'(t, .): what is left of the row.
      simd.add(sum, STRETCH, count, -1, values, first);
      for (int i = 0; i < r; i++) {
        int at = i * n + first;
        simd.add(sum, 0, count, y[i], axes, at);
        simd.add(sum, STRETCH, count, y[i], scores, at);
        if (adaptive) {
          simd.add(sum, 2 * STRETCH, count, dy[i], axes, at);
          simd.add(sum, 2 * STRETCH, count, y[i], trace, at);
          simd.add(sum, 3 * STRETCH, count, dy[i], scores, at);
          simd.add(sum, 3 * STRETCH, count, y[i], traceScores, at);
          double own = -gain[i] * (y[i] + MEMORY * dy[i]);
          double along = -gain[i] * MEMORY * y[i];
          simd.affine(trace, at, count, MEMORY, 0);
          simd.add(trace, at, count, own, sum, 0);
          simd.add(trace, at, count, along, sum, 2 * STRETCH);
          simd.affine(traceScores, at, count, MEMORY, 0);
          simd.add(traceScores, at, count, own, sum, STRETCH);
          simd.add(traceScores, at, count, along, sum, 3 * STRETCH);
        }
        simd.add(axes, at, count, -gain[i] * y[i], sum, 0);
        simd.add(scores, at, count, -gain[i] * y[i], sum, STRETCH);
      }
    }
  }

  private interface BlockTask {
    void run(int index, int from, int to);
  }

  private void forBlocks(BlockTask task) {
    int blocks = (n + BLOCK - 1) / BLOCK;
    if (blocks == 1) {
      task.run(0, 0, n);
    } else {
      workers.run(
          blocks,
          (index, worker) -> task.run(index, index * BLOCK, Math.min(n, (index + 1) * BLOCK)));
    }
  }

  /** The variance the axes capture: tr(G^+ Y'WY), G = A'Y. */
  double captured(double[] weights) {
    double[] gram = blas.product(View.of(axes, r, n), View.of(scores, r, n).t()).values();
    double[] second = second(n, r, scores(), weights, blas);
    for (double value : gram) {
      if (!Double.isFinite(value)) {
        return Double.NaN;
      }
    }
    return traceOfQuotient(r, gram, second, blas);
  }

  /** tr(G^+ M) for symmetric positive semidefinite G and M, both destroyed. */
  private static double traceOfQuotient(int size, double[] gram, double[] matrix, Blas blas) {
    double[] values = new double[size];
    // Axes of very different lengths (improved's are kappa^-1/2) are brought to length one first.
    double[] scale = new double[size];
    for (int i = 0; i < size; i++) {
      scale[i] = gram[i * size + i] > 0 ? 1 / Math.sqrt(gram[i * size + i]) : 0;
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        gram[i * size + j] *= scale[i] * scale[j];
        matrix[i * size + j] *= scale[i] * scale[j];
      }
    }
    blas.symmetricEigen(size, gram, values);
    double sum = 0;
    for (int e = 0; e < size; e++) {
      if (values[e] > LandmarkFactor.CUT_OFF * values[size - 1]) {
        double quadratic = 0;
        for (int i = 0; i < size; i++) {
          double entry = gram[e * size + i];
          quadratic += entry * blas.dot(size, matrix, i * size, gram, e * size);
        }
        sum += quadratic / values[e];
      }
    }
    return sum;
  }

  /** Y'WY. */
  static double[] second(int n, int r, double[] scores, double[] weights, Blas blas) {
    double[] weighted = scores.clone();
    for (int p = 0; weights != null && p < n; p++) {
      for (int i = 0; i < r; i++) {
        weighted[p * r + i] *= weights[p];
      }
    }
    return blas.product(View.of(scores, n, r).t(), View.of(weighted, n, r)).values();
  }
}
