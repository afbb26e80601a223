package dev.mercer.kernel;

import java.util.List;
import java.util.stream.Collectors;

/** The sum of kernels, which is a kernel (RK sec. 4). */
public record SumKernel(List<Kernel> parts) implements Kernel {

  public SumKernel {
    parts = List.copyOf(parts);
    if (parts.size() < 2) {
      throw new IllegalArgumentException("a sum has at least two kernels, not " + parts.size());
    }
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
  public String spec() {
    return parts.stream().map(Kernel::spec).collect(Collectors.joining("+"));
  }

  @Override
  public boolean positiveSemidefinite() {
    return parts.stream().allMatch(Kernel::positiveSemidefinite);
  }
}
