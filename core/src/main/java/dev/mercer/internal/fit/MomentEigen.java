package dev.mercer.internal.fit;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.linalg.Eigenpairs;

/**
 * The leading eigenpairs of H K^ H, n x n, from the second moment S of the features, k x k: K^ = F
 * J F' with J the signs of the features ({@link LandmarkFactor}), all positive where the kernel is
 * positive semidefinite.
 *
 * <p>With J = I they are the eigenpairs of S. Otherwise they solve S d = kappa J d with d'J d = 1.
 * Only positive eigenvalues have a solution, because a direction with d'J d below zero is no axis.
 *
 * <ol>
 *   <li>S = W'W, W = diag(mu)^1/2 Q' from the eigenpairs (mu, Q) of S
 *   <li>eigenpairs (kappa, y) of W J W', which has the eigenvalues of H K^ H
 *   <li>d = J W'y / sqrt(kappa)
 * </ol>
 *
 * Cost: about 9 k^3 flops, twice that with signs; less if only a few pairs are wanted.
 *
 * @param values kappa, descending
 * @param vectors d as columns, k x values.length; zero where kappa is not positive
 * @param negative how many of all eigenvalues are below zero by more than rounding
 * @param smallest of all eigenvalues, where some may be negative; else 0
 */
record MomentEigen(double[] values, View vectors, int negative, double smallest) {

  /** Below this share of the largest magnitude an eigenvalue is rounding. */
  private static final double CUT_OFF = LandmarkFactor.CUT_OFF;

  /**
   * @param second S, k x k; destroyed
   * @param most the largest number of pairs wanted
   */
  static MomentEigen of(LandmarkFactor factor, View second, int most) {
    int wanted = Math.min(factor.rank(), most);
    if (factor.signed()) {
      return signed(factor, second, wanted);
    }
    Eigenpairs leading = Eigenpairs.leading(second, wanted, factor.blas());
    return new MomentEigen(leading.values(), leading.vectors(), 0, 0);
  }

  private static MomentEigen signed(LandmarkFactor factor, View second, int wanted) {
    Blas blas = factor.blas();
    int k = factor.rank();
    Eigenpairs moment = Eigenpairs.ascending(second, blas);
    View root = moment.vectors().t(); // Q', then W
    for (int e = 0; e < k; e++) {
      // S is a sum of squares, so a negative eigenvalue can only come from rounding.
      double scale = Math.sqrt(Math.max(0, moment.values()[e]));
      for (int i = 0; i < k; i++) {
        root.set(e, i, scale * root.get(e, i));
      }
    }
    View turned = factor.timesSigns(root.t()); // J W'
    Eigenpairs pairs = Eigenpairs.ascending(blas.product(root, turned), blas);
    double smallest = k == 0 ? 0 : pairs.values()[0];
    double magnitude = k == 0 ? 0 : Math.max(pairs.values()[k - 1], -smallest);
    int negative = 0;
    while (negative < k && pairs.values()[negative] < -CUT_OFF * magnitude) {
      negative++;
    }
    double[] values = new double[wanted];
    View vectors = View.zeros(k, wanted);
    for (int c = 0; c < wanted; c++) {
      int e = k - 1 - c;
      values[c] = pairs.values()[e];
      View y = pairs.vectors().column(e).t();
      for (int i = 0; i < k && values[c] > 0; i++) {
        vectors.set(i, c, blas.dot(turned.row(i), y) / Math.sqrt(values[c]));
      }
    }
    return new MomentEigen(values, vectors, negative, smallest);
  }
}
