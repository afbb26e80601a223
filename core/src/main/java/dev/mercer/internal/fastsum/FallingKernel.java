package dev.mercer.internal.fastsum;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.internal.kernel.ValueRounding;
import dev.mercer.kernel.Kernel;
import java.util.Optional;

/**
 * A kernel that falls with the distance of its points, factor g(s). This class gives the error of
 * its values when s is summed from differences of coordinates, and the distance from which on all
 * values are below a given error.
 *
 * <p>The kernel itself states the error of its values ({@link ValueRounding}), in units u = 2^-53.
 */
final class FallingKernel {

  /** The unit u, half a unit in the last place of 1. */
  static final double ROUNDING = 0x1p-53;

  /**
   * Covers products of two rounding errors, which are far smaller than this for any number of
   * columns in use.
   */
  private static final double SECOND_ORDER = 1 + 1e-6;

  private final PairForm kernel;
  private final ValueRounding rounding;
  private final double factor;
  private final int columns;

  private FallingKernel(PairForm kernel, double factor, int columns) {
    this.kernel = kernel;
    this.rounding = kernel.rounding().orElseThrow();
    this.factor = factor;
    this.columns = columns;
  }

  /** Whether a kernel, scaled or not, falls with distance and states the error of its values. */
  static boolean covers(Kernel kernel) {
    return falling(kernel).isPresent();
  }

  private static Optional<KernelForm.ScaledPair> falling(Kernel kernel) {
    return KernelForm.of(kernel).scaledPair().filter(one -> one.pair().rounding().isPresent());
  }

  /** The kernel on points with this many coordinates. */
  static FallingKernel of(Kernel kernel, int columns) {
    KernelForm.ScaledPair one =
        falling(kernel)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        kernel.spec()
                            + " does not fall with the distance of its points; sums over trees are"
                            + " for gaussian, laplacian, laplacian-l1, matern, cauchy,"
                            + " rational-quadratic, epanechnikov"));
    return new FallingKernel(one.pair(), one.factor(), columns);
  }

  /** The kernel without its factor. */
  PairForm kernel() {
    return kernel;
  }

  double factor() {
    return factor;
  }

  Pairing pairing() {
    return kernel.pairing();
  }

  /**
   * The largest error of a value computed from the differences of two points, the factor included.
   */
  double rounding() {
    double units = rounding.units().applyAsDouble(columns);
    double underflow = rounding.underflow().applyAsDouble(Math.sqrt(columns * Double.MIN_VALUE));
    // One more rounding for the factor, whose product may also lose its last bit to underflow.
    return factor * (SECOND_ORDER * (units + 1) * ROUNDING + underflow) + Double.MIN_VALUE;
  }

  /**
   * The value at a distance, squared or not depending on the pairing, exactly as a sum computes it.
   */
  double value(double distance, Simd simd) {
    double[] value = {distance};
    kernel.map(simd, value, 0, 1);
    return factor * value[0];
  }

  /**
   * The distance, squared or not depending on the pairing, from which on no value exceeds an error;
   * infinite if there is none. Found by bisection of the bits of the number, after subtracting from
   * the error what rounding might hide.
   */
  double cutoff(double error, Simd simd) {
    double allowed = error - rounding();
    if (value(0, simd) <= allowed) {
      return 0;
    }
    if (value(Double.MAX_VALUE, simd) > allowed) {
      return Double.POSITIVE_INFINITY;
    }
    long above = 0;
    long below = Double.doubleToRawLongBits(Double.MAX_VALUE);
    while (below - above > 1) {
      long middle = (above + below) >>> 1;
      if (value(Double.longBitsToDouble(middle), simd) <= allowed) {
        below = middle;
      } else {
        above = middle;
      }
    }
    return Double.longBitsToDouble(below);
  }

  /**
   * @throws IllegalArgumentException if {@code error} is below the smallest error that can be
   *     promised
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
