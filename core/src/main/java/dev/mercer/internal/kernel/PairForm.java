package dev.mercer.internal.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.kernel.Polynomial;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/**
 * A simple kernel: a function of one number per pair of points, called the pair value, such as an
 * inner product or a distance. The function is applied to a whole row of pair values at once. This
 * interface also states properties of the function. A property that is unknown is empty; then the
 * algorithms that need it refuse the kernel or work without it.
 */
public non-sealed interface PairForm extends KernelForm {

  /** Which number the pair value is. */
  Pairing pairing();

  /** The pair value of two points by its definition. */
  default double pairValue(double[] x, double[] y) {
    return pairing().of(x, y);
  }

  /**
   * The pair values of one point with each of some others, which are stored one after the other.
   * Called only for kernels whose pairing is {@link Pairing#OWN}, because only the kernel itself
   * can compute these.
   *
   * @param columns coordinates of a point
   * @param out receives {@code count} numbers from {@code at} on
   */
  default void pairValues(
      double[] x, int xFrom, double[] y, int yFrom, int count, int columns, double[] out, int at) {
    throw new UnsupportedOperationException(kernel().spec() + " has no pair value of its own");
  }

  /** The same in single precision. */
  default void pairValues(
      float[] x, int xFrom, float[] y, int yFrom, int count, int columns, float[] out, int at) {
    throw new UnsupportedOperationException(kernel().spec() + " has no pair value of its own");
  }

  /**
   * The derivatives of the pair value of two points with respect to the coordinates of the first.
   * Called only for kernels whose pairing is {@link Pairing#OWN}. Where there is no derivative,
   * each kernel documents what it returns instead.
   *
   * @param out receives one derivative per column from {@code at} on
   */
  default void pairGradient(
      double[] x, int xFrom, double[] y, int yFrom, int columns, double[] out, int at) {
    throw new UnsupportedOperationException(kernel().spec() + " has no pair value of its own");
  }

  /** The smallest value that a coordinate of a point may have. */
  default double leastCoordinate() {
    return Double.NEGATIVE_INFINITY;
  }

  /**
   * The kernel value of a pair of points as a function of their pair value; this is the definition
   * of the kernel's function.
   */
  double valueAt(double pairValue);

  /**
   * The derivative of {@link #valueAt} with respect to the pair value itself: if that is a squared
   * distance, with respect to the square. Where there is no derivative, each kernel documents what
   * it returns instead.
   */
  double slope(double pairValue);

  /** Turns pair values into kernel values, in place. */
  void map(Simd simd, double[] v, int offset, int length);

  /** Turns pair values into kernel values, in place, in single precision. */
  void map(Simd simd, float[] v, int offset, int length);

  /**
   * The polynomial of the inner product that this kernel is, if any; such a kernel has finitely
   * many features.
   */
  default Optional<Polynomial> polynomial() {
    return Optional.empty();
  }

  /** Whether the value is the inner product itself, so that the features are the coordinates. */
  default boolean linear() {
    return false;
  }

  /** The radius, if the kernel is 1 - |x - y|^2 / radius^2 up to that radius and 0 beyond it. */
  default OptionalDouble parabolaRadius() {
    return OptionalDouble.empty();
  }

  /**
   * Width, slope and loss, for bounds that use the distance. Known for smooth or peaked kernels
   * that are nowhere zero.
   */
  default Optional<RadialProfile> profile() {
    return Optional.empty();
  }

  /** How accurately values are computed, for kernels that fall with the distance. */
  default Optional<ValueRounding> rounding() {
    return Optional.empty();
  }

  /** Whether the kernel depends on the Euclidean distance only and never rises with it. */
  default boolean fallsSteadily() {
    return squaredDistanceAtLoss().isPresent();
  }

  /**
   * The squared Euclidean distance at which the kernel has fallen by a share l of k(x, x), 0 &lt;=
   * l &lt; 1. Only for a kernel that {@link #fallsSteadily}, if there is a closed form.
   */
  default Optional<DoubleUnaryOperator> squaredDistanceAtLoss() {
    return Optional.empty();
  }

  /** The spectral measure, if it is known. */
  default Optional<Spectrum> spectrum() {
    return Optional.empty();
  }

  @Override
  default Optional<ScaledPair> scaledPair() {
    return Optional.of(new ScaledPair(1, this));
  }

  /**
   * The nearest finite float. A factor that became infinite would turn a distance of 0 into NaN.
   */
  static float single(double value) {
    return (float) Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, value));
  }
}
