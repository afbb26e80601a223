package dev.mercer.internal.kernel;

import dev.mercer.kernel.Kernel;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * What bounds need to know of a kernel that falls with the distance of its points, k(x, y) = g(|x -
 * y|): its width, its largest value, how steep it is, and how much it has lost at a distance.
 *
 * <p>The slope L = sup |g'| gives the constant of RS (18), (k(a,b) - k(c,d))^2 &lt;= C (|a-c|^2 +
 * |b-d|^2): the left side is at most L^2 (|a-c| + |b-d|)^2, so C = 2 L^2 holds, and for two points
 * that move apart by the same length where g is steepest no smaller one does.
 *
 * @param width the length that distances are measured in, which shadows have a share of
 * @param largest k(x, x), the same for all x
 * @param slope L
 * @param relativeLoss (g(0) - g(r)) / g(0) at distance r, without cancellation
 */
public record RadialProfile(
    double width, double largest, double slope, DoubleUnaryOperator relativeLoss) {

  /** Of a kernel with k(x, x) = 1. */
  public RadialProfile(double width, double slope, DoubleUnaryOperator relativeLoss) {
    this(width, 1, slope, relativeLoss);
  }

  /** The profile of a simple kernel that has one, scaled or not. */
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
