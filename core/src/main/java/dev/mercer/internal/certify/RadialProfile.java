package dev.mercer.internal.certify;

import dev.mercer.kernel.Cauchy;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Laplacian;
import dev.mercer.kernel.Matern;
import dev.mercer.kernel.RationalQuadratic;
import dev.mercer.kernel.ScaledKernel;
import java.util.function.DoubleUnaryOperator;

/**
 * What bounds need to know of a kernel that falls with the distance of its points, k(x, y) = g(|x -
 * y|): its largest value, how steep it is, and how much it has lost at a distance.
 *
 * <p>The slope L = sup |g'| gives the constant of RS (18), (k(a,b) - k(c,d))^2 &lt;= C (|a-c|^2 +
 * |b-d|^2): the left side is at most L^2 (|a-c| + |b-d|)^2, so C = 2 L^2 holds, and for two points
 * that move apart by the same length where g is steepest no smaller one does. With t the distance
 * over the width:
 *
 * <ul>
 *   <li>gaussian: t exp(-t^2/2) is largest at t = 1, exp(-1/2)
 *   <li>laplacian, matern 0.5: 1 at t = 0
 *   <li>matern 1.5: t exp(-t) at t = 1, times sqrt(3)
 *   <li>matern 2.5: t (1 + t) exp(-t) / 3 at the golden ratio, times sqrt(5)
 *   <li>cauchy: 2 t / (1 + t^2)^2 at 1/sqrt(3), 3 sqrt(3) / 8
 *   <li>rational-quadratic: t (1 + t^2/(2a))^(-a-1) at t^2 = 2a / (2a + 1)
 * </ul>
 *
 * @param largest k(x, x), the same for all x
 * @param slope L
 * @param relativeLoss (g(0) - g(r)) / g(0) at distance r, without cancellation
 */
record RadialProfile(double largest, double slope, DoubleUnaryOperator relativeLoss) {

  /** Below, the loss of a Matern kernel is summed as a series: 1 - k would cancel. */
  private static final double SMALL = 0.1;

  /** 0.1^14 is below rounding. */
  private static final int TERMS = 14;

  /**
   * @return null if the kernel is not one of those above, scaled or not
   */
  static RadialProfile of(Kernel kernel) {
    if (kernel instanceof ScaledKernel scaled) {
      RadialProfile inner = of(scaled.kernel());
      double factor = scaled.factor();
      return inner == null
          ? null
          : new RadialProfile(factor * inner.largest, factor * inner.slope, inner.relativeLoss);
    }
    if (kernel instanceof Gaussian gaussian) {
      double sigma = gaussian.sigma();
      return new RadialProfile(
          1, Math.exp(-0.5) / sigma, r -> -Math.expm1(-(r / sigma) * (r / sigma) / 2));
    }
    if (kernel instanceof Laplacian laplacian) {
      return new RadialProfile(1, 1 / laplacian.sigma(), r -> -Math.expm1(-r / laplacian.sigma()));
    }
    if (kernel instanceof Cauchy cauchy) {
      return new RadialProfile(
          1, 3 * Math.sqrt(3) / 8 / cauchy.sigma(), r -> cauchyLoss(r / cauchy.sigma()));
    }
    if (kernel instanceof Matern matern) {
      return matern(matern.nu(), matern.length());
    }
    if (kernel instanceof RationalQuadratic quadratic) {
      double a = quadratic.alpha();
      double length = quadratic.length();
      double base = (2 * a + 2) / (2 * a + 1);
      double steepest = Math.sqrt(2 * a / (2 * a + 1)) * Math.pow(base, -a - 1);
      return new RadialProfile(
          1,
          steepest / length,
          r -> -Math.expm1(-a * Math.log1p((r / length) * (r / length) / (2 * a))));
    }
    return null;
  }

  private static double cauchyLoss(double t) {
    return t > 1 ? 1 / (1 + 1 / (t * t)) : t * t / (1 + t * t);
  }

  private static RadialProfile matern(double nu, double length) {
    double factor = Math.sqrt(2 * nu) / length;
    if (nu == 0.5) {
      return new RadialProfile(1, factor, r -> -Math.expm1(-factor * r));
    }
    double curvature = nu == 2.5 ? 1.0 / 3 : 0;
    double golden = (1 + Math.sqrt(5)) / 2;
    double steepest = nu == 2.5 ? golden * (1 + golden) * Math.exp(-golden) / 3 : Math.exp(-1);
    return new RadialProfile(1, steepest * factor, r -> maternLoss(factor * r, curvature));
  }

  /** 1 - (1 + t + c t^2) exp(-t) = -sum_j (-t)^j / j! (1 - j + c j (j - 1)), from j = 2 on. */
  private static double maternLoss(double t, double curvature) {
    if (t > SMALL) {
      double decay = Math.exp(-t);
      return decay == 0 ? 1 : 1 - (1 + t + curvature * t * t) * decay;
    }
    double sum = 0;
    double power = -t;
    for (int j = 2; j <= TERMS; j++) {
      power *= -t / j;
      sum -= power * (1 - j + curvature * j * (j - 1));
    }
    return sum;
  }

  /** g(0) - g(r). */
  double loss(double distance) {
    return largest * relativeLoss.applyAsDouble(distance);
  }

  /** C of RS (18). */
  double constant() {
    return 2 * slope * slope;
  }
}
