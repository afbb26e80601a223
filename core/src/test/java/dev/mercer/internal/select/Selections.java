package dev.mercer.internal.select;

import dev.mercer.data.DenseRows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.landmark.LandmarkSelector;
import java.util.SplittableRandom;

/** Requests for tests, and data that make selectors stumble. */
public final class Selections {

  private Selections() {}

  public static SelectionRequest request(
      double[][] points, String kernel, double[] weights, int count, long seed, Workers workers) {
    GramColumns gram =
        new GramColumns(DenseRows.of(points), KernelSpec.kernel(kernel), 1L << 20, workers);
    return new SelectionRequest(gram, weights, true, 1, count, 0, seed, 1L << 28);
  }

  /** Runs a selector on so many threads. */
  public static Landmarks select(
      LandmarkSelector selector,
      double[][] points,
      String kernel,
      double[] weights,
      int count,
      long seed,
      int threads) {
    try (Workers workers = Workers.of(threads)) {
      return SelectorCatalog.algorithm(selector)
          .select(request(points, kernel, weights, count, seed, workers));
    }
  }

  /** Points of a coarse grid: many duplicates and many equal distances. */
  public static double[][] grid(int n, int d, int side, double step, double offset, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] points = new double[n][d];
    for (double[] point : points) {
      for (int c = 0; c < d; c++) {
        point[c] = offset + step * random.nextInt(side);
      }
    }
    return points;
  }

  /** Normal points around a few centers, far from the origin if wished. */
  public static double[][] clusters(
      int n, int d, int centers, double spread, double offset, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] means = new double[centers][d];
    for (double[] mean : means) {
      for (int c = 0; c < d; c++) {
        mean[c] = offset + 10 * random.nextGaussian();
      }
    }
    double[][] points = new double[n][d];
    for (double[] point : points) {
      double[] mean = means[random.nextInt(centers)];
      for (int c = 0; c < d; c++) {
        point[c] = mean[c] + spread * random.nextGaussian();
      }
    }
    return points;
  }

  /** Weights 0 to 3, the first one positive. */
  public static double[] weights(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      weights[i] = i == 0 ? 2 : random.nextInt(4);
    }
    return weights;
  }

  /** Every row as often as its weight says, in order. */
  public static double[][] repeated(double[][] points, double[] weights) {
    int total = 0;
    for (double weight : weights) {
      total += (int) weight;
    }
    double[][] result = new double[total][];
    int at = 0;
    for (int i = 0; i < points.length; i++) {
      for (int k = 0; k < weights[i]; k++) {
        result[at++] = points[i];
      }
    }
    return result;
  }
}
