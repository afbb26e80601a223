package dev.mercer.internal.fastsum;

import java.util.List;

/**
 * A sum with a scaled or added kernel: factor (K_1 + K_2 + …) V, computed from the sums with the
 * parts.
 *
 * <p>The errors of the parts' kernel values add up and are multiplied by the factor.
 */
final class ComposedSum implements KernelSum {

  private final double factor;
  private final List<KernelSum> parts;
  private final int targets;

  /**
   * @param targets the number of rows of a result
   */
  ComposedSum(double factor, List<KernelSum> parts, int targets) {
    this.factor = factor;
    this.parts = List.copyOf(parts);
    this.targets = targets;
  }

  @Override
  public String scheme() {
    return String.join("+", parts.stream().map(KernelSum::scheme).distinct().toList());
  }

  @Override
  public double errorBound() {
    // The scaling and each addition round once, relative to values that the parts bound.
    return factor * parts.stream().mapToDouble(KernelSum::errorBound).sum() * (1 + 1e-12);
  }

  @Override
  public int terms() {
    return parts.stream().mapToInt(KernelSum::terms).max().orElse(0);
  }

  @Override
  public int clusters() {
    return parts.stream().mapToInt(KernelSum::clusters).max().orElse(0);
  }

  @Override
  public long evaluations() {
    return parts.stream().mapToLong(KernelSum::evaluations).sum();
  }

  @Override
  public void multiply(int columns, double[] vectors, double[] result) {
    parts.get(0).multiply(columns, vectors, result);
    double[] other = parts.size() == 1 ? null : new double[targets * columns];
    for (KernelSum part : parts.subList(1, parts.size())) {
      part.multiply(columns, vectors, other);
      for (int k = 0; k < other.length; k++) {
        result[k] += other[k];
      }
    }
    for (int k = 0; factor != 1 && k < targets * columns; k++) {
      result[k] *= factor;
    }
  }
}
