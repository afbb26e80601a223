package dev.mercer.internal.explicit;

import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.kernel.Kernel;

/**
 * Determines which kernels are inner products of finitely many features, exact up to rounding; fits
 * and scores ask here (FK sec. 9; theory.md, "Linear kernel, few features").
 */
public final class ExactFeatures {

  private ExactFeatures() {}

  /**
   * The features of a kernel on points with this many columns.
   *
   * @param most the largest number of terms the caller can use
   * @return null if the kernel has no such features, or more of them
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
