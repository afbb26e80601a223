package dev.mercer.internal.fit;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.features.MomentsPass;
import dev.mercer.internal.kernel.FourierFeatures;
import dev.mercer.internal.problem.Problem;
import java.util.Arrays;

/**
 * Sums of the random Fourier features of all rows, computed in one pass. The features of blocks of
 * rows are computed in parallel, then the tiles of the second moment. Sums over blocks are taken in
 * the order of the rows, so that the bits do not depend on the number of threads.
 *
 * @param sum s = sum w z
 * @param second S = sum w z z', lower triangle
 */
record FourierMoments(double[] sum, View second) {

  static final int BLOCK = 256;
  static final int CHUNK = 8 * BLOCK;

  /** Reads all rows. */
  static FourierMoments of(Problem problem, FourierFeatures map) {
    int features = map.count();
    Rows rows = problem.rows();
    int n = rows.count();
    double[] sum = new double[features];
    View second = View.zeros(features, features);
    // One row more than is used, because the BLAS binding requires whole rows behind every view.
    double[] chunk = new double[(Math.min(n, CHUNK) + 1) * features];
    double[][] buffers = new double[problem.workers().threads()][];
    problem.stages().expect((n + BLOCK - 1) / BLOCK, false);
    for (int from = 0; from < n; from += CHUNK) {
      int start = from;
      int count = Math.min(CHUNK, n - from);
      int blocks = (count + BLOCK - 1) / BLOCK;
      double[][] sums = new double[blocks][];
      problem
          .workers()
          .run(
              blocks,
              (index, worker) -> {
                if (buffers[worker] == null) {
                  buffers[worker] = new double[Math.min(BLOCK, n) * rows.columns()];
                }
                int first = index * BLOCK;
                int some = Math.min(BLOCK, count - first);
                rows.copy(start + first, some, buffers[worker], 0);
                View x = View.of(buffers[worker], some, rows.columns());
                View z = View.at(chunk, first * features, some, features, features);
                map.map(x, z, problem.workers().blas());
                sums[index] =
                    weigh(problem, features, start + first, some, chunk, first * features);
              });
      for (double[] part : sums) {
        for (int c = 0; c < features; c++) {
          sum[c] += part[c];
        }
      }
      MomentsPass.addSecond(second, View.of(chunk, count, features), problem.workers());
    }
    return new FourierMoments(sum, second);
  }

  /**
   * s / N, the mean feature.
   *
   * @param weightSum N
   */
  double[] mean(double weightSum) {
    return Arrays.stream(sum).map(total -> total / weightSum).toArray();
  }

  /** The squared length of a vector of features. */
  static double squared(double[] vector) {
    double result = 0;
    for (double value : vector) {
      result += value * value;
    }
    return result;
  }

  /** The lower triangle of S - N mean mean', which overwrites S. */
  View about(double[] mean, double weightSum) {
    for (int i = 0; i < mean.length; i++) {
      for (int j = 0; j <= i; j++) {
        second.set(i, j, second.get(i, j) - weightSum * mean[i] * mean[j]);
      }
    }
    return second;
  }

  /** Leaves sqrt(w) z in place of z and returns the sum of w z. */
  private static double[] weigh(
      Problem problem, int features, int row, int count, double[] values, int at) {
    double[] sum = new double[features];
    for (int i = 0; i < count; i++) {
      double weight = problem.weights() == null ? 1 : problem.weights()[row + i];
      double root = Math.sqrt(weight);
      for (int c = 0; c < features; c++) {
        int k = at + i * features + c;
        sum[c] += weight * values[k];
        values[k] *= root;
      }
    }
    return sum;
  }
}
