package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;

/** The linear kernel, the inner product x.y: kernel PCA with it is PCA. */
public record Linear() implements Kernel {

  static final String NAME = "linear";

  @Override
  public double value(double[] x, double[] y) {
    return Pairing.INNER_PRODUCT.of(x, y);
  }

  @Override
  public String spec() {
    return NAME;
  }

  @Override
  public boolean positiveSemidefinite() {
    return true;
  }

  @Override
  public Form form() {
    return new Pairs(this);
  }

  private record Pairs(Linear kernel) implements PairForm {

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
    public boolean linear() {
      return true;
    }
  }
}
