package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;

/** A kernel that is a function of one number a pair of points: an inner product or a distance. */
public interface PairKernel extends Kernel {

  Pairing pairing();

  /** The kernel value of a pair of points, from their pair value: the definition of the map. */
  double valueAt(double pairValue);

  /**
   * The derivative of {@link #valueAt} with respect to the pair value itself: to the squared
   * distance, not the distance. Where there is none, each kernel says what it returns instead.
   */
  double slope(double pairValue);

  @Override
  default double value(double[] x, double[] y) {
    return valueAt(pairing().of(x, y));
  }

  /** Turns pair values into kernel values, in place. */
  void map(Simd simd, double[] v, int offset, int length);

  /** Turns pair values into kernel values, in place, in single precision. */
  void map(Simd simd, float[] v, int offset, int length);
}
