package dev.mercer.internal.explicit;

import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Linear;
import dev.mercer.kernel.Polynomial;

/**
 * Which kernels are inner products of finitely many features, computed to rounding: the place that
 * fits and scores ask (methods.md sec. 4).
 */
public final class ExactFeatures {

  private ExactFeatures() {}

  /**
   * The features of a kernel on points of so many columns.
   *
   * @param most terms the caller has a use for
   * @return null where the kernel has no such features, or more of them
   */
  public static FeatureMap of(Kernel kernel, int columns, int most) {
    if (kernel instanceof Linear && columns <= most) {
      return new IdentityFeatures(columns);
    }
    if (kernel instanceof Polynomial polynomial
        && PolynomialFeatures.terms(polynomial, columns) <= most) {
      return new PolynomialFeatures(polynomial, columns, Double.NaN, Double.NaN);
    }
    return null;
  }
}
