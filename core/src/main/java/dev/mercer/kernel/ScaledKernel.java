package dev.mercer.kernel;

import dev.mercer.spec.Numbers;

/** A kernel times a positive number. */
public record ScaledKernel(double factor, Kernel kernel) implements Kernel {

  public ScaledKernel {
    if (!(factor > 0) || Double.isInfinite(factor)) {
      throw new IllegalArgumentException(
          "a kernel is scaled by a positive finite number, not " + factor);
    }
  }

  @Override
  public double value(double[] x, double[] y) {
    return factor * kernel.value(x, y);
  }

  @Override
  public String spec() {
    String inner = kernel instanceof SumKernel ? "(" + kernel.spec() + ")" : kernel.spec();
    return Numbers.text(factor) + "*" + inner;
  }

  @Override
  public boolean positiveSemidefinite() {
    return kernel.positiveSemidefinite();
  }
}
