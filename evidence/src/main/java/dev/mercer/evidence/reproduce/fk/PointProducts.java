package dev.mercer.evidence.reproduce.fk;

import dev.mercer.data.Matrix;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fastsum.FastSums;
import dev.mercer.internal.fastsum.FeatureSum;
import dev.mercer.internal.fastsum.SumForecast;
import dev.mercer.internal.fastsum.SumWish;
import dev.mercer.internal.fastsum.TaylorFeatures;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Polynomial;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The products K u of FK's figures 4 to 9: points uniform in the unit square, |u_j| <= 1, one
 * thread. The time of a fast product includes the choice of the scheme, the set-up and the product.
 *
 * @param targets one per row of K
 * @param sources one per column of K
 * @param vector u
 */
record PointProducts(Matrix targets, Matrix sources, double[] vector) {

  static final int COLUMNS = 2;

  private static final long MEMORY = 1L << 30;

  /** N points that serve as targets and as sources. */
  static PointProducts square(int n, long seed) {
    Matrix points = uniform(n, new SplittableRandom(seed));
    return new PointProducts(points, points, vector(n, seed));
  }

  /** N sources and M = 2 N targets, as the caption of figure 9 says. */
  static PointProducts twiceAsManyTargets(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Matrix sources = uniform(n, random);
    return new PointProducts(uniform(2 * n, random), sources, vector(n, seed));
  }

  private static Matrix uniform(int n, SplittableRandom random) {
    return Matrix.wrap(n, COLUMNS, random.doubles((long) n * COLUMNS).toArray());
  }

  private static double[] vector(int n, long seed) {
    return new SplittableRandom(~seed).doubles(n, -1, 1).toArray();
  }

  double[] plain(Polynomial kernel) {
    double[] result = new double[targets.rows()];
    PlainLoops.multiply(kernel, targets, sources, vector, result);
    return result;
  }

  double[] plain(Gaussian kernel) {
    double[] result = new double[targets.rows()];
    PlainLoops.multiply(kernel, targets, sources, vector, result);
    return result;
  }

  /** By compressed monomials (FK sec. 10). */
  double[] monomials(Polynomial kernel, Workers one) {
    double[] result = new double[targets.rows()];
    forecast(kernel).build(one).multiply(1, vector, result);
    return result;
  }

  /** How many monomials there are. */
  int terms(Polynomial kernel) {
    return forecast(kernel).terms();
  }

  private SumForecast forecast(Polynomial kernel) {
    return FastSums.choose(
            targets,
            sources,
            kernel,
            new SumWish("polynomial", null, 1, 1, MEMORY, 1, Backend.instance()))
        .best();
  }

  /** By a Taylor expansion about one center (FK sec. 11), with the given truncation number. */
  double[] taylor(Gaussian kernel, int truncation, Workers one) {
    double[] result = new double[targets.rows()];
    expansion(kernel, truncation, one).multiply(1, vector, result);
    return result;
  }

  FeatureSum expansion(Gaussian kernel, int truncation, Workers one) {
    TaylorFeatures map = TaylorFeatures.truncated(targets, sources, kernel, truncation);
    return new FeatureSum(map, targets, sources, one);
  }

  /** The sum of all |u_j|. */
  double size() {
    return Arrays.stream(vector).map(Math::abs).sum();
  }

  /** FK's bound for an entry of the product, given |u_j| <= 1. */
  double printedBound(double sigma, int truncation) {
    return TaylorFeatures.printedBound(sources.rows(), COLUMNS, sigma, truncation);
  }

  /** The truncation number that FK's bound requires. */
  int printedTruncation(double sigma, double error) {
    int p = 1;
    while (printedBound(sigma, p) > error) {
      p++;
    }
    return p;
  }

  static double largestDifference(double[] one, double[] other) {
    double worst = 0;
    for (int i = 0; i < one.length; i++) {
      worst = Math.max(worst, Math.abs(one[i] - other[i]));
    }
    return worst;
  }

  /** FK's sizes, 100 to 1000. */
  static int[] sizes(Lab lab) {
    return lab.pick(
        new int[] {100, 200, 400, 700, 1000},
        new int[] {100, 200, 300, 400, 500, 600, 700, 800, 900, 1000});
  }

  static double[] numbers(int[] sizes) {
    return Arrays.stream(sizes).asDoubleStream().toArray();
  }
}
