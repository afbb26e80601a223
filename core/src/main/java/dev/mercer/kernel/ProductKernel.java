package dev.mercer.kernel;

import java.util.List;
import java.util.stream.Collectors;

/** The product of kernels, which is a kernel (Schur; RK sec. 4). */
public record ProductKernel(List<Kernel> parts) implements Kernel {

  public ProductKernel {
    parts = List.copyOf(parts);
    if (parts.size() < 2) {
      throw new IllegalArgumentException("a product has at least two kernels, not " + parts.size());
    }
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
  public String spec() {
    return parts.stream()
        .map(part -> part instanceof SumKernel ? "(" + part.spec() + ")" : part.spec())
        .collect(Collectors.joining("*"));
  }

  @Override
  public boolean positiveSemidefinite() {
    return parts.stream().allMatch(Kernel::positiveSemidefinite);
  }
}
