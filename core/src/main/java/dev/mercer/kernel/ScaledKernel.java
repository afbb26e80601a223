package dev.mercer.kernel;

import dev.mercer.internal.spec.Numbers;

/** A kernel times a positive number. A scaled kernel scaled again has the product of the two. */
public record ScaledKernel(double factor, Kernel kernel) implements Kernel {

  public ScaledKernel {
    if (kernel instanceof ScaledKernel scaled) {
      factor *= scaled.factor;
      kernel = scaled.kernel;
    }
    if (!(factor > 0) || Double.isInfinite(factor)) {
      throw new IllegalArgumentException(
          "a kernel is scaled by a positive finite number, not " + Numbers.text(factor));
    }
    Precomputed.refuse(kernel);
  }

  @Override
  public double value(double[] x, double[] y) {
    return factor * kernel.value(x, y);
  }

  @Override
  public double diagonal(double[] x) {
    return factor * kernel.diagonal(x);
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

  @Override
  public boolean named() {
    return kernel.named();
  }
}
