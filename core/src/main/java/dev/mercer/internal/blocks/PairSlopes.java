package dev.mercer.internal.blocks;

import dev.mercer.internal.kernel.ComposedForm;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.kernel.Kernel;
import java.util.ArrayList;
import java.util.List;

/**
 * A kernel's value and its derivatives with respect to the {@link Pairing}s of two points, called
 * slopes. Gradients of kernel values in the input space are computed from them, for any tree of
 * sums, products and scalings.
 *
 * <ol>
 *   <li>a leaf has its value and one slope, the derivative with respect to its own pairing
 *   <li>a sum adds values and slopes, and a scaling multiplies both
 *   <li>a product combines its parts one by one: (v, s) and (w, t) become (v w, s w + v t)
 * </ol>
 *
 * From the slopes follows grad_x k(x, p) = 2 (x - p) s[SQUARED_DISTANCE] + p s[INNER_PRODUCT] + (p
 * / (|x||p|) - c x / |x|^2) s[COSINE] + sign(x - p) s[L1_DISTANCE], where c is the cosine; if a
 * kernel has a pair value of its own, the slope by that value times {@link PairForm#pairGradient}
 * is added. Cost: one value and one slope per leaf. Where a kernel has a kink, its leaf's
 * documented slope is used. Thread-safe.
 *
 * <p>A precomputed kernel and a user's function have no pair values, so they are refused.
 */
public final class PairSlopes {

  /**
   * The number of pairings that kernels share. The slopes with respect to these come first, in the
   * order of {@link Pairing#ordinal}.
   */
  public static final int SHARED = Pairing.OWN.ordinal();

  private static final String DIFFERENTIABLE =
      "gaussian, laplacian, linear and all other kernels that have a name";

  private final KernelForm form;
  private final List<PairForm> own;
  private final Part whole;

  private PairSlopes(KernelForm form) {
    this.form = form;
    this.own = new ArrayList<>();
    this.whole = part(form);
  }

  /**
   * A part of the kernel.
   *
   * @param slot the index of its pair value and slope; -1 for a part that is composed of others
   * @param form the form of a simple kernel; null for a part that is composed of others
   */
  private record Part(
      int slot, PairForm form, ComposedForm.Operation operation, double factor, Part[] parts) {}

  private Part part(KernelForm of) {
    if (of instanceof PairForm pair) {
      int slot = pair.pairing().ordinal();
      if (pair.pairing() == Pairing.OWN) {
        slot = SHARED + own.size();
        own.add(pair);
      }
      return new Part(slot, pair, null, 1, new Part[0]);
    }
    Part[] parts = of.parts().stream().map(this::part).toArray(Part[]::new);
    return new Part(-1, null, of.operation().orElseThrow(), of.factor(), parts);
  }

  /**
   * @throws IllegalArgumentException if some part of the kernel has no derivative with respect to a
   *     pair value
   */
  public static PairSlopes of(Kernel kernel) {
    KernelForm form = KernelForm.of(kernel);
    form.leaves().forEach(leaf -> requireSlopes(form, leaf));
    return new PairSlopes(form);
  }

  /** The number of pair values and slopes: {@value #SHARED} and one per {@link #own}. */
  public int count() {
    return SHARED + own.size();
  }

  /**
   * The parts that have a pair value of their own. Their indices follow those of the shared
   * pairings.
   */
  public List<PairForm> own() {
    return List.copyOf(own);
  }

  /**
   * The kernel value of two points, and its slopes.
   *
   * @param pairValues the points' pair values; those of pairings that the kernel does not
   *     {@linkplain #uses use} are not read
   * @param slopes receives the slopes; 0 for pairings that the kernel does not use
   */
  public double at(double[] pairValues, double[] slopes) {
    return at(whole, pairValues, slopes, count());
  }

  /** Whether the kernel is a function of this pairing of two points. */
  public boolean uses(Pairing pairing) {
    return KernelTree.uses(form, pairing);
  }

  private static double at(Part part, double[] pairValues, double[] slopes, int count) {
    if (part.form != null) {
      for (int i = 0; i < count; i++) {
        slopes[i] = 0;
      }
      slopes[part.slot] = part.form.slope(pairValues[part.slot]);
      return part.form.valueAt(pairValues[part.slot]);
    }
    double value = at(part.parts[0], pairValues, slopes, count);
    if (part.operation == ComposedForm.Operation.SCALING) {
      for (int i = 0; i < count; i++) {
        slopes[i] *= part.factor;
      }
      return part.factor * value;
    }
    boolean sum = part.operation == ComposedForm.Operation.SUM;
    double[] others = new double[count];
    for (int j = 1; j < part.parts.length; j++) {
      double other = at(part.parts[j], pairValues, others, count);
      for (int i = 0; i < count; i++) {
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
    if (!(leaf instanceof PairForm)) {
      throw new IllegalArgumentException(
          leaf.kernel().spec()
              + (leaf == whole ? "" : " in " + whole.kernel().spec())
              + " has no known derivative; possible are sums, products and scalings of "
              + DIFFERENTIABLE);
    }
  }
}
