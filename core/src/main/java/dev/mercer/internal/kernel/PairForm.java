package dev.mercer.internal.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.kernel.Polynomial;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/**
 * A simple kernel: a function of one number per pair of points, an inner product or a distance,
 * which a whole row of pairs is mapped by at once; and what is known of that function. What is not
 * known is empty, and then the algorithms that need it refuse the kernel or do without.
 */
public non-sealed interface PairForm extends KernelForm {

  /** The number that is mapped. */
  Pairing pairing();

  /** The number of two points by its definition. */
  default double pairValue(double[] x, double[] y) {
    return pairing().of(x, y);
  }

  /**
   * The numbers of one point with each of some others that lie side by side: asked only of kernels
   * whose pairing is {@link Pairing#OWN}, which no block can compute for them.
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
   * The derivatives of the number of two points by the coordinates of the first: asked only of
   * kernels whose pairing is {@link Pairing#OWN}. Where there is none, each kernel says what it
   * returns instead.
   *
   * @param out receives one derivative per column from {@code at} on
   */
  default void pairGradient(
      double[] x, int xFrom, double[] y, int yFrom, int columns, double[] out, int at) {
    throw new UnsupportedOperationException(kernel().spec() + " has no pair value of its own");
  }

  /** The least value that a coordinate of a point may have. */
  default double leastCoordinate() {
    return Double.NEGATIVE_INFINITY;
  }

  /** The kernel value of a pair of points, from their pair value: the definition of the map. */
  double valueAt(double pairValue);

  /**
   * The derivative of {@link #valueAt} with respect to the pair value itself: to the squared
   * distance, not the distance. Where there is none, each kernel says what it returns instead.
   */
  double slope(double pairValue);

  /** Turns pair values into kernel values, in place. */
  void map(Simd simd, double[] v, int offset, int length);

  /** Turns pair values into kernel values, in place, in single precision. */
  void map(Simd simd, float[] v, int offset, int length);

  /** The polynomial of the inner product that this kernel is, which has finitely many features. */
  default Optional<Polynomial> polynomial() {
    return Optional.empty();
  }

  /** Whether the value is the inner product itself, so that the features are the coordinates. */
  default boolean linear() {
    return false;
  }

  /** The radius of 1 - |x - y|^2 / radius^2, 0 beyond it, if the kernel is that. */
  default OptionalDouble parabolaRadius() {
    return OptionalDouble.empty();
  }

  /** Width, slope and loss, for bounds by distance: of smooth or peaked kernels that never end. */
  default Optional<RadialProfile> profile() {
    return Optional.empty();
  }

  /** How exactly values come out, if they fall with the distance. */
  default Optional<ValueRounding> rounding() {
    return Optional.empty();
  }

  /** Whether the kernel falls steadily with the Euclidean distance and depends on nothing else. */
  default boolean fallsSteadily() {
    return squaredDistanceAtLoss().isPresent();
  }

  /**
   * The squared Euclidean distance at which a share l of k(x, x) is lost, 0 &lt;= l &lt; 1, of a
   * kernel that {@link #fallsSteadily}, if there is a closed form.
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

  /** The nearest finite float: a factor that became infinite would turn a distance 0 into NaN. */
  static float single(double value) {
    return (float) Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, value));
  }
}
