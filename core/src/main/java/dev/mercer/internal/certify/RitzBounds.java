package dev.mercer.internal.certify;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.linalg.Eigenpairs;
import java.util.Arrays;

/**
 * Upper bounds for the leading eigenvalues of a symmetric matrix K from its product with a few
 * orthonormal vectors V, given a bound of K outside their span.
 *
 * <p>In a basis that begins with V, K is [H, E'; E, M] with H = V'KV and E'E = G the Gram matrix of
 * the residuals KV - VH. If no eigenvalue of M exceeds rho, K is at most [H, E'; E, rho I], and by
 * Weyl so is every eigenvalue. Those of that matrix are known:
 *
 * <ol>
 *   <li>E = Q G^1/2 with orthonormal columns Q, so on the span of V and Q it is [H, G^1/2; G^1/2,
 *       rho I], of twice the order of H
 *   <li>everywhere else it is rho
 * </ol>
 *
 * This raises an eigenvalue theta of H well above rho only by about |residual|^2 / (theta - rho):
 * the error of the landmarks enters squared, while the bounds by Weyl and Ky Fan add it unsquared.
 * For landmarks, M is the sum of parts of K^ and R. If V are the first p eigenvectors of K^, then
 * rho = kappa_(p+1) + lambda_1(R) is large enough. V should have some more vectors than there are
 * components, so that rho is well below the eigenvalues of the components.
 *
 * <p>An upper bound of lambda_1(R) that holds with a given confidence: let G be Gaussian with s
 * columns and u the first eigenvector of R. Then G'RG is at least lambda_1 (G'u)(G'u)', and |G'u|^2
 * has the chi-squared distribution of s degrees of freedom. So lambda_1(R) &lt;= lambda_1(G'RG) /
 * q, and in the same event lambda_1(R)^2 &lt;= lambda_1(G'R^2G) / q, where q is the quantile that a
 * chi-squared variable exceeds with the given confidence.
 */
public final class RitzBounds {

  /** Number of columns of the Gaussian matrix; {@link #QUANTILE} belongs to it. */
  public static final int VECTORS = 100;

  /**
   * A chi-squared variable of 100 degrees of freedom is below this with probability 1/10,000
   * (55.7246, rounded down).
   */
  static final double QUANTILE = 55.72;

  /**
   * Confidence of {@link #largestEigenvalue}. It is higher than that of other bounds, because here
   * a higher confidence costs little.
   */
  public static final double CONFIDENCE = 0.9999;

  private RitzBounds() {}

  /**
   * Upper bound of lambda_1(R), which holds with confidence {@link #CONFIDENCE}.
   *
   * @param first G'RG; destroyed
   * @param second G'R^2G; destroyed
   */
  public static double largestEigenvalue(View first, View second, Blas blas) {
    double byFirst = Math.max(0, largest(first, blas)) / QUANTILE;
    double bySecond = Math.sqrt(Math.max(0, largest(second, blas)) / QUANTILE);
    return Math.min(byFirst, bySecond);
  }

  private static double largest(View symmetric, Blas blas) {
    double[] values = new double[VECTORS];
    blas.symmetricEigenvalues(VECTORS, symmetric.values(), values);
    return values[VECTORS - 1];
  }

  /**
   * Upper bounds of the leading eigenvalues of K.
   *
   * @param count how many
   * @param ritz H, p x p
   * @param residuals G, p x p; destroyed
   * @param rest rho
   */
  public static double[] leading(int count, View ritz, View residuals, double rest, Blas blas) {
    int p = ritz.height();
    double[] result = new double[count];
    if (p == 0) {
      Arrays.fill(result, rest);
      return result;
    }
    Eigenpairs pairs = Eigenpairs.ascending(residuals, blas);
    int order = 2 * p;
    View matrix = View.zeros(order, order); // both triangles
    View corner = matrix.rows(p, p).columns(0, p); // diag(root) Q'
    View across = matrix.rows(0, p).columns(p, p);
    for (int i = 0; i < p; i++) {
      double root = Math.sqrt(Math.max(0, pairs.values()[i]));
      for (int j = 0; j < p; j++) {
        matrix.set(i, j, (ritz.get(i, j) + ritz.get(j, i)) / 2);
        corner.set(i, j, root * pairs.vectors().get(j, i));
        across.set(j, i, corner.get(i, j));
      }
      matrix.set(p + i, p + i, rest);
    }
    double[] values = new double[order];
    blas.symmetricEigenvalues(order, matrix.values(), values);
    Arrays.sort(values);
    for (int i = 0; i < count; i++) {
      result[i] = i < order ? Math.max(rest, values[order - 1 - i]) : rest;
    }
    return result;
  }
}
