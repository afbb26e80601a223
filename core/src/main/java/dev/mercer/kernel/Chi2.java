package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.spec.Spec;

/**
 * exp(-gamma sum (x - y)^2 / (x + y)) over the coordinates, 0 where both are 0: a kernel of
 * histograms, scikit-learn's {@code chi2_kernel}. Rows must not be negative. Positive semidefinite,
 * since {@link AdditiveChi2} is conditionally positive definite (Schoenberg).
 */
public record Chi2(double gamma) implements Kernel {

  static final String NAME = "chi2";
  private static final double DEFAULT_GAMMA = 1;

  public Chi2 {
    Parameters.requirePositive(NAME, "gamma", gamma);
  }

  static Chi2 of(Spec spec) {
    return new Chi2(spec.number("gamma", DEFAULT_GAMMA));
  }

  @Override
  public double value(double[] x, double[] y) {
    return atDistance(AdditiveChi2.distance(x, y));
  }

  private double atDistance(double distance) {
    return Math.exp(-gamma * distance);
  }

  @Override
  public double diagonal(double[] x) {
    return 1;
  }

  @Override
  public String spec() {
    return Spec.of(NAME).with("gamma", gamma).text();
  }

  @Override
  public boolean positiveSemidefinite() {
    return true;
  }

  @Override
  public Form form() {
    return new Pairs(this);
  }

  private record Pairs(Chi2 kernel) implements AdditiveChi2.Histograms {

    @Override
    public double valueAt(double distance) {
      return kernel.atDistance(distance);
    }

    @Override
    public double slope(double distance) {
      return -kernel.gamma * valueAt(distance);
    }

    @Override
    public void map(Simd simd, double[] v, int offset, int length) {
      simd.exp(v, offset, length, -kernel.gamma);
    }

    @Override
    public void map(Simd simd, float[] v, int offset, int length) {
      simd.exp(v, offset, length, -PairForm.single(kernel.gamma));
    }
  }
}
