package dev.mercer.internal.select;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.rows.SmallestKeys;
import java.util.Arrays;

/**
 * The span of landmarks that shrinks one by one, and what each of them holds.
 *
 * <p>In coordinates in which the span is orthonormal (K_y = L L', features L^-1 h) landmark j alone
 * holds one direction that the others do not: x_j = L^-1 e_j. Without it J_1 is the sum of the r
 * largest eigenvalues of the second moment S on the complement of x_j.
 *
 * <ol>
 *   <li>S = diag(d) by its eigenbasis, in which the x_j are kept
 *   <li>a lower bound of what J_1 loses with each landmark, the poles beyond the first 2r + 8 moved
 *       up to the next one; exactly for those with the smallest bounds ({@link SpectrumChange})
 *   <li>to remove landmark i, a reflection takes x_i to the last axis, which is dropped from S and
 *       from all other x_j
 * </ol>
 *
 * Everything is turned, nothing inverted again: no digits are lost over many removals. Cost of a
 * removal: O(k^3) for the eigenbasis and the turn, O(k^2 r) for the losses; no kernel values.
 */
public final class ShrinkingSpan {

  /** Poles kept beside twice the rank in the bounds. */
  private static final int MORE_POLES = 8;

  /** Landmarks worked on by a task. */
  private static final int BLOCK = 32;

  private final Workers workers;
  private final int rank;
  private final Blas blas;
  private int order;
  private int[] landmarks;
  private double[] directions; // row j is x_j
  private double[] moment; // S, row-major; its eigenbasis once diagonal
  private double[] poles;

  /**
   * @param landmarks row numbers of the landmarks of the moment, in its order
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

  /** Removes the landmark whose loss lowers J_1 least; of equals the one with the highest row. */
  public void removeLeast() {
    remove(least());
    diagonalize();
  }

  /** What J_1 loses with each landmark, exactly. */
  public double[] losses() {
    double[] result = new double[order];
    for (int j = 0; j < order; j++) {
      result[j] = loss(j, order, new double[order + 1]);
    }
    return result;
  }

  /** Step 1. */
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
    // The largest first.
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

  /** Replaces bounds by losses, smallest first, until no bound is left that could be least. */
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

  /** What J_1 loses with landmark j, the poles from {@code kept} on moved up to that one. */
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

  /** Step 3. */
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
