package dev.mercer.use.denoise;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Workers;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * The mean and covariance of clean rows (the covariance with divisor n), and the linear filters
 * that follow from them.
 *
 * <ol>
 *   <li>one pass computes the mean of each column
 *   <li>a second pass adds up B'B for blocks B of rows minus the mean; the mean is subtracted first
 *       because nothing cancels then
 * </ol>
 *
 * Cost: n d^2 flops on one thread, and d^2 doubles.
 */
public final class RowMoments {

  /** With more columns the covariance would not fit in one Java array. */
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
   * @throws IllegalArgumentException if there are no rows, or too many columns for a covariance
   *     matrix
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

  /** The linear algebra with which the moments were computed; filters made of them use it too. */
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
   * The best affine estimate of a row of these moments from its noisy form, if only the mean
   * squared noise is known: the Wiener filter of SK.
   *
   * @param meanSquaredNoise above 0
   * @throws dev.mercer.NumericalException if the noise is too small compared with the rows
   */
  public UnaryOperator<Matrix> wiener(double meanSquaredNoise) {
    return LinearFilter.wiener(this, meanSquaredNoise);
  }

  /**
   * The affine estimate with the least mean squared error, for a known kind of noise.
   *
   * @param noise with nothing left to be learned from data, see {@link Noise#settled}
   * @throws dev.mercer.NumericalException if the noise is too small compared with the rows
   */
  public UnaryOperator<Matrix> aware(Noise noise) {
    return LinearFilter.aware(this, noise);
  }

  /** A copy of the column means. */
  double[] means() {
    return mean.clone();
  }

  /** A copy of the covariance, d x d, with both triangles filled. */
  double[] covariance() {
    return covariance.clone();
  }
}
