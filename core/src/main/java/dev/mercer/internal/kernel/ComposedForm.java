package dev.mercer.internal.kernel;

import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A sum of kernels, a product of kernels, or one kernel times a positive number. */
public final class ComposedForm implements KernelForm {

  /** How the values of the parts are combined. */
  public enum Operation {
    SUM,
    PRODUCT,
    SCALING
  }

  private final Kernel kernel;
  private final Operation operation;
  private final double factor;
  private final List<KernelForm> parts;
  private final Function<List<Kernel>, Kernel> composition;

  private ComposedForm(
      Kernel kernel,
      Operation operation,
      double factor,
      List<Kernel> parts,
      Function<List<Kernel>, Kernel> composition) {
    this.kernel = kernel;
    this.operation = operation;
    this.factor = factor;
    this.parts = parts.stream().map(KernelForm::of).toList();
    this.composition = composition;
  }

  /**
   * @param composition makes the same kind of sum from other parts
   */
  public static ComposedForm sum(
      Kernel kernel, List<Kernel> parts, Function<List<Kernel>, Kernel> composition) {
    return new ComposedForm(kernel, Operation.SUM, 1, parts, composition);
  }

  /**
   * @param composition makes the same kind of product from other parts
   */
  public static ComposedForm product(
      Kernel kernel, List<Kernel> parts, Function<List<Kernel>, Kernel> composition) {
    return new ComposedForm(kernel, Operation.PRODUCT, 1, parts, composition);
  }

  /**
   * @param composition multiplies another kernel by the same factor
   */
  public static ComposedForm scaling(
      Kernel kernel, double factor, Kernel part, UnaryOperator<Kernel> composition) {
    return new ComposedForm(
        kernel, Operation.SCALING, factor, List.of(part), parts -> composition.apply(parts.get(0)));
  }

  @Override
  public Kernel kernel() {
    return kernel;
  }

  @Override
  public Optional<Operation> operation() {
    return Optional.of(operation);
  }

  @Override
  public double factor() {
    return factor;
  }

  @Override
  public List<KernelForm> parts() {
    return parts;
  }

  @Override
  public Kernel withLeaves(UnaryOperator<Kernel> change) {
    return composition.apply(parts.stream().map(part -> part.withLeaves(change)).toList());
  }

  /** The product exp(-g |x-y|^2) exp(-h |x-y|^2) is the Gaussian of g + h. */
  @Override
  public Optional<Gaussian> gaussian() {
    if (operation != Operation.PRODUCT
        || !parts.stream().allMatch(part -> part.gaussian().isPresent())) {
      return Optional.empty();
    }
    double gamma = 0;
    for (KernelForm part : parts) {
      gamma += part.gaussian().orElseThrow().gamma();
    }
    return Optional.of(Gaussian.gamma(gamma));
  }

  @Override
  public Optional<ScaledPair> scaledPair() {
    return operation == Operation.SCALING
        ? parts.get(0).scaledPair().map(one -> new ScaledPair(factor * one.factor(), one.pair()))
        : Optional.empty();
  }
}
