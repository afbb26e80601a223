package dev.mercer.use.denoise;

import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.spec.Numbers;
import java.util.function.UnaryOperator;

/**
 * The best affine estimate of a row from its noisy form, x^ = m + G (x' - m'), where m and C are
 * the mean and covariance of clean training rows.
 *
 * <ul>
 *   <li>{@link #wiener}: the filter of SK, which knows only the mean squared noise s^2 and takes
 *       the noise to be independent of the row: m' = m, G = C (C + s^2 I)^-1
 *   <li>{@link #aware}: the affine estimate with the least mean squared error for a known kind of
 *       noise. With a = {@link Noise#kept}, b = {@link Noise#shift}, D = diag({@link
 *       Noise#spread}): m' = a m + b, G = a C (a^2 C + D)^-1. For Gaussian noise both filters are
 *       the same. They differ for salt-and-pepper noise, which shrinks the row towards the middle
 *       of the range and is larger for values farther from it
 * </ul>
 *
 * Cost: d^3 / 3 + 2 d^3 flops once, then 2 d^2 per row. Fails with {@link NumericalException} where
 * the noise is so small that C + s^2 I is singular in double precision.
 */
final class LinearFilter implements UnaryOperator<Matrix> {

  private final double[] noisyMean;
  private final double[] mean;
  private final double[] gain;
  private final Blas blas;

  private LinearFilter(double[] noisyMean, double[] mean, double[] gain, Blas blas) {
    this.blas = blas;
    this.noisyMean = noisyMean;
    this.mean = mean;
    this.gain = gain;
  }

  /**
   * @param meanSquaredNoise s^2, above 0
   */
  static LinearFilter wiener(RowMoments clean, double meanSquaredNoise) {
    if (!(meanSquaredNoise > 0) || Double.isInfinite(meanSquaredNoise)) {
      throw new IllegalArgumentException(
          "mean squared noise = "
              + Numbers.text(meanSquaredNoise)
              + "; it must be above 0 and finite");
    }
    double[] noisy = clean.covariance();
    for (int j = 0; j < clean.columns(); j++) {
      noisy[j * clean.columns() + j] += meanSquaredNoise;
    }
    double[] gain = quotient(clean.columns(), clean.covariance(), noisy, clean.blas());
    return new LinearFilter(clean.means(), clean.means(), gain, clean.blas());
  }

  /**
   * @param noise with nothing left to be learned from data, see {@link Noise#settled}
   */
  static LinearFilter aware(RowMoments clean, Noise noise) {
    int d = clean.columns();
    double kept = noise.kept();
    double[] cross = clean.covariance();
    double[] noisy = cross.clone();
    for (int i = 0; i < cross.length; i++) {
      cross[i] *= kept;
      noisy[i] *= kept * kept;
    }
    double[] noisyMean = clean.means();
    for (int j = 0; j < d; j++) {
      noisyMean[j] = kept * clean.mean(j) + noise.shift();
      noisy[j * d + j] += noise.spread(clean.mean(j), clean.variance(j));
    }
    double[] gain = quotient(d, cross, noisy, clean.blas());
    return new LinearFilter(noisyMean, clean.means(), gain, clean.blas());
  }

  /** B S^-1 for symmetric positive definite S; both arrays are overwritten. */
  private static double[] quotient(int d, double[] b, double[] s, Blas blas) {
    int minor = blas.cholesky(d, s); // s holds L, S = L L'
    if (minor != 0) {
      throw new NumericalException(
          "the covariance of noisy rows is singular at column "
              + (minor - 1)
              + ": the noise is too small beside the rows for a linear filter; use a larger one");
    }
    blas.solveLowerForRows(d, d, s, d, b, 0, d); // b holds B L^-T
    blas.solveLowerTransposedForRows(d, d, s, d, b, 0, d); // b holds B (L L')^-1
    return b;
  }

  /**
   * @param rows the noisy rows
   */
  @Override
  public Matrix apply(Matrix rows) {
    int d = mean.length;
    if (rows.columns() != d) {
      throw new IllegalArgumentException(
          "the rows have " + rows.columns() + " columns, the filter was made for " + d);
    }
    int n = rows.rows();
    double[] deviations = rows.toArray();
    double[] result = new double[deviations.length];
    for (int j = 0; j < deviations.length; j++) {
      deviations[j] -= noisyMean[j % d];
      result[j] = mean[j % d];
    }
    blas.add(1, View.of(deviations, n, d), View.of(gain, d, d).t(), View.of(result, n, d));
    return Matrix.wrap(n, d, result);
  }
}
