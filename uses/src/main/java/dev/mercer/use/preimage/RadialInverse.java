package dev.mercer.use.preimage;

import dev.mercer.internal.kernel.ComposedForm;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.kernel.Kernel;
import java.util.function.DoubleUnaryOperator;

/**
 * From a kernel value back to the distance of the two points, for kernels that fall with the
 * distance, k(x, y) = f(|x - y|).
 *
 * <p>A simple kernel may know the distance at which a share l = 1 - f(r) / f(0) is lost. For
 * others, sums and products it is found by bisection, since all of these fall steadily; some 60
 * kernel values.
 *
 * <p>A scaled kernel loses the same share as the kernel. Where nothing is left (l = 1) the distance
 * is not known: callers ask only for shares below one.
 */
final class RadialInverse {

  /** Doublings of the distance before a share counts as out of reach: to 2^200 of the start. */
  private static final int MOST_DOUBLINGS = 200;

  /** Halvings until the bracket is as small as rounding. */
  private static final int MOST_HALVINGS = 80;

  private final DoubleUnaryOperator squaredDistance;

  private RadialInverse(DoubleUnaryOperator squaredDistance) {
    this.squaredDistance = squaredDistance;
  }

  /** Whether a kernel falls steadily with the Euclidean distance and nothing else. */
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

  /** The squared distance at which a share of the largest value is lost, from 0 to below 1. */
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

  /** The kernel of two points at a distance; on a line, since only that counts. */
  private static double value(Kernel kernel, double distance) {
    return kernel.value(new double[] {0}, new double[] {distance});
  }

  private static double square(double x) {
    return x * x;
  }
}
