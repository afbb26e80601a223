package dev.mercer.internal.select;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.rows.SmallestKeys;
import java.util.Arrays;

/**
 * The span of landmarks that shrinks one landmark at a time, and what each of them contributes.
 *
 * <p>In coordinates in which the span is orthonormal (K_y = L L', features L^-1 h) each landmark j
 * has one direction that only it contributes: x_j = L^-1 e_j. Without landmark j, J_1 is the sum of
 * the r largest eigenvalues of the second moment S restricted to the complement of x_j.
 *
 * <ol>
 *   <li>diagonalize S = diag(d); the x_j are kept in this eigenbasis
 *   <li>for each landmark compute a lower bound of what J_1 loses, in which the poles beyond the
 *       first 2r + 8 are raised to the largest of them; compute the exact loss for the landmarks
 *       with the smallest bounds ({@link SpectrumChange})
 *   <li>to remove landmark i, a reflection moves x_i to the last axis, which is then dropped from S
 *       and from all other x_j
 * </ol>
 *
 * All updates are orthogonal transformations and nothing is inverted again, so no digits are lost
 * over many removals. Cost per removal: O(k^3) for the eigenbasis and its application, O(k^2 r) for
 * the losses; no kernel values.
 */
public final class ShrinkingSpan {

  /** How many poles beyond twice the rank are kept in the bounds. */
  private static final int MORE_POLES = 8;

  /** Number of landmarks per task. */
  private static final int BLOCK = 32;

  private final Workers workers;
  private final int rank;
  private final Blas blas;
  private int order;
  private int[] landmarks;
  private double[] directions; // row j is x_j
  private double[] moment; // S, row-major; after diagonalize(), its eigenbasis
  private double[] poles;

  /**
   * @param landmarks row numbers of the landmarks, in the order used by {@code start}
   */
  public ShrinkingSpan(SubsetCriterion.Moment start, int[] landmarks, int rank, Workers workers) {
    this.workers = workers;
    this.blas = workers.blas();
    this.rank = rank;
    this.order = start.order();
    this.landmarks = landmarks.clone();
    this.moment = start.values().clone();
    directions = new double[order * order];
    for (int j = 0; j < order; j++) {
      directions[j * order + j] = 1;
    }
    blas.solveLowerForRows(order, order, start.factor(), order, directions, 0, order);
    diagonalize();
  }

  public int count() {
    return order;
  }

  public int[] landmarks() {
    return landmarks.clone();
  }

  /**
   * Removes the landmark whose removal lowers J_1 least; of equal ones the one with the highest
   * row.
   */
  public void removeLeast() {
    remove(least());
    diagonalize();
  }

  /** What J_1 loses with each landmark, computed exactly. */
  public double[] losses() {
    double[] result = new double[order];
    for (int j = 0; j < order; j++) {
      result[j] = loss(j, order, new double[order + 1]);
    }
    return result;
  }

  /** Step 1: diagonalizes the moment. */
  private void diagonalize() {
    int k = order;
    if (k == 0) {
      return;
    }
    double[] basis = moment;
    double[] ascending = new double[k];
    blas.symmetricEigen(k, basis, ascending);
    double[] turned = new double[k * k];
    forBlocks(
        (first, height) -> {
          View some = View.at(directions, first * k, height, k, k);
          View to = View.at(turned, first * k, height, k, k);
          blas.product(some, View.of(basis, k, k).t(), to);
        });
    // Reversed, so that the largest pole comes first.
    poles = new double[k];
    for (int l = 0; l < k; l++) {
      poles[l] = ascending[k - 1 - l];
    }
    for (int j = 0; j < k; j++) {
      for (int l = 0; l < k; l++) {
        directions[j * k + l] = turned[j * k + k - 1 - l];
      }
    }
  }

  /** Step 2: the place of the landmark to remove. */
  private int least() {
    double[] bounds = new double[order];
    int kept = Math.min(order, 2 * rank + MORE_POLES);
    forBlocks(
        (first, height) -> {
          double[] weights = new double[kept + 1];
          for (int j = first; j < first + height; j++) {
            bounds[j] = loss(j, kept, weights);
          }
        });
    double captured = 0;
    for (int l = 0; l < Math.min(rank, order); l++) {
      captured += poles[l];
    }
    double tie = GreedyStep.TIE * captured;
    if (kept < order) {
      makeExact(bounds, tie);
    }
    double best = Arrays.stream(bounds).min().orElseThrow();
    int place = -1;
    for (int j = 0; j < order; j++) {
      if (bounds[j] <= best + tie && (place < 0 || landmarks[j] > landmarks[place])) {
        place = j;
      }
    }
    return place;
  }

  /**
   * Replaces bounds by exact losses, smallest first, until no remaining bound could be the least.
   */
  private void makeExact(double[] bounds, double tie) {
    boolean[] exact = new boolean[order];
    double[] open = bounds.clone();
    double best = Double.POSITIVE_INFINITY;
    while (true) {
      double reach = best + tie;
      int[] next =
          Arrays.stream(SmallestKeys.of(open, Math.min(order, BLOCK)))
              .filter(j -> !exact[j] && bounds[j] <= reach)
              .toArray();
      if (next.length == 0) {
        return;
      }
      workers.run(
          next.length,
          (index, worker) -> bounds[next[index]] = loss(next[index], order, new double[order + 1]));
      for (int j : next) {
        exact[j] = true;
        open[j] = Double.POSITIVE_INFINITY;
        best = Math.min(best, bounds[j]);
      }
    }
  }

  /**
   * What J_1 loses without landmark j; the poles from {@code kept} on are raised to the pole at
   * {@code kept}.
   */
  private double loss(int j, int kept, double[] weights) {
    double all = 0;
    for (int l = j * order; l < (j + 1) * order; l++) {
      all += directions[l] * directions[l];
    }
    double rest = 0;
    for (int l = 0; l < order; l++) {
      double entry = directions[j * order + l];
      if (l < kept) {
        weights[l] = entry * entry / all;
      } else {
        rest += entry * entry / all;
      }
    }
    weights[kept] = rest;
    return SpectrumChange.loss(poles, weights, kept < order ? kept + 1 : order, rank);
  }

  /** Step 3: removes the landmark at a place. */
  private void remove(int place) {
    int k = order;
    int m = k - 1;
    double[] mirror = Arrays.copyOfRange(directions, place * k, (place + 1) * k);
    mirror[m] += Math.copySign(blas.norm(k, mirror, 0), mirror[m]);
    double norm = blas.norm(k, mirror, 0);
    double stretch = 0;
    for (int l = 0; l < k; l++) {
      mirror[l] /= norm;
      stretch += mirror[l] * mirror[l] * poles[l];
    }
    // (I - 2uu') D (I - 2uu') without the last axis.
    moment = new double[m * m];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j <= i; j++) {
        moment[i * m + j] = 2 * mirror[i] * mirror[j] * (2 * stretch - poles[i] - poles[j]);
      }
      moment[i * m + i] += poles[i];
    }
    double[] others = new double[m * m];
    int[] left = new int[m];
    for (int j = 0, to = 0; j < k; j++) {
      if (j == place) {
        continue;
      }
      double along = 2 * blas.dot(k, directions, j * k, mirror, 0);
      for (int l = 0; l < m; l++) {
        others[to * m + l] = directions[j * k + l] - along * mirror[l];
      }
      left[to++] = landmarks[j];
    }
    directions = others;
    landmarks = left;
    order = m;
  }

  private interface BlockTask {
    void run(int first, int height);
  }

  private void forBlocks(BlockTask task) {
    workers.run(
        (order + BLOCK - 1) / BLOCK,
        (index, worker) -> task.run(index * BLOCK, Math.min(BLOCK, order - index * BLOCK)));
  }
}
