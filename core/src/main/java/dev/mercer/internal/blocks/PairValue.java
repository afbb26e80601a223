package dev.mercer.internal.blocks;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.kernel.Kernel;
import java.util.Optional;

/**
 * The pair value itself as a kernel. It lets code that needs distances or inner products use {@link
 * KernelBlock} and its protection against cancellation. It has no name, and no spec can create one.
 */
record PairValue(Pairing pairing, Optional<PairForm> own) implements Kernel {

  /**
   * The pair value of a kernel: one that this kernel defines itself, or one that all kernels share.
   */
  static PairValue of(PairForm pair) {
    boolean own = pair.pairing() == Pairing.OWN;
    return new PairValue(pair.pairing(), own ? Optional.of(pair) : Optional.empty());
  }

  @Override
  public double value(double[] x, double[] y) {
    return own.isPresent() ? own.get().pairValue(x, y) : pairing.of(x, y);
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
    public double pairValue(double[] x, double[] y) {
      return kernel.value(x, y);
    }

    @Override
    public void pairValues(
        double[] x,
        int xFrom,
        double[] y,
        int yFrom,
        int count,
        int columns,
        double[] out,
        int at) {
      own().pairValues(x, xFrom, y, yFrom, count, columns, out, at);
    }

    @Override
    public void pairValues(
        float[] x, int xFrom, float[] y, int yFrom, int count, int columns, float[] out, int at) {
      own().pairValues(x, xFrom, y, yFrom, count, columns, out, at);
    }

    private PairForm own() {
      return kernel.own.orElseThrow();
    }

    @Override
    public double leastCoordinate() {
      return kernel.own.map(PairForm::leastCoordinate).orElse(Double.NEGATIVE_INFINITY);
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
