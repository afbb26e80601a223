package dev.mercer.kernel;

import dev.mercer.internal.kernel.ComposedForm;
import dev.mercer.internal.kernel.KernelForm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What sums, products and scalings of kernels have in common. */
final class Composing {

  private Composing() {}

  /** The parts, of which those that are composed in the same way are dissolved. */
  static List<Kernel> flat(List<Kernel> parts, ComposedForm.Operation operation) {
    List<Kernel> result = new ArrayList<>();
    for (Kernel part : parts) {
      if (operationOf(part).filter(operation::equals).isPresent()) {
        KernelForm.of(part).parts().forEach(inner -> result.add(inner.kernel()));
      } else {
        result.add(part);
      }
    }
    return List.copyOf(result);
  }

  /** The text of a part, in parentheses where it is composed in one of these ways. */
  static String textWithin(Kernel part, ComposedForm.Operation... needParentheses) {
    boolean compound =
        operationOf(part).filter(Arrays.asList(needParentheses)::contains).isPresent();
    return compound ? "(" + part.spec() + ")" : part.spec();
  }

  private static Optional<ComposedForm.Operation> operationOf(Kernel kernel) {
    return KernelForm.of(kernel).operation();
  }
}
