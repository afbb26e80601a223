package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.spec.Spec;

/**
 * max(0, 1 - |x - y|^2 / radius^2) [FK sec. 14]. Indefinite, even in one dimension: its Fourier
 * transform there, 4 (sin w - w cos w) / w^3 for radius 1, changes sign.
 */
public record Epanechnikov(double radius) implements PairKernel {

  static final String NAME = "epanechnikov";

  public Epanechnikov {
    Parameters.requireWidth(NAME, "radius", radius);
  }

  static Epanechnikov of(Spec spec) {
    return new Epanechnikov(spec.number("radius"));
  }

  @Override
  public Pairing pairing() {
    return Pairing.SQUARED_DISTANCE;
  }

  @Override
  public double valueAt(double squaredDistance) {
    return Math.max(0, 1 - squaredDistance / (radius * radius));
  }

  /** {@inheritDoc} At the radius itself, where the kernel has a kink, the slope of the inside. */
  @Override
  public double slope(double squaredDistance) {
    return squaredDistance / (radius * radius) <= 1 ? -1 / (radius * radius) : 0;
  }

  @Override
  public double diagonal(double[] x) {
    return 1;
  }

  @Override
  public void map(Simd simd, double[] v, int offset, int length) {
    simd.affine(v, offset, length, -1 / (radius * radius), 1);
    simd.clipNegative(v, offset, length);
  }

  @Override
  public void map(Simd simd, float[] v, int offset, int length) {
    simd.affine(v, offset, length, -Parameters.single(1 / (radius * radius)), 1);
    simd.clipNegative(v, offset, length);
  }

  @Override
  public String spec() {
    return Spec.of(NAME).with("radius", radius).text();
  }

  @Override
  public boolean positiveSemidefinite() {
    return false;
  }
}
