package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.spec.Numbers;
import dev.mercer.internal.spec.Spec;

/**
 * The Matern kernel of smoothness nu, with r = |x - y| [Rasmussen and Williams, (4.17)]:
 *
 * <ul>
 *   <li>nu = 0.5: exp(-t), t = r / length
 *   <li>nu = 1.5: (1 + t) exp(-t), t = sqrt(3) r / length
 *   <li>nu = 2.5: (1 + t + t^2 / 3) exp(-t), t = sqrt(5) r / length
 * </ul>
 *
 * Other smoothnesses need Bessel functions and are refused.
 */
public record Matern(double nu, double length) implements PairKernel {

  static final String NAME = "matern";

  public Matern {
    if (nu != 0.5 && nu != 1.5 && nu != 2.5) {
      throw new IllegalArgumentException(
          NAME + ": nu = " + Numbers.text(nu) + " must be 0.5, 1.5 or 2.5");
    }
    Parameters.requireWidth(NAME, "length", length);
  }

  static Matern of(Spec spec) {
    return new Matern(spec.number("nu"), spec.number("length"));
  }

  @Override
  public Pairing pairing() {
    return Pairing.SQUARED_DISTANCE;
  }

  @Override
  public double valueAt(double squaredDistance) {
    double t = factor() * Math.sqrt(squaredDistance);
    double decay = Math.exp(-t);
    if (decay == 0) {
      return 0; // where t^2 may have overflowed
    }
    return nu == 0.5 ? decay : (1 + t + curvature() * t * t) * decay;
  }

  /**
   * {@inheritDoc} For nu = 0.5: 0 at distance 0, where the kernel has a peak: its gradient in the
   * input space is then the mean of those on opposite sides.
   */
  @Override
  public double slope(double squaredDistance) {
    double t = factor() * Math.sqrt(squaredDistance);
    double decay = Math.exp(-t);
    if (decay == 0) {
      return 0; // where t may have overflowed
    }
    // d k / d t is -e^-t, -t e^-t and -t (1 + t) / 3 e^-t; d t / d r^2 is factor^2 / (2 t).
    double half = factor() * factor() / 2;
    if (nu == 0.5) {
      return t == 0 ? 0 : -half * decay / t;
    }
    return nu == 1.5 ? -half * decay : -half * (1 + t) / 3 * decay;
  }

  @Override
  public double diagonal(double[] x) {
    return 1;
  }

  @Override
  public void map(Simd simd, double[] v, int offset, int length) {
    simd.sqrt(v, offset, length);
    if (nu == 0.5) {
      simd.exp(v, offset, length, -factor());
    } else {
      simd.dampedQuadratic(v, offset, length, factor(), curvature());
    }
  }

  @Override
  public void map(Simd simd, float[] v, int offset, int length) {
    simd.sqrt(v, offset, length);
    float factor = Parameters.single(factor());
    if (nu == 0.5) {
      simd.exp(v, offset, length, -factor);
    } else {
      simd.dampedQuadratic(v, offset, length, factor, (float) curvature());
    }
  }

  @Override
  public String spec() {
    return Spec.of(NAME).with("nu", nu).with("length", length).text();
  }

  @Override
  public boolean positiveSemidefinite() {
    return true;
  }

  private double factor() {
    return Math.sqrt(2 * nu) / length;
  }

  private double curvature() {
    return nu == 2.5 ? 1.0 / 3 : 0;
  }
}
