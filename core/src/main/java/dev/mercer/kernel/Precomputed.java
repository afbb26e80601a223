package dev.mercer.kernel;

import dev.mercer.internal.spec.Spec;

/**
 * The data are kernel values already: row i holds k(x_i, x_j) for every training point j. There are
 * no points to evaluate a kernel at, so it cannot be part of a sum, product or scaling; combine the
 * matrices instead.
 *
 * @param positiveSemidefinite the caller's word that the matrix is; without it, {@code
 *     precomputed}, no certificate is given, with it the spec is {@code precomputed(psd=true)}
 */
public record Precomputed(boolean positiveSemidefinite) implements Kernel {

  /** The name of this kernel on the command line and in reports. */
  public static final String NAME = "precomputed";

  static Precomputed of(Spec spec) {
    return new Precomputed(spec.flag("psd", false));
  }

  @Override
  public double value(double[] x, double[] y) {
    throw new UnsupportedOperationException(
        "a precomputed kernel has no points to compare; its values are the data");
  }

  @Override
  public String spec() {
    Spec spec = Spec.of(NAME);
    return (positiveSemidefinite ? spec.with("psd", "true") : spec).text();
  }

  @Override
  public boolean hasPoints() {
    return false;
  }

  static void refuse(Kernel part) {
    if (!part.hasPoints()) {
      throw new IllegalArgumentException(
          "a precomputed kernel cannot be summed, multiplied or scaled; combine the Gram matrices"
              + " before");
    }
  }
}
