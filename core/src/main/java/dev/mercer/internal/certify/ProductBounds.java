package dev.mercer.internal.certify;

import dev.mercer.Certificate;

/**
 * Bounds of the effect that the errors of a fast product have on a fit (theory.md, "Fast
 * products").
 *
 * <p>Suppose that the product uses kernel values within e of the true ones. Entry (i, j) of the
 * weighted matrix is then off by at most sqrt(w_i w_j) e, so the weighted and centered matrix is
 * within N e of the true one in norm, N the sum of the weights. So, with the residuals rho_i of the
 * eigenpairs that the solver found:
 *
 * <ul>
 *   <li>|K v_i - theta_i v_i| &lt;= rho_i + N e, and a true eigenvalue lies that close
 *   <li>the i-th eigenvalue is within rho_i + N e of theta_i (Weyl)
 *   <li>the axes capture at least tr(V'KV) &gt;= sum (theta_i - rho_i - N e), because V'K^2V is at
 *       least (V'KV)^2, and no r axes capture more than sum (theta_i + rho_i + N e)
 * </ul>
 */
public final class ProductBounds {

  private ProductBounds() {}

  /**
   * @param weightSum N
   * @param error e
   */
  public static Certificate of(
      double[] eigenvalues, double[] residuals, double weightSum, double error) {
    int rank = eigenvalues.length;
    double[] reach = new double[rank];
    double[] lower = new double[rank];
    double[] upper = new double[rank];
    double least = 0;
    double most = 0;
    for (int i = 0; i < rank; i++) {
      reach[i] = residuals[i] + weightSum * error;
      lower[i] = Math.max(0, eigenvalues[i] - reach[i]);
      upper[i] = eigenvalues[i] + reach[i];
      least += lower[i];
      most += upper[i];
    }
    return Certificate.empty()
        .bound("kernelValueError", error)
        .bound("eigenpairResidual", reach)
        .bound("eigenvalueLower", lower)
        .bound("eigenvalueUpper", upper)
        .bound("optimalityGap", most > 0 ? Math.max(0, 1 - least / most) : 0);
  }
}
