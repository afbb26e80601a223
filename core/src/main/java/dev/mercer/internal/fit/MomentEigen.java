package dev.mercer.internal.fit;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.features.LandmarkFactor;

/**
 * The leading eigenpairs of H K^ H, n x n, from the second moment S of the features, k x k: K^ = F
 * J F' with J the signs of the features ({@link LandmarkFactor}), all positive where the kernel is
 * positive semidefinite.
 *
 * <p>With J = I they are those of S. Otherwise S d = kappa J d with d'J d = 1, which has a solution
 * for every positive eigenvalue only; a direction of negative length is no axis.
 *
 * <ol>
 *   <li>S = W'W, W = diag(mu)^1/2 Q' from the eigenpairs (mu, Q) of S
 *   <li>eigenpairs (kappa, y) of W J W', which has the eigenvalues of H K^ H
 *   <li>d = J W'y / sqrt(kappa)
 * </ol>
 *
 * Cost: some 9 k^3 flops, twice that with signs; less where few pairs are wanted.
 *
 * @param values kappa, descending
 * @param vectors d as columns, k x values.length, row-major; zero where kappa is not positive
 * @param negative how many of all eigenvalues are below zero by more than rounding
 * @param smallest of all eigenvalues, where some may be negative; else 0
 */
public record MomentEigen(double[] values, double[] vectors, int negative, double smallest) {

  /** Below this share of the largest magnitude an eigenvalue is rounding. */
  private static final double CUT_OFF = LandmarkFactor.CUT_OFF;

  /**
   * @param second S, k x k; destroyed
   * @param most pairs wanted
   */
  public static MomentEigen of(LandmarkFactor factor, double[] second, int most) {
    int k = factor.rank();
    int wanted = Math.min(k, most);
    if (factor.signed()) {
      return signed(factor, second, wanted);
    }
    Blas blas = Backend.instance().blas();
    double[] ascending = new double[k];
    double[] found = new double[wanted * k];
    if (wanted * 3 > k) {
      blas.symmetricEigen(k, second, ascending);
      System.arraycopy(second, (k - wanted) * k, found, 0, wanted * k);
      System.arraycopy(ascending, k - wanted, ascending, 0, wanted);
    } else if (wanted > 0) {
      blas.symmetricEigenLargest(k, second, wanted, ascending, found);
    }
    double[] values = new double[wanted];
    double[] vectors = new double[k * wanted];
    for (int c = 0; c < wanted; c++) {
      values[c] = ascending[wanted - 1 - c];
      for (int i = 0; i < k; i++) {
        vectors[i * wanted + c] = found[(wanted - 1 - c) * k + i];
      }
    }
    return new MomentEigen(values, vectors, 0, 0);
  }

  private static MomentEigen signed(LandmarkFactor factor, double[] second, int wanted) {
    int k = factor.rank();
    Blas blas = Backend.instance().blas();
    double[] mu = new double[k];
    blas.symmetricEigen(k, second, mu); // rows: eigenvectors
    double[] root = new double[k * k]; // W
    for (int e = 0; e < k; e++) {
      double scale = Math.sqrt(Math.max(0, mu[e])); // S is a sum of squares: below 0 is rounding
      for (int i = 0; i < k; i++) {
        root[e * k + i] = scale * second[e * k + i];
      }
    }
    double[] turned = new double[k * k]; // J W'
    for (int e = 0; e < k; e++) {
      for (int i = 0; i < k; i++) {
        turned[i * k + e] = root[e * k + i];
      }
    }
    factor.applySigns(k, turned);
    double[] matrix = new double[k * k];
    blas.gemm(false, false, k, k, k, 1, root, 0, k, turned, 0, k, 0, matrix, 0, k);
    double[] ascending = new double[k];
    blas.symmetricEigen(k, matrix, ascending);
    double magnitude = k == 0 ? 0 : Math.max(ascending[k - 1], -ascending[0]);
    int negative = 0;
    while (negative < k && ascending[negative] < -CUT_OFF * magnitude) {
      negative++;
    }
    double[] values = new double[wanted];
    double[] vectors = new double[k * wanted];
    for (int c = 0; c < wanted; c++) {
      int e = k - 1 - c;
      values[c] = ascending[e];
      for (int i = 0; i < k && values[c] > 0; i++) {
        vectors[i * wanted + c] = blas.dot(k, turned, i * k, matrix, e * k) / Math.sqrt(values[c]);
      }
    }
    return new MomentEigen(values, vectors, negative, k == 0 ? 0 : ascending[0]);
  }
}
