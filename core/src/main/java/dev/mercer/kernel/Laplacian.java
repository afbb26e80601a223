package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.spec.Spec;

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
  public double valueAt(double squaredDistance) {
    return Math.exp(-Math.sqrt(squaredDistance) / sigma);
  }

  /**
   * {@inheritDoc} 0 at distance 0, where the kernel has a peak: its gradient in the input space is
   * then the mean of those on opposite sides.
   */
  @Override
  public double slope(double squaredDistance) {
    double distance = Math.sqrt(squaredDistance);
    return distance == 0 ? 0 : -Math.exp(-distance / sigma) / (2 * sigma * distance);
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
