package dev.mercer.kernel;

import dev.mercer.backend.Simd;
import dev.mercer.spec.Spec;

/** exp(-|x - y|_2 / sigma), with the Euclidean distance. */
public record Laplacian(double sigma) implements PairKernel {

  static final String NAME = "laplacian";

  public Laplacian {
    Parameters.requireWidth(NAME, "sigma", sigma);
  }

  static Laplacian of(Spec spec) {
    return new Laplacian(spec.number("sigma"));
  }

  @Override
  public Pairing pairing() {
    return Pairing.SQUARED_DISTANCE;
  }

  @Override
  public double value(double[] x, double[] y) {
    return Math.exp(-Math.sqrt(Pairing.SQUARED_DISTANCE.of(x, y)) / sigma);
  }

  @Override
  public double diagonal(double[] x) {
    return 1;
  }

  @Override
  public void map(Simd simd, double[] v, int offset, int length) {
    simd.sqrt(v, offset, length);
    simd.exp(v, offset, length, -1 / sigma);
  }

  @Override
  public void map(Simd simd, float[] v, int offset, int length) {
    simd.sqrt(v, offset, length);
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
