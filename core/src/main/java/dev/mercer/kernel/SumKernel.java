package dev.mercer.kernel;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sum of kernels, which is a kernel (RK sec. 4). A sum among the parts is dissolved in it. */
public record SumKernel(List<Kernel> parts) implements Kernel {

  public SumKernel {
    parts =
        parts.stream()
            .flatMap(part -> part instanceof SumKernel sum ? sum.parts.stream() : Stream.of(part))
            .collect(Collectors.toUnmodifiableList());
    if (parts.size() < 2) {
      throw new IllegalArgumentException("a sum has at least two kernels, not " + parts.size());
    }
    parts.forEach(Precomputed::refuse);
  }

  public static SumKernel of(Kernel... parts) {
    return new SumKernel(List.of(parts));
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
}
