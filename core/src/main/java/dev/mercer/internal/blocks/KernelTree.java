package dev.mercer.internal.blocks;

import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import java.util.function.Predicate;

/** What the parts of a kernel ask of the blocks of values they are evaluated in. */
final class KernelTree {

  private KernelTree() {}

  /** How many parts are made from inner products, as Euclidean distances are too. */
  static int innerProductLeaves(KernelForm form) {
    return (int) form.leaves().filter(leaf -> pairs(leaf, Pairing::fromInnerProducts)).count();
  }

  /** How many blocks of partial results are alive at once beside the result. */
  static int depth(KernelForm form) {
    int deepest = 0;
    boolean first = true;
    for (KernelForm part : form.parts()) {
      // The first part is evaluated into the result itself, the others one level down.
      deepest = Math.max(deepest, depth(part) + (first ? 0 : 1));
      first = false;
    }
    return deepest;
  }

  /** Whether some part depends on Euclidean distances, which lose digits far from the origin. */
  static boolean usesDistances(KernelForm form) {
    return uses(form, Pairing.SQUARED_DISTANCE);
  }

  /** Whether some part sums absolute differences itself. */
  static boolean usesAbsoluteDifferences(KernelForm form) {
    return uses(form, Pairing.L1_DISTANCE);
  }

  /** Whether some part looks at points in this way. */
  static boolean uses(KernelForm form, Pairing pairing) {
    return form.leaves().anyMatch(leaf -> pairs(leaf, pairing::equals));
  }

  private static boolean pairs(KernelForm leaf, Predicate<Pairing> property) {
    return leaf instanceof PairForm pair && property.test(pair.pairing());
  }
}
