package dev.mercer.kernel;

import dev.mercer.internal.kernel.ComposedForm;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The sum of kernels, which is a kernel (RK section 4). A sum among the parts is dissolved in it.
 */
record SumKernel(List<Kernel> parts) implements Kernel {

  public SumKernel {
    parts = Composing.flat(parts, ComposedForm.Operation.SUM);
    if (parts.size() < 2) {
      throw new IllegalArgumentException("a sum has at least two kernels, not " + parts.size());
    }
    parts.forEach(Precomputed::refuse);
  }

  @Override
  public double value(double[] x, double[] y) {
    double sum = 0;
    for (Kernel part : parts) {
      sum += part.value(x, y);
    }
    return sum;
  }

  @Override
  public double diagonal(double[] x) {
    double sum = 0;
    for (Kernel part : parts) {
      sum += part.diagonal(x);
    }
    return sum;
  }

  @Override
  public String spec() {
    return parts.stream().map(Kernel::spec).collect(Collectors.joining("+"));
  }

  @Override
  public boolean positiveSemidefinite() {
    return parts.stream().allMatch(Kernel::positiveSemidefinite);
  }

  @Override
  public boolean named() {
    return parts.stream().allMatch(Kernel::named);
  }

  @Override
  public Form form() {
    return ComposedForm.sum(this, parts, SumKernel::new);
  }
}
