package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.spec.Spec;

/** exp(-|x - y|_1 / sigma), with the sum of absolute differences. */
public record LaplacianL1(double sigma) implements PairKernel {

  static final String NAME = "laplacian-l1";

  public LaplacianL1 {
    Parameters.requireWidth(NAME, "sigma", sigma);
  }

  static LaplacianL1 of(Spec spec) {
    return new LaplacianL1(spec.number("sigma"));
  }

  @Override
  public Pairing pairing() {
    return Pairing.L1_DISTANCE;
  }

  @Override
  public double valueAt(double absoluteDistance) {
    return Math.exp(-absoluteDistance / sigma);
  }

  @Override
  public double slope(double absoluteDistance) {
    return -Math.exp(-absoluteDistance / sigma) / sigma;
  }

  @Override
  public double diagonal(double[] x) {
    return 1;
  }

  @Override
  public void map(Simd simd, double[] v, int offset, int length) {
    simd.exp(v, offset, length, -1 / sigma);
  }

  @Override
  public void map(Simd simd, float[] v, int offset, int length) {
    simd.exp(v, offset, length, -Parameters.single(1 / sigma));
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
