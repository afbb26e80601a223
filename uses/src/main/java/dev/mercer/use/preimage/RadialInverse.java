package dev.mercer.use.preimage;

import dev.mercer.internal.kernel.ComposedForm;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.kernel.Kernel;
import java.util.function.DoubleUnaryOperator;

/**
 * From a kernel value back to the distance of the two points, for kernels that decrease with the
 * distance, k(x, y) = f(|x - y|).
 *
 * <p>The loss at a distance r is l = 1 - f(r) / f(0). A simple kernel may have a formula for the
 * distance at a given loss. For other kernels, sums and products the distance is found by
 * bisection, because all of these decrease steadily; this takes about 60 kernel values.
 *
 * <p>A scaled kernel has the same loss as the kernel itself. At l = 1 the distance is unknown:
 * callers only use losses below one.
 */
final class RadialInverse {

  /** The distance doubles at most this often, to 2^200 of the start; then a loss is unreachable. */
  private static final int MOST_DOUBLINGS = 200;

  /** After this many halvings the bracket is as small as rounding. */
  private static final int MOST_HALVINGS = 80;

  private final DoubleUnaryOperator squaredDistance;

  private RadialInverse(DoubleUnaryOperator squaredDistance) {
    this.squaredDistance = squaredDistance;
  }

  /** Whether a kernel decreases steadily with the Euclidean distance and uses nothing else. */
  static boolean exists(Kernel kernel) {
    return KernelForm.of(kernel)
        .leaves()
        .allMatch(leaf -> leaf instanceof PairForm pair && pair.fallsSteadily());
  }

  /** The inverse of a kernel for which it {@link #exists}. */
  static RadialInverse of(Kernel kernel) {
    KernelForm form = KernelForm.of(kernel);
    if (form.operation().filter(ComposedForm.Operation.SCALING::equals).isPresent()) {
      return of(form.parts().get(0).kernel());
    }
    return new RadialInverse(
        form.scaledPair()
            .flatMap(one -> one.pair().squaredDistanceAtLoss())
            .orElseGet(() -> bisection(kernel)));
  }

  private static DoubleUnaryOperator bisection(Kernel kernel) {
    double largest = value(kernel, 0);
    return loss -> square(bisect(kernel, largest, loss));
  }

  /** The squared distance at which the loss has this value, from 0 to below 1. */
  double squaredDistance(double loss) {
    return squaredDistance.applyAsDouble(loss);
  }

  private static double bisect(Kernel kernel, double largest, double loss) {
    if (loss <= 0) {
      return 0;
    }
    double wanted = largest * (1 - loss);
    double high = 1;
    for (int k = 0; k < MOST_DOUBLINGS && value(kernel, high) > wanted; k++) {
      high *= 2;
    }
    double low = high / 2;
    for (int k = 0; k < MOST_DOUBLINGS && value(kernel, low) < wanted; k++) {
      high = low;
      low /= 2;
    }
    for (int k = 0; k < MOST_HALVINGS; k++) {
      double middle = low + (high - low) / 2;
      if (middle <= low || middle >= high) {
        break;
      }
      if (value(kernel, middle) > wanted) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low + (high - low) / 2;
  }

  /** The kernel of two points at a distance; they lie on a line, as only the distance matters. */
  private static double value(Kernel kernel, double distance) {
    return kernel.value(new double[] {0}, new double[] {distance});
  }

  private static double square(double x) {
    return x * x;
  }
}
