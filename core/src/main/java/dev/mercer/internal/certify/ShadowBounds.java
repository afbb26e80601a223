package dev.mercer.internal.certify;

import dev.mercer.Certificate;
import dev.mercer.internal.kernel.RadialProfile;
import dev.mercer.kernel.Kernel;

/**
 * Bounds for shadow landmarks that hold before anything is measured [RS sec. 5]: every row is less
 * than epsilon away from its center, so replacing rows by centers changes little.
 *
 * <p>With kappa = k(x, x), e^2 = 2 (kappa - k(epsilon)) the squared distance in feature space at
 * distance epsilon, N the sum of the weights, K_n = (1/N) sum w phi phi' the operator of the rows
 * (less the product of the means where features are centered) and Kbar_n that of the centers with
 * their weights:
 *
 * <ol>
 *   <li>{@code mmdBound} (21): the mean features of rows and centers differ by at most e. The means
 *       are those before centering, whatever the fit does.
 *   <li>{@code eigenvalueSquaredDifferenceBound} (Theorem 5.2): sum (lambda_i - lambdabar_i)^2
 *       &lt;= 2 C epsilon^2 over all eigenvalues of K/N, C from {@link RadialProfile}. It holds for
 *       centered features too, because H (K - Kbar) H is no larger than K - Kbar.
 *   <li>{@code operatorBound} (23), with sqrt(kappa) for the printed kappa: |K_n - Kbar_n|_HS &lt;=
 *       2 sqrt(kappa) e. It holds for centered features too: by Cauchy and Schwarz it depends only
 *       on sum w |phi|^2 and sum w |phi - phibar|^2, and removing means makes neither larger.
 *   <li>{@code projectionBound} (24): the projections on the leading D eigenspaces differ by at
 *       most operatorBound / delta, if operatorBound &lt; delta / 2. The paper's delta is half the
 *       gap between the eigenvalues D and D + 1 of K_n, which are not known; here it is that of
 *       Kbar_n. That is as good: by Davis and Kahan, with g the gap of either operator and b the
 *       norm of their difference, |P - Pbar|_HS &lt;= sqrt(2) b / (g - b), which for b &lt; g / 4
 *       is below 2 b / g. Eigenvalues may be multiple.
 *   <li>{@code projectionBoundByDifference}: the same inequality with the measured b, given only
 *       where it is below sqrt(2 D), by which any two projections of rank D differ at most
 * </ol>
 *
 * D is the rank of the fit. The projection is the one on the components of the method reduced-set;
 * other methods have other components on the same landmarks.
 */
public final class ShadowBounds {

  /** Allowance for rounding in e^2 and in the kernel values behind a measured value. */
  private static final double ROUNDING = 16 * Math.ulp(1.0);

  private final RadialProfile profile;
  private final double epsilon;

  /**
   * @throws IllegalArgumentException if the kernel is not radial
   */
  public ShadowBounds(Kernel kernel, double epsilon) {
    this.profile =
        RadialProfile.of(kernel)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        kernel.spec() + " has no shadows: it is not radial"));
    this.epsilon = epsilon;
  }

  /** e^2 / kappa. */
  private double relative() {
    double loss = 2 * profile.relativeLoss().applyAsDouble(epsilon);
    return loss * (1 + ROUNDING);
  }

  private double operatorBound() {
    return 2 * profile.largest() * Math.sqrt(relative());
  }

  /** The bounds that do not depend on the rank. */
  public Certificate certificate() {
    double step = profile.slope() * epsilon;
    return Certificate.empty()
        .bound("mmdBound", Math.sqrt(profile.largest()) * Math.sqrt(relative()))
        .bound("eigenvalueSquaredDifferenceBound", 4 * step * step * (1 + ROUNDING))
        .bound("operatorBound", operatorBound());
  }

  /**
   * The bounds of the projections.
   *
   * @param rank D
   * @param upper eigenvalue number D of Kbar_n
   * @param lower its eigenvalue number D + 1, or 0
   * @param difference upper bound of |K_n - Kbar_n|_HS, from measurement
   */
  public Certificate projections(int rank, double upper, double lower, double difference) {
    double gap = Math.max(0, upper - lower);
    Certificate result = Certificate.empty().exact("projectionGap", gap / 2);
    if (operatorBound() < gap / 4) {
      result = result.bound("projectionBound", operatorBound() / (gap / 2));
    }
    if (difference < gap) {
      double bound = Math.sqrt(2) * difference / (gap - difference) * (1 + ROUNDING);
      if (bound < Math.sqrt(2.0 * rank)) {
        result = result.bound("projectionBoundByDifference", bound);
      }
    }
    return result;
  }
}
