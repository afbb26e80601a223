package dev.mercer.internal.certify;

import dev.mercer.internal.backend.Blas;
import java.util.Arrays;

/**
 * Upper bounds for the leading eigenvalues of a symmetric matrix K from its product with a few
 * orthonormal vectors V, given what is left of K outside their span.
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
 * An eigenvalue theta of H well above rho is raised by about |residual|^2 / (theta - rho) only: the
 * error of the landmarks enters squared, where Weyl and Ky Fan add it as it is. For landmarks M is
 * the sum of parts of K^ and R, so rho = kappa_(p+1) + lambda_1(R) will do, if V are the first p
 * eigenvectors of K^; some more of them than components are asked for keep rho away from these.
 *
 * <p>lambda_1(R), at most, with confidence: for Gaussian G of s columns, G'RG is at least lambda_1
 * (G'u)(G'u)' with u the first eigenvector, and |G'u|^2 has the chi-squared distribution of s
 * degrees: lambda_1(R) &lt;= lambda_1(G'RG) / q, and in the same event lambda_1(R)^2 &lt;=
 * lambda_1(G'R^2G) / q, q the quantile of chi-squared that is exceeded with the confidence wanted.
 */
public final class RitzBounds {

  /** Columns of the Gaussian matrix that {@link #QUANTILE} is for. */
  public static final int VECTORS = 100;

  /** Chi-squared of 100 degrees is above this but once in 10,000 times: 55.7246, rounded down. */
  static final double QUANTILE = 55.72;

  /**
   * That of {@link #largestEigenvalue}: more than is asked of other bounds, for it costs little.
   */
  public static final double CONFIDENCE = 0.9999;

  private RitzBounds() {}

  /**
   * lambda_1(R) at most, with confidence {@link #CONFIDENCE}.
   *
   * @param first G'RG, row-major; destroyed
   * @param second G'R^2G; destroyed
   */
  public static double largestEigenvalue(double[] first, double[] second, Blas blas) {
    double[] values = new double[VECTORS];
    blas.symmetricEigenvalues(VECTORS, first, values);
    double byFirst = Math.max(0, values[VECTORS - 1]) / QUANTILE;
    blas.symmetricEigenvalues(VECTORS, second, values);
    double bySecond = Math.sqrt(Math.max(0, values[VECTORS - 1]) / QUANTILE);
    return Math.min(byFirst, bySecond);
  }

  /**
   * The leading eigenvalues of K, at most.
   *
   * @param count how many
   * @param p order of H
   * @param ritz H, row-major
   * @param residuals G; destroyed
   * @param rest rho
   */
  public static double[] leading(
      int count, int p, double[] ritz, double[] residuals, double rest, Blas blas) {
    double[] result = new double[count];
    if (p == 0) {
      Arrays.fill(result, rest);
      return result;
    }
    double[] squares = new double[p];
    blas.symmetricEigen(p, residuals, squares); // rows: eigenvectors
    double[] scaled = new double[p * p];
    for (int e = 0; e < p; e++) {
      double root = Math.sqrt(Math.max(0, squares[e]));
      for (int i = 0; i < p; i++) {
        scaled[e * p + i] = root * residuals[e * p + i];
      }
    }
    int order = 2 * p;
    double[] matrix = new double[order * order]; // both triangles; the corner is diag(root) Q'
    for (int i = 0; i < p; i++) {
      for (int j = 0; j < p; j++) {
        matrix[i * order + j] = (ritz[i * p + j] + ritz[j * p + i]) / 2;
        matrix[(p + i) * order + j] = scaled[i * p + j];
        matrix[j * order + p + i] = scaled[i * p + j];
      }
      matrix[(p + i) * order + p + i] = rest;
    }
    double[] values = new double[order];
    blas.symmetricEigenvalues(order, matrix, values);
    Arrays.sort(values);
    for (int i = 0; i < count; i++) {
      result[i] = i < order ? Math.max(rest, values[order - 1 - i]) : rest;
    }
    return result;
  }
}
