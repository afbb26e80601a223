package dev.mercer.kernel;

import dev.mercer.internal.kernel.ComposedForm;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The product of kernels, which is a kernel (Schur; RK section 4). A product among the parts is
 * dissolved in it; a sum or a scaled kernel among them is printed in parentheses, so that it reads
 * back as the part it was.
 */
record ProductKernel(List<Kernel> parts) implements Kernel {

  public ProductKernel {
    parts = Composing.flat(parts, ComposedForm.Operation.PRODUCT);
    if (parts.size() < 2) {
      throw new IllegalArgumentException("a product has at least two kernels, not " + parts.size());
    }
    parts.forEach(Precomputed::refuse);
  }

  @Override
  public double value(double[] x, double[] y) {
    double product = 1;
    for (Kernel part : parts) {
      product *= part.value(x, y);
    }
    return product;
  }

  @Override
  public double diagonal(double[] x) {
    double product = 1;
    for (Kernel part : parts) {
      product *= part.diagonal(x);
    }
    return product;
  }

  @Override
  public String spec() {
    return parts.stream()
        .map(
            part ->
                Composing.textWithin(
                    part, ComposedForm.Operation.SUM, ComposedForm.Operation.SCALING))
        .collect(Collectors.joining("*"));
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
    return ComposedForm.product(this, parts, ProductKernel::new);
  }
}
