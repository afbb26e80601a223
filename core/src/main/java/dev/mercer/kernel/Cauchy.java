package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.spec.Spec;

/** 1 / (1 + |x - y|^2 / sigma^2): a Gaussian with heavy tails. */
public record Cauchy(double sigma) implements PairKernel {

  static final String NAME = "cauchy";

  public Cauchy {
    Parameters.requireWidth(NAME, "sigma", sigma);
  }

  static Cauchy of(Spec spec) {
    return new Cauchy(spec.number("sigma"));
  }

  @Override
  public Pairing pairing() {
    return Pairing.SQUARED_DISTANCE;
  }

  @Override
  public double valueAt(double squaredDistance) {
    return 1 / (1 + squaredDistance / (sigma * sigma));
  }

  @Override
  public double slope(double squaredDistance) {
    double value = valueAt(squaredDistance);
    return -value * value / (sigma * sigma);
  }

  @Override
  public double diagonal(double[] x) {
    return 1;
  }

  @Override
  public void map(Simd simd, double[] v, int offset, int length) {
    simd.affine(v, offset, length, 1 / (sigma * sigma), 1);
    simd.reciprocal(v, offset, length);
  }

  @Override
  public void map(Simd simd, float[] v, int offset, int length) {
    simd.affine(v, offset, length, Parameters.single(1 / (sigma * sigma)), 1);
    simd.reciprocal(v, offset, length);
  }

  @Override
  public String spec() {
    return Spec.of(NAME).with("sigma", sigma).text();
  }

  @Override
  public boolean positiveSemidefinite() {
    return true;
  }
}
