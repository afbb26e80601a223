package dev.mercer.evidence.bench.fastsum;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.fastsum.FastSums;
import dev.mercer.internal.fastsum.KernelSum;
import dev.mercer.internal.fastsum.SumCheck;
import dev.mercer.internal.fastsum.SumForecast;
import dev.mercer.internal.fastsum.SumWish;
import dev.mercer.internal.gram.TiledGram;
import dev.mercer.kernel.Kernel;
import java.util.SplittableRandom;

/**
 * A sum to be measured, K(X, Y) v with one vector.
 *
 * @param error the largest allowed error of any kernel value; null for the default
 */
record SumTask(Matrix targets, Matrix sources, Kernel kernel, Double error) {

  /** The part of the benchmarks' heap that is left after points and vectors. */
  private static final long MEMORY = 4L << 30;

  private static final long POINTS_SEED = 1;
  private static final long VECTOR_SEED = 2;
  private static final long CHECK_SEED = 3;

  /** The sum whose targets and sources are the same points. */
  static SumTask square(Matrix points, Kernel kernel, Double error) {
    return new SumTask(points, points, kernel, error);
  }

  /** Points uniform in the unit cube; every call gives the same ones. */
  static Matrix unitCube(int rows, int columns) {
    return Matrix.wrap(
        rows, columns, new SplittableRandom(POINTS_SEED).doubles((long) rows * columns).toArray());
  }

  /**
   * Values uniform between -1 and 1, since FK assumes |u_j| <= 1; every call gives the same ones.
   */
  static double[] vector(int length) {
    return new SplittableRandom(VECTOR_SEED).doubles(length, -1, 1).toArray();
  }

  /**
   * The forecast for the best scheme, or for the one named; null if that does not support these
   * points.
   */
  SumForecast forecast(String scheme, int products, int threads) {
    return FastSums.choose(
            targets,
            sources,
            kernel,
            new SumWish(scheme, error, 1, products, MEMORY, threads, Backend.instance()))
        .best();
  }

  /** One product with all its set-up: choice of the scheme, preparation and product. */
  KernelSum fromPoints(String scheme, double[] vector, double[] result, Workers workers) {
    KernelSum sum = forecast(scheme, 1, workers.threads()).build(workers);
    sum.multiply(1, vector, result);
    return sum;
  }

  /** The Gram matrix whose tiles are computed again in every product. */
  TiledGram tiles(Workers workers) {
    int n = sources.rows();
    return new TiledGram(
        new KernelTiles(
            DenseRows.wrap(n, sources.columns(), sources.values()),
            kernel,
            false,
            new TileGrid(n).tileRows(),
            workers),
        false,
        workers);
  }

  /** The largest error on a sample of kernel values and of entries of a product. */
  double largestError(KernelSum sum) {
    return SumCheck.largestError(sum, kernel, targets, sources, CHECK_SEED);
  }

  /** The largest absolute difference between two results. */
  static double largestDifference(double[] one, double[] other) {
    double worst = 0;
    for (int i = 0; i < one.length; i++) {
      worst = Math.max(worst, Math.abs(one[i] - other[i]));
    }
    return worst;
  }
}
