package dev.mercer.internal.select;

import dev.mercer.data.Rows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.rows.EqualRows;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.Herding;
import java.util.Arrays;

/**
 * {@link Herding}: a greedy choice of rows whose mean feature follows the mean feature mu of all
 * rows.
 *
 * <ol>
 *   <li>compute mu(x_i) = sum_j w_j k(x_i, x_j) / sum w for every row
 *   <li>with t rows chosen, the next one maximizes (t + 1) mu(x) - sum_chosen k(x, chosen), which
 *       is herding started at mu; rows equal to a chosen one and rows of weight zero are skipped;
 *       ties go to the lowest row
 * </ol>
 *
 * Of equal rows only one is chosen, because giving a row twice means the same as giving it weight
 * 2. Every landmark stands for the same share: its weight is sum w / m. The choice involves no
 * random numbers. Cost: n^2 / 2 kernel values in tiles for mu and m n for the columns of the
 * landmarks; memory: two numbers per row and a tile per thread. Works for a precomputed kernel.
 * Stops early, with a note, if every row equals a chosen one.
 */
final class HerdingSelector implements Selector {

  @Override
  public double kernelValues(int rows, int landmarks) {
    return 0.5 * rows * rows + (double) rows * landmarks;
  }

  /**
   * Most of it is for the mean of K's columns; the columns of landmarks are computed one at a time.
   */
  @Override
  public long bytes(Rows rows, Kernel kernel, int landmarks, int threads) {
    return GramColumns.bytesOfNorms(rows, kernel, threads)
        + WholeGram.bytes(rows, kernel, 1, threads)
        + 4L * 8 * rows.count();
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    int m = request.requireCandidates();
    int n = request.size();
    GramColumns gram = request.gram();
    double[] weights = new double[n];
    Arrays.setAll(weights, request::weight);
    double total = Arrays.stream(weights).sum();
    double[] mean = gram.product(weights);
    for (int i = 0; i < n; i++) {
      mean[i] = weights[i] > 0 ? mean[i] / total : Double.NEGATIVE_INFINITY;
    }
    double[] score = mean.clone();
    double[] column = new double[n];
    int[] chosen = new int[m];
    EqualRows taken = new EqualRows(request.rows());
    int t = 0;
    while (t < m) {
      int next = largest(score);
      if (score[next] == Double.NEGATIVE_INFINITY) {
        break;
      }
      mean[next] = Double.NEGATIVE_INFINITY;
      score[next] = Double.NEGATIVE_INFINITY;
      if (taken.take(next) != next) {
        continue;
      }
      chosen[t++] = next;
      column(gram, next, column);
      for (int i = 0; i < n; i++) {
        score[i] += mean[i] - column[i];
      }
    }
    double[] shares = new double[t];
    Arrays.fill(shares, total / t);
    Landmarks found = Landmarks.ofRows(gram, Arrays.copyOf(chosen, t), shares);
    return KMeansSelector.noted(Herding.NAME, request, found);
  }

  private static int largest(double[] score) {
    int result = 0;
    for (int i = 1; i < score.length; i++) {
      if (score[i] > score[result]) {
        result = i;
      }
    }
    return result;
  }

  private static void column(GramColumns gram, int row, double[] into) {
    if (!gram.kernel().hasPoints()) {
      gram.rows().copy(row, 1, into, 0); // a column of a symmetric matrix is a row
      return;
    }
    GramColumns.Columns one = gram.of(new int[] {row});
    gram.forBlocks((index, first, count, worker) -> one.fill(first, count, into, first, worker));
  }
}
