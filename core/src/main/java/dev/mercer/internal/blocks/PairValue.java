package dev.mercer.internal.blocks;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.kernel.Kernel;

/**
 * The pair value itself, as if it were a kernel: gives code that needs distances or inner products
 * the guarded path of {@link KernelBlock}. It has no name, and no spec can make one.
 */
record PairValue(Pairing pairing) implements Kernel {

  @Override
  public double value(double[] x, double[] y) {
    return pairing.of(x, y);
  }

  @Override
  public String spec() {
    return "pair:" + pairing;
  }

  @Override
  public boolean positiveSemidefinite() {
    return pairing == Pairing.INNER_PRODUCT || pairing == Pairing.COSINE;
  }

  @Override
  public boolean named() {
    return false;
  }

  @Override
  public Form form() {
    return new Pairs(this);
  }

  private record Pairs(PairValue kernel) implements PairForm {

    @Override
    public Pairing pairing() {
      return kernel.pairing;
    }

    @Override
    public double valueAt(double pairValue) {
      return pairValue;
    }

    @Override
    public double slope(double pairValue) {
      return 1;
    }

    @Override
    public void map(Simd simd, double[] v, int offset, int length) {
      // The pair value is the value.
    }

    @Override
    public void map(Simd simd, float[] v, int offset, int length) {
      // The pair value is the value.
    }
  }
}
