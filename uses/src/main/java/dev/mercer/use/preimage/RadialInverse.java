package dev.mercer.use.preimage;

import dev.mercer.internal.blocks.KernelTree;
import dev.mercer.kernel.Cauchy;
import dev.mercer.kernel.Epanechnikov;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Laplacian;
import dev.mercer.kernel.Matern;
import dev.mercer.kernel.RationalQuadratic;
import dev.mercer.kernel.ScaledKernel;
import java.util.function.DoubleUnaryOperator;

/**
 * From a kernel value back to the distance of the two points, for kernels that fall with the
 * distance, k(x, y) = f(|x - y|).
 *
 * <p>With l = 1 - f(r) / f(0), the share that is lost at distance r, the squared distance is
 *
 * <ul>
 *   <li>gaussian: -2 sigma^2 log(1 - l)
 *   <li>laplacian, matern 0.5: (sigma log(1 - l))^2
 *   <li>cauchy: sigma^2 l / (1 - l)
 *   <li>rational-quadratic: 2 alpha length^2 ((1 - l)^(-1/alpha) - 1)
 *   <li>epanechnikov: radius^2 l
 *   <li>other matern kernels, sums, products: by bisection, since all of these fall steadily; some
 *       60 kernel values
 * </ul>
 *
 * A scaled kernel loses the same share as the kernel. Where nothing is left (l = 1) the distance is
 * not known: callers ask only for shares below one.
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
    if (kernel instanceof Gaussian
        || kernel instanceof Laplacian
        || kernel instanceof Matern
        || kernel instanceof RationalQuadratic
        || kernel instanceof Cauchy
        || kernel instanceof Epanechnikov) {
      return true;
    }
    return !KernelTree.parts(kernel).isEmpty()
        && KernelTree.parts(kernel).stream().allMatch(RadialInverse::exists);
  }

  /** The inverse of a kernel for which it {@link #exists}. */
  static RadialInverse of(Kernel kernel) {
    if (kernel instanceof ScaledKernel scaled) {
      return of(scaled.kernel());
    }
    return new RadialInverse(inverse(kernel));
  }

  private static DoubleUnaryOperator inverse(Kernel kernel) {
    if (kernel instanceof Gaussian gaussian) {
      return loss -> -Math.log1p(-loss) / gaussian.gamma();
    }
    if (kernel instanceof Laplacian laplacian) {
      return loss -> square(laplacian.sigma() * Math.log1p(-loss));
    }
    if (kernel instanceof Matern matern && matern.nu() == 0.5) {
      return loss -> square(matern.length() * Math.log1p(-loss));
    }
    if (kernel instanceof Cauchy cauchy) {
      return loss -> square(cauchy.sigma()) * loss / (1 - loss);
    }
    if (kernel instanceof RationalQuadratic quadratic) {
      double alpha = quadratic.alpha();
      return loss ->
          2 * alpha * square(quadratic.length()) * Math.expm1(-Math.log1p(-loss) / alpha);
    }
    if (kernel instanceof Epanechnikov epanechnikov) {
      return loss -> square(epanechnikov.radius()) * loss;
    }
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
