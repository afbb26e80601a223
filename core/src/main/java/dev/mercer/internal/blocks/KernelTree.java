package dev.mercer.internal.blocks;

import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.PairKernel;
import dev.mercer.kernel.Pairing;
import dev.mercer.kernel.ProductKernel;
import dev.mercer.kernel.ScaledKernel;
import dev.mercer.kernel.SumKernel;

/** Questions about the parts of a composed kernel. */
public final class KernelTree {

  private KernelTree() {}

  /** How many parts are made from inner products (all but L1 kernels and user functions). */
  static int innerProductLeaves(Kernel kernel) {
    if (kernel instanceof PairKernel pair) {
      return pair.pairing() == Pairing.L1_DISTANCE ? 0 : 1;
    }
    return parts(kernel).stream().mapToInt(KernelTree::innerProductLeaves).sum();
  }

  /** How many blocks of partial results are alive at once beside the result. */
  static int depth(Kernel kernel) {
    if (kernel instanceof ScaledKernel scaled) {
      return depth(scaled.kernel());
    }
    int deepest = 0;
    boolean first = true;
    for (Kernel part : parts(kernel)) {
      // The first part is evaluated into the result itself, the others one level down.
      deepest = Math.max(deepest, depth(part) + (first ? 0 : 1));
      first = false;
    }
    return deepest;
  }

  /** Whether some part depends on Euclidean distances, which lose digits far from the origin. */
  public static boolean usesDistances(Kernel kernel) {
    if (kernel instanceof PairKernel pair) {
      return pair.pairing() == Pairing.SQUARED_DISTANCE;
    }
    return parts(kernel).stream().anyMatch(KernelTree::usesDistances);
  }

  /** Whether some part sums absolute differences itself. */
  static boolean usesAbsoluteDifferences(Kernel kernel) {
    if (kernel instanceof PairKernel pair) {
      return pair.pairing() == Pairing.L1_DISTANCE;
    }
    return parts(kernel).stream().anyMatch(KernelTree::usesAbsoluteDifferences);
  }

  /** The parts of a sum, product or scaling; none for any other kernel. */
  public static java.util.List<Kernel> parts(Kernel kernel) {
    if (kernel instanceof SumKernel sum) {
      return sum.parts();
    }
    if (kernel instanceof ProductKernel product) {
      return product.parts();
    }
    if (kernel instanceof ScaledKernel scaled) {
      return java.util.List.of(scaled.kernel());
    }
    return java.util.List.of();
  }
}
