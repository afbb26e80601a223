package dev.mercer.internal.explicit;

import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.kernel.Kernel;

/**
 * Which kernels are inner products of finitely many features, computed to rounding: the place that
 * fits and scores ask (FK sec. 9; theory.md, "Linear kernel, few features").
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
    if (!(KernelForm.of(kernel) instanceof PairForm pair)) {
      return null;
    }
    if (pair.linear() && columns <= most) {
      return new IdentityFeatures(columns);
    }
    return pair.polynomial()
        .filter(polynomial -> PolynomialFeatures.terms(polynomial, columns) <= most)
        .map(polynomial -> new PolynomialFeatures(polynomial, columns, Double.NaN, Double.NaN))
        .orElse(null);
  }
}
