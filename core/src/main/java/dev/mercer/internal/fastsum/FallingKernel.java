package dev.mercer.internal.fastsum;

import dev.mercer.internal.backend.Backend;
import dev.mercer.kernel.Cauchy;
import dev.mercer.kernel.Epanechnikov;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Laplacian;
import dev.mercer.kernel.LaplacianL1;
import dev.mercer.kernel.Matern;
import dev.mercer.kernel.PairKernel;
import dev.mercer.kernel.Pairing;
import dev.mercer.kernel.RationalQuadratic;
import dev.mercer.kernel.ScaledKernel;

/**
 * A kernel that falls with the distance of its points, factor g(s): how exactly its values come out
 * when s is summed from differences of coordinates, and from where on they are below an error.
 *
 * <p>Rounding, in units u = 2^-53. A squared distance has d + 2 of them (two from each difference,
 * one from its square, d - 1 from additions), an L1 distance d. Roundings of the argument t of g
 * count with the largest t |g'(t)|, as g(t (1 + e)) - g(t) is at most e / (1 - e) times that; those
 * behind g count with g itself, at most 1. An exponential is off by 2 units in the last place at
 * most (4 u).
 *
 * <ul>
 *   <li>gaussian: t = gamma s has d + 5 (gamma two, the product one), t |g'| = t exp(-t) &lt;= 1/e
 *   <li>laplacian: t = sqrt(s) / sigma has (d + 2)/2 + 3, 1/e; laplacian-l1: d + 2, 1/e
 *   <li>matern: t has (d + 2)/2 + 4; nu = 0.5: 1/e; 1.5: t^2 exp(-t) &lt;= 4/e^2; 2.5: t^2 (1 + t)
 *       exp(-t)/3 &lt;= 0.605, at t = 1 + sqrt(3); polynomial and product behind
 *   <li>cauchy: q = s/sigma^2 has d + 5, q/(1 + q)^2 &lt;= 1/4; sum and quotient behind
 *   <li>rational-quadratic: q has d + 6, q |g'| = (a/(1 + a))^(a + 1) at most &lt;= 1/e; then three
 *       of a log(1 + q) &lt;= 1/e with the exponential, or 2 a of a whole power a &lt;= 16
 *   <li>epanechnikov: q = s/radius^2 &lt;= 1 has d + 5; the difference behind
 * </ul>
 *
 * Squares below the smallest double vanish: s is then off by at most d times that, which a kernel
 * of sqrt(s) sees as the root of it.
 */
final class FallingKernel {

  /** u, half a unit in the last place of 1. */
  static final double ROUNDING = 0x1p-53;

  /** For products of roundings, far below this for any number of columns in use. */
  private static final double SECOND_ORDER = 1 + 1e-6;

  private static final double EXPONENTIAL = 4;
  private static final int LARGEST_WHOLE_POWER = 16;

  private final PairKernel kernel;
  private final double factor;
  private final int columns;

  private FallingKernel(PairKernel kernel, double factor, int columns) {
    this.kernel = kernel;
    this.factor = factor;
    this.columns = columns;
  }

  /** Whether a kernel is one of those above, scaled or not. */
  static boolean covers(Kernel kernel) {
    return kernel instanceof ScaledKernel scaled
        ? covers(scaled.kernel())
        : kernel instanceof Gaussian
            || kernel instanceof Laplacian
            || kernel instanceof LaplacianL1
            || kernel instanceof Matern
            || kernel instanceof Cauchy
            || kernel instanceof RationalQuadratic
            || kernel instanceof Epanechnikov;
  }

  /** The kernel on points of so many coordinates. */
  static FallingKernel of(Kernel kernel, int columns) {
    if (!covers(kernel)) {
      throw new IllegalArgumentException(
          kernel.spec()
              + " does not fall with the distance of its points; sums over trees are for gaussian,"
              + " laplacian, laplacian-l1, matern, cauchy, rational-quadratic, epanechnikov");
    }
    return kernel instanceof ScaledKernel scaled
        ? new FallingKernel((PairKernel) scaled.kernel(), scaled.factor(), columns)
        : new FallingKernel((PairKernel) kernel, 1, columns);
  }

  /** The kernel without its factor. */
  PairKernel kernel() {
    return kernel;
  }

  double factor() {
    return factor;
  }

  Pairing pairing() {
    return kernel.pairing();
  }

  /** The largest error of a value computed from the differences of two points. */
  double rounding() {
    // One more for the factor, whose product may also lose its last bit to underflow.
    return factor * (SECOND_ORDER * (roundings() + 1) * ROUNDING + underflow()) + Double.MIN_VALUE;
  }

  private double roundings() {
    double squared = columns + 2;
    double root = squared / 2 + 1;
    double slope = 1 / Math.E;
    if (kernel instanceof Gaussian) {
      return (squared + 3) * slope + EXPONENTIAL;
    }
    if (kernel instanceof Laplacian) {
      return (root + 2) * slope + EXPONENTIAL;
    }
    if (kernel instanceof LaplacianL1) {
      return (columns + 2) * slope + EXPONENTIAL;
    }
    if (kernel instanceof Matern matern) {
      double steepest = matern.nu() == 0.5 ? slope : matern.nu() == 1.5 ? 4 * slope * slope : 0.605;
      return (root + 3) * steepest + EXPONENTIAL + 6;
    }
    if (kernel instanceof Cauchy) {
      return (squared + 3) / 4 + 2;
    }
    if (kernel instanceof RationalQuadratic quadratic) {
      double power = 2 * Math.min(quadratic.alpha(), LARGEST_WHOLE_POWER);
      return (squared + 4 + 3) * slope + Math.max(EXPONENTIAL, power);
    }
    return squared + 3 + 1;
  }

  private double underflow() {
    double lost = Math.sqrt(columns * Double.MIN_VALUE);
    if (kernel instanceof Laplacian laplacian) {
      return lost / laplacian.sigma();
    }
    return kernel instanceof Matern matern
        ? lost * Math.sqrt(2 * matern.nu()) / matern.length()
        : 0;
  }

  /** The value at a distance, squared or not as the pairing says, as it is computed. */
  double value(double distance) {
    double[] value = {distance};
    kernel.map(Backend.instance().maps().next(1), value, 0, 1);
    return factor * value[0];
  }

  /**
   * The distance, as the pairing counts it, from which on no value exceeds an error; infinite if
   * there is none. By bisection of the bits of the number; what rounding might hide is taken off.
   */
  double cutoff(double error) {
    double allowed = error - rounding();
    if (value(0) <= allowed) {
      return 0;
    }
    if (value(Double.MAX_VALUE) > allowed) {
      return Double.POSITIVE_INFINITY;
    }
    long above = 0;
    long below = Double.doubleToRawLongBits(Double.MAX_VALUE);
    while (below - above > 1) {
      long middle = (above + below) >>> 1;
      if (value(Double.longBitsToDouble(middle)) <= allowed) {
        below = middle;
      } else {
        above = middle;
      }
    }
    return Double.longBitsToDouble(below);
  }

  /**
   * @throws IllegalArgumentException if an error asked for is below one that can be promised
   */
  static void requireReachable(double error, double reachable) {
    if (!(error >= reachable)) {
      throw new IllegalArgumentException(
          "an error of "
              + error
              + " in kernel values is below rounding here; ask for at least "
              + reachable);
    }
  }
}
