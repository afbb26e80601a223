package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;

/** x.y, the inner product: kernel PCA with it is PCA. */
public record Linear() implements PairKernel {

  static final String NAME = "linear";

  @Override
  public Pairing pairing() {
    return Pairing.INNER_PRODUCT;
  }

  @Override
  public double valueAt(double innerProduct) {
    return innerProduct;
  }

  @Override
  public double slope(double innerProduct) {
    return 1;
  }

  @Override
  public void map(Simd simd, double[] v, int offset, int length) {
    // The pair value is the kernel value.
  }

  @Override
  public void map(Simd simd, float[] v, int offset, int length) {
    // The pair value is the kernel value.
  }

  @Override
  public String spec() {
    return NAME;
  }

  @Override
  public boolean positiveSemidefinite() {
    return true;
  }
}
