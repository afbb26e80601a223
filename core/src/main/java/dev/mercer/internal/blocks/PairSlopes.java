package dev.mercer.internal.blocks;

import dev.mercer.internal.kernel.ComposedForm;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.kernel.Kernel;
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

  /** How many slopes there are: one per {@link Pairing} but the last, OWN, by its ordinal. */
  public static final int COUNT = Pairing.OWN.ordinal();

  private static final String DIFFERENTIABLE =
      "gaussian, laplacian, linear and all other kernels of an inner product, a cosine or a"
          + " distance";

  private final KernelForm form;

  private PairSlopes(KernelForm form) {
    this.form = form;
  }

  /**
   * @throws IllegalArgumentException if some part of the kernel has no derivative by a pair value
   */
  public static PairSlopes of(Kernel kernel) {
    KernelForm form = KernelForm.of(kernel);
    form.leaves().forEach(leaf -> requireSlopes(form, leaf));
    return new PairSlopes(form);
  }

  /**
   * The kernel value of two points, and its slopes.
   *
   * @param pairValues the points' pair values by {@link Pairing#ordinal}; those of pairings that
   *     the kernel does not {@linkplain #uses use} are not read
   * @param slopes is filled; 0 for pairings that the kernel does not use
   */
  public double at(double[] pairValues, double[] slopes) {
    return at(form, pairValues, slopes);
  }

  /** Whether the kernel looks at points in this way. */
  public boolean uses(Pairing pairing) {
    return KernelTree.uses(form, pairing);
  }

  private static double at(KernelForm part, double[] pairValues, double[] slopes) {
    if (part instanceof PairForm pair) {
      int own = pair.pairing().ordinal();
      for (int i = 0; i < COUNT; i++) {
        slopes[i] = 0;
      }
      slopes[own] = pair.slope(pairValues[own]);
      return pair.valueAt(pairValues[own]);
    }
    ComposedForm.Operation operation = part.operation().orElseThrow();
    List<KernelForm> parts = part.parts();
    double value = at(parts.get(0), pairValues, slopes);
    if (operation == ComposedForm.Operation.SCALING) {
      for (int i = 0; i < COUNT; i++) {
        slopes[i] *= part.factor();
      }
      return part.factor() * value;
    }
    boolean sum = operation == ComposedForm.Operation.SUM;
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

  private static void requireSlopes(KernelForm whole, KernelForm leaf) {
    if (!leaf.kernel().hasPoints()) {
      throw new IllegalArgumentException(
          "a precomputed kernel has no points, so nothing to take derivatives by; fit with a kernel"
              + " of points ("
              + DIFFERENTIABLE
              + ")");
    }
    if (!(leaf instanceof PairForm pair) || pair.pairing() == Pairing.OWN) {
      throw new IllegalArgumentException(
          leaf.kernel().spec()
              + (leaf == whole ? "" : " in " + whole.kernel().spec())
              + " has no known derivative; possible are sums, products and scalings of "
              + DIFFERENTIABLE);
    }
  }
}
