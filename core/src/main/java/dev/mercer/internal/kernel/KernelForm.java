package dev.mercer.internal.kernel;

import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * How a kernel is computed: it is simple, one number per pair of points that is mapped ({@link
 * PairForm}); or composed of others ({@link ComposedForm}); or a black box that is called pair by
 * pair ({@link OpaqueForm}).
 */
public sealed interface KernelForm extends Kernel.Form permits PairForm, ComposedForm, OpaqueForm {

  /** How a kernel is computed. */
  static KernelForm of(Kernel kernel) {
    return (KernelForm) kernel.form();
  }

  /** The kernel itself, for its definition and its text. */
  Kernel kernel();

  /** What the kernel is composed of; none where it is simple or a black box. */
  default List<KernelForm> parts() {
    return List.of();
  }

  /** What is done with the values of the parts; empty where there are none. */
  default Optional<ComposedForm.Operation> operation() {
    return Optional.empty();
  }

  /** What the value of a scaled kernel's part is multiplied by; 1 for all others. */
  default double factor() {
    return 1;
  }

  /** The kernels at the ends of the composition, in their order; of one not composed, itself. */
  default Stream<KernelForm> leaves() {
    return parts().isEmpty() ? Stream.of(this) : parts().stream().flatMap(KernelForm::leaves);
  }

  /** The same composition of other kernels at its ends. */
  default Kernel withLeaves(UnaryOperator<Kernel> change) {
    return change.apply(kernel());
  }

  /** The Gaussian that this kernel is, for what is known of Gaussians alone. */
  default Optional<Gaussian> gaussian() {
    return Optional.empty();
  }

  /** The simple kernel that this one is, scaled or not; empty for sums, products, black boxes. */
  default Optional<ScaledPair> scaledPair() {
    return Optional.empty();
  }

  /** A simple kernel times a number, 1 where it is not scaled. */
  record ScaledPair(double factor, PairForm pair) {}
}
