package dev.mercer.use.denoise;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Workers;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * Mean and covariance of clean rows, the covariance with divisor n, and the linear filters that
 * follow from them.
 *
 * <ol>
 *   <li>a pass for the mean of each column
 *   <li>a pass that adds up B'B for blocks B of rows less the mean, so that nothing cancels
 * </ol>
 *
 * Cost: n d^2 flops on one thread, d^2 doubles.
 */
public final class RowMoments {

  /** Above this the covariance is no longer one array. */
  private static final int MOST_COLUMNS = 46_340;

  private final double[] mean;
  private final double[] covariance;
  private final Blas blas;

  private RowMoments(double[] mean, double[] covariance, Blas blas) {
    this.blas = blas;
    this.mean = mean;
    this.covariance = covariance;
  }

  /**
   * The moments of rows, in two passes over them.
   *
   * @throws IllegalArgumentException if there are no rows, or rows too long for a covariance matrix
   */
  public static RowMoments of(Rows rows) {
    int n = rows.count();
    int d = rows.columns();
    if (n == 0 || d > MOST_COLUMNS) {
      throw new IllegalArgumentException(
          n
              + " rows of "
              + d
              + " columns; a covariance needs at least one row, of at most "
              + MOST_COLUMNS
              + " columns");
    }
    int step = Math.min(n, rows.blockRows());
    double[] block = new double[step * d];
    double[] mean = mean(rows, block, step);
    double[] covariance = new double[d * d];
    Blas blas = Workers.of(1).blas();
    for (int first = 0; first < n; first += step) {
      int count = Math.min(step, n - first);
      rows.copy(first, count, block, 0);
      for (int j = 0; j < count * d; j++) {
        block[j] -= mean[j % d];
      }
      blas.syrkTransposed(d, count, 1.0 / n, block, 0, d, 1, covariance, 0, d);
    }
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < i; j++) {
        covariance[j * d + i] = covariance[i * d + j];
      }
    }
    return new RowMoments(mean, covariance, blas);
  }

  private static double[] mean(Rows rows, double[] block, int step) {
    int n = rows.count();
    int d = rows.columns();
    double[] sum = new double[d];
    for (int first = 0; first < n; first += step) {
      int count = Math.min(step, n - first);
      rows.copy(first, count, block, 0);
      for (int j = 0; j < count * d; j++) {
        sum[j % d] += block[j];
      }
    }
    return Arrays.stream(sum).map(total -> total / n).toArray();
  }

  /** The linear algebra they were computed with, for filters made of them. */
  Blas blas() {
    return blas;
  }

  /** The number of columns of the rows. */
  public int columns() {
    return mean.length;
  }

  /** The mean of a column. */
  public double mean(int column) {
    return mean[column];
  }

  /** The variance of a column, with divisor n. */
  public double variance(int column) {
    return covariance[column * mean.length + column];
  }

  /** The mean of the squared noise over all columns, for rows of these moments. */
  public double meanSquare(Noise noise) {
    double sum = 0;
    for (int j = 0; j < mean.length; j++) {
      sum += noise.meanSquare(mean[j], variance(j));
    }
    return sum / mean.length;
  }

  /**
   * The best affine estimate of rows of these moments from their noisy form, knowing the mean
   * squared noise alone: SK's filter of Wiener.
   *
   * @param meanSquaredNoise above 0
   * @throws dev.mercer.NumericalException if the noise is too small beside the rows
   */
  public UnaryOperator<Matrix> wiener(double meanSquaredNoise) {
    return LinearFilter.wiener(this, meanSquaredNoise);
  }

  /**
   * The least mean squared error of all affine estimates, for a noise of known kind.
   *
   * @param noise settled
   * @throws dev.mercer.NumericalException if the noise is too small beside the rows
   */
  public UnaryOperator<Matrix> aware(Noise noise) {
    return LinearFilter.aware(this, noise);
  }

  /** A copy of the means. */
  double[] means() {
    return mean.clone();
  }

  /** A copy of the covariance, d x d, both triangles. */
  double[] covariance() {
    return covariance.clone();
  }
}
