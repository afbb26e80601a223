package dev.mercer.internal.blocks;

import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelCatalog;
import dev.mercer.kernel.PairKernel;
import dev.mercer.kernel.Pairing;
import dev.mercer.kernel.Precomputed;
import dev.mercer.kernel.ScaledKernel;
import dev.mercer.kernel.SumKernel;
import java.util.List;

/**
 * A kernel and its derivatives with respect to the four {@link Pairing}s of two points: what
 * gradients of kernel values in the input space are made of, whatever the tree of sums, products
 * and scalings.
 *
 * <ol>
 *   <li>a leaf has its value and one slope, that of its own pairing
 *   <li>a sum adds values and slopes, a scaling multiplies both
 *   <li>a product folds its parts one by one: (v, s) and (w, t) become (v w, s w + v t)
 * </ol>
 *
 * With them, grad_x k(x, p) = 2 (x - p) s[SQUARED_DISTANCE] + p s[INNER_PRODUCT] + (p / (|x||p|) -
 * c x / |x|^2) s[COSINE] + sign(x - p) s[L1_DISTANCE], c the cosine. Cost: one value and one slope
 * a leaf. Where a kernel has a kink its leaf's documented slope is used. Thread-safe.
 *
 * <p>A precomputed kernel and a function of the caller's have no pair values, so they are refused.
 */
public final class PairSlopes {

  /** How many slopes there are: one a {@link Pairing}, by its ordinal. */
  public static final int COUNT = Pairing.values().length;

  private final Kernel kernel;

  private PairSlopes(Kernel kernel) {
    this.kernel = kernel;
  }

  /**
   * @throws IllegalArgumentException if some part of the kernel is no {@link PairKernel}
   */
  public static PairSlopes of(Kernel kernel) {
    requireSlopes(kernel, kernel);
    return new PairSlopes(kernel);
  }

  /**
   * The kernel value of two points, and its slopes.
   *
   * @param pairValues the points' pair values by {@link Pairing#ordinal}; those of pairings that
   *     the kernel does not {@linkplain #uses use} are not read
   * @param slopes is filled; 0 for pairings that the kernel does not use
   */
  public double at(double[] pairValues, double[] slopes) {
    return at(kernel, pairValues, slopes);
  }

  /** Whether the kernel looks at points in this way. */
  public boolean uses(Pairing pairing) {
    return uses(kernel, pairing);
  }

  private static double at(Kernel part, double[] pairValues, double[] slopes) {
    if (part instanceof PairKernel pair) {
      int own = pair.pairing().ordinal();
      for (int i = 0; i < COUNT; i++) {
        slopes[i] = 0;
      }
      slopes[own] = pair.slope(pairValues[own]);
      return pair.valueAt(pairValues[own]);
    }
    if (part instanceof ScaledKernel scaled) {
      double value = at(scaled.kernel(), pairValues, slopes);
      for (int i = 0; i < COUNT; i++) {
        slopes[i] *= scaled.factor();
      }
      return scaled.factor() * value;
    }
    boolean sum = part instanceof SumKernel;
    List<Kernel> parts = KernelTree.parts(part);
    double value = at(parts.get(0), pairValues, slopes);
    double[] others = new double[COUNT];
    for (int j = 1; j < parts.size(); j++) {
      double other = at(parts.get(j), pairValues, others);
      for (int i = 0; i < COUNT; i++) {
        slopes[i] = sum ? slopes[i] + others[i] : slopes[i] * other + value * others[i];
      }
      value = sum ? value + other : value * other;
    }
    return value;
  }

  private static boolean uses(Kernel part, Pairing pairing) {
    return part instanceof PairKernel pair
        ? pair.pairing() == pairing
        : KernelTree.parts(part).stream().anyMatch(inner -> uses(inner, pairing));
  }

  private static void requireSlopes(Kernel whole, Kernel part) {
    if (!part.hasPoints()) {
      throw new IllegalArgumentException(
          "a precomputed kernel has no points, so nothing to take derivatives by; fit with a kernel"
              + " of points ("
              + differentiable()
              + ")");
    }
    if (!(part instanceof PairKernel) && KernelTree.parts(part).isEmpty()) {
      throw new IllegalArgumentException(
          part.spec()
              + (part == whole ? "" : " in " + whole.spec())
              + " has no known derivative; possible are sums, products and scalings of "
              + differentiable());
    }
    KernelTree.parts(part).forEach(inner -> requireSlopes(whole, inner));
  }

  private static String differentiable() {
    return String.join(
        ", ",
        KernelCatalog.names().stream().filter(name -> !Precomputed.NAME.equals(name)).toList());
  }
}
