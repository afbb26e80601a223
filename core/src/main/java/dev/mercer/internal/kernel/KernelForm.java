package dev.mercer.internal.kernel;

import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * How a kernel is computed. It is either simple, a function of one number per pair of points
 * ({@link PairForm}); or composed of other kernels ({@link ComposedForm}); or a black box that is
 * called for every pair ({@link OpaqueForm}).
 */
public sealed interface KernelForm extends Kernel.Form permits PairForm, ComposedForm, OpaqueForm {

  /** The form of a kernel. */
  static KernelForm of(Kernel kernel) {
    return (KernelForm) kernel.form();
  }

  /** The kernel itself, for its definition and its text form. */
  Kernel kernel();

  /** The parts that the kernel is composed of; empty if it is simple or a black box. */
  default List<KernelForm> parts() {
    return List.of();
  }

  /** How the values of the parts are combined; empty if there are no parts. */
  default Optional<ComposedForm.Operation> operation() {
    return Optional.empty();
  }

  /**
   * For a scaled kernel, the number by which the value of its part is multiplied; 1 for all others.
   */
  default double factor() {
    return 1;
  }

  /**
   * The kernels at the leaves of the composition, in their order; the kernel itself if it is not
   * composed.
   */
  default Stream<KernelForm> leaves() {
    return parts().isEmpty() ? Stream.of(this) : parts().stream().flatMap(KernelForm::leaves);
  }

  /** The same composition with every leaf replaced by another kernel. */
  default Kernel withLeaves(UnaryOperator<Kernel> change) {
    return change.apply(kernel());
  }

  /**
   * The Gaussian that this kernel is equal to, if any, for algorithms that apply to Gaussians only.
   */
  default Optional<Gaussian> gaussian() {
    return Optional.empty();
  }

  /**
   * The simple kernel that this kernel is, possibly times a factor; empty for sums, products and
   * black boxes.
   */
  default Optional<ScaledPair> scaledPair() {
    return Optional.empty();
  }

  /** A simple kernel times a number, which is 1 if the kernel is not scaled. */
  record ScaledPair(double factor, PairForm pair) {}
}
