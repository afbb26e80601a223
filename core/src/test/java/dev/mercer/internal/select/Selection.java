package dev.mercer.internal.select;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.RowFeatures;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Precomputed;
import dev.mercer.landmark.LandmarkSelector;
import java.util.Arrays;
import java.util.function.Function;

/** A request for landmarks, put together piece by piece, and plain definitions to compare with. */
public record Selection(
    Kernel kernel,
    double[][] points,
    double[] weights,
    int count,
    double tolerance,
    long seed,
    long memory,
    int threads) {

  public static Selection of(String kernel, double[][] points, int count) {
    return new Selection(Definition.kernel(kernel), points, null, count, 0, 1, 1L << 30, 1);
  }

  public Selection weights(double... given) {
    return new Selection(kernel, points, given, count, tolerance, seed, memory, threads);
  }

  public Selection count(int wanted) {
    return new Selection(kernel, points, weights, wanted, tolerance, seed, memory, threads);
  }

  public Selection tolerance(double share) {
    return new Selection(kernel, points, weights, count, share, seed, memory, threads);
  }

  public Selection seed(long given) {
    return new Selection(kernel, points, weights, count, tolerance, given, memory, threads);
  }

  public Selection memory(long bytes) {
    return new Selection(kernel, points, weights, count, tolerance, seed, bytes, threads);
  }

  public Selection threads(int number) {
    return new Selection(kernel, points, weights, count, tolerance, seed, memory, number);
  }

  /** The same with the Gram matrix instead of the points. */
  public Selection precomputed() {
    return new Selection(
        new Precomputed(true), gram(), weights, count, tolerance, seed, memory, threads);
  }

  public Landmarks by(LandmarkSelector selector) {
    return with(SelectorCatalog.algorithm(selector)::select);
  }

  public <T> T with(Function<SelectionRequest, T> task) {
    try (Workers workers = Workers.of(threads)) {
      GramColumns gram = new GramColumns(Definition.rows(points), kernel, 1L << 20, workers);
      return task.apply(
          new SelectionRequest(gram, weights, true, 2, count, tolerance, seed, memory));
    }
  }

  /** Chooses again and again, with other seeds, on the same Gram matrix. */
  public int[][] often(LandmarkSelector selector, int times) {
    return with(
        request -> {
          int[][] result = new int[times][];
          for (int s = 0; s < times; s++) {
            SelectionRequest again =
                new SelectionRequest(
                    request.gram(), weights, true, 2, count, tolerance, seed + s, memory);
            result[s] = SelectorCatalog.algorithm(selector).select(again).rows();
          }
          return result;
        });
  }

  public double[][] gram() {
    return kernel instanceof Precomputed ? points : Definition.gram(kernel, points);
  }

  public double[] weightsOrOnes() {
    return Definition.weights(weights, points.length);
  }

  /** K - K(:,S) K(S,S)^-1 K(S,:), by eliminating one row after the other. */
  public static double[][] residual(double[][] gram, int... chosen) {
    double[][] residual = Arrays.stream(gram).map(double[]::clone).toArray(double[][]::new);
    for (int s : chosen) {
      double pivot = residual[s][s];
      double[] row = residual[s].clone();
      for (int i = 0; i < residual.length; i++) {
        double factor = residual[i][s] / pivot;
        for (int j = 0; j < residual.length; j++) {
          residual[i][j] -= factor * row[j];
        }
      }
    }
    return residual;
  }

  public double trace(double[][] matrix) {
    double sum = 0;
    for (int i = 0; i < matrix.length; i++) {
      sum += weightsOrOnes()[i] * matrix[i][i];
    }
    return sum;
  }

  /** F as an array of rows. */
  public static double[][] rows(RowFeatures features) {
    double[][] result = new double[features.rows()][];
    for (int i = 0; i < result.length; i++) {
      int from = features.offset(i);
      result[i] = Arrays.copyOfRange(features.array(i), from, from + features.columns());
    }
    return result;
  }

  /**
   * Pearson's statistic of pairs drawn against their probabilities; its mean is the number of pairs
   * less one, its variance twice that.
   */
  public static double chiSquare(int[][] drawn, double[][] probability) {
    int n = probability.length;
    double[][] seen = new double[n][n];
    for (int[] pair : drawn) {
      seen[pair[0]][pair[1]]++;
    }
    double sum = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double expected = drawn.length * probability[i][j];
        if (expected > 0) {
          sum += (seen[i][j] - expected) * (seen[i][j] - expected) / expected;
        } else if (seen[i][j] > 0) {
          return Double.POSITIVE_INFINITY;
        }
      }
    }
    return sum;
  }

  /** What the statistic stays below but once in a million: six standard deviations above. */
  public static double limit(int cells) {
    return cells - 1 + 6 * Math.sqrt(2.0 * (cells - 1));
  }

  /** Probabilities of ordered pairs drawn without replacement by fixed masses. */
  public static double[][] pairs(double[] masses) {
    int n = masses.length;
    double sum = Arrays.stream(masses).sum();
    double[][] result = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        result[i][j] = i == j ? 0 : masses[i] / sum * masses[j] / (sum - masses[i]);
      }
    }
    return result;
  }
}
