package dev.mercer.kernel;

import dev.mercer.internal.kernel.ComposedForm;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.spec.Numbers;

/** A kernel times a positive number. A scaled kernel scaled again has the product of the two. */
record ScaledKernel(double factor, Kernel kernel) implements Kernel {

  public ScaledKernel {
    KernelForm form = KernelForm.of(kernel);
    if (form.operation().filter(ComposedForm.Operation.SCALING::equals).isPresent()) {
      factor *= form.factor();
      kernel = form.parts().get(0).kernel();
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
    return Numbers.text(factor) + "*" + Composing.textWithin(kernel, ComposedForm.Operation.SUM);
  }

  @Override
  public boolean positiveSemidefinite() {
    return kernel.positiveSemidefinite();
  }

  @Override
  public boolean named() {
    return kernel.named();
  }

  @Override
  public Form form() {
    return ComposedForm.scaling(this, factor, kernel, other -> new ScaledKernel(factor, other));
  }
}
