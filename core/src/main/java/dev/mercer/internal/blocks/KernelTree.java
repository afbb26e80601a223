package dev.mercer.internal.blocks;

import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import java.util.function.Predicate;

/** What the parts of a kernel require from the code that evaluates them in blocks. */
final class KernelTree {

  private KernelTree() {}

  /** The number of parts that are computed from inner products, as Euclidean distances are too. */
  static int innerProductLeaves(KernelForm form) {
    return (int) form.leaves().filter(leaf -> pairs(leaf, Pairing::fromInnerProducts)).count();
  }

  /**
   * The number of blocks of partial results that exist at the same time, in addition to the result.
   */
  static int depth(KernelForm form) {
    int deepest = 0;
    boolean first = true;
    for (KernelForm part : form.parts()) {
      // The first part is evaluated into the result itself, the others into a block one level
      // deeper.
      deepest = Math.max(deepest, depth(part) + (first ? 0 : 1));
      first = false;
    }
    return deepest;
  }

  /** Whether some part depends on Euclidean distances, which lose digits far from the origin. */
  static boolean usesDistances(KernelForm form) {
    return uses(form, Pairing.SQUARED_DISTANCE);
  }

  /** Whether some part depends on sums of absolute differences. */
  static boolean usesAbsoluteDifferences(KernelForm form) {
    return uses(form, Pairing.L1_DISTANCE);
  }

  /** Whether some part is a function of this pairing of two points. */
  static boolean uses(KernelForm form, Pairing pairing) {
    return form.leaves().anyMatch(leaf -> pairs(leaf, pairing::equals));
  }

  private static boolean pairs(KernelForm leaf, Predicate<Pairing> property) {
    return leaf instanceof PairForm pair && property.test(pair.pairing());
  }
}
