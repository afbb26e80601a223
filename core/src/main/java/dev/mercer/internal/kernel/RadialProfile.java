package dev.mercer.internal.kernel;

import dev.mercer.kernel.Kernel;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * What error bounds need to know about a kernel that falls with the distance of its points, k(x, y)
 * = g(|x - y|): its width, its largest value, how steep it is, and by how much it has fallen at a
 * given distance.
 *
 * <p>The slope L = sup |g'| gives the constant C of RS (18), (k(a,b) - k(c,d))^2 &lt;= C (|a-c|^2 +
 * |b-d|^2). The left side is at most L^2 (|a-c| + |b-d|)^2, so C = 2 L^2 is large enough; and no
 * smaller constant is, because the bound is reached by two points that move apart by the same
 * length where g is steepest.
 *
 * @param width the length in which distances are measured; the radius of shadows is a share of it
 * @param largest k(x, x), the same for all x
 * @param slope L
 * @param relativeLoss (g(0) - g(r)) / g(0) as a function of the distance r, computed without
 *     cancellation
 */
public record RadialProfile(
    double width, double largest, double slope, DoubleUnaryOperator relativeLoss) {

  /** The profile of a kernel with k(x, x) = 1. */
  public RadialProfile(double width, double slope, DoubleUnaryOperator relativeLoss) {
    this(width, 1, slope, relativeLoss);
  }

  /** The profile of a simple kernel, possibly times a factor; empty if it has none. */
  public static Optional<RadialProfile> of(Kernel kernel) {
    return KernelForm.of(kernel)
        .scaledPair()
        .flatMap(one -> one.pair().profile().map(profile -> profile.times(one.factor())));
  }

  private RadialProfile times(double factor) {
    return new RadialProfile(width, factor * largest, factor * slope, relativeLoss);
  }

  /** g(0) - g(r). */
  public double loss(double distance) {
    return largest * relativeLoss.applyAsDouble(distance);
  }

  /** C of RS (18). */
  public double constant() {
    return 2 * slope * slope;
  }
}
