package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;

/** x.y / (|x| |y|), the linear kernel of rows scaled to length one; 0 for a zero row. */
public record Cosine() implements Kernel {

  static final String NAME = "cosine";

  @Override
  public double value(double[] x, double[] y) {
    return Pairing.COSINE.of(x, y);
  }

  @Override
  public double diagonal(double[] x) {
    for (double value : x) {
      if (value != 0) {
        return 1;
      }
    }
    return 0;
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

  private record Pairs(Cosine kernel) implements PairForm {

    @Override
    public Pairing pairing() {
      return Pairing.COSINE;
    }

    @Override
    public double valueAt(double cosine) {
      return cosine;
    }

    @Override
    public double slope(double cosine) {
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
  }
}
