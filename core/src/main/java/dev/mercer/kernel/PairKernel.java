package dev.mercer.kernel;

import dev.mercer.backend.Simd;

/** A kernel that is a function of one number a pair of points: an inner product or a distance. */
public interface PairKernel extends Kernel {

  Pairing pairing();

  /** Turns pair values into kernel values, in place. */
  void map(Simd simd, double[] v, int offset, int length);

  /** Turns pair values into kernel values, in place, in single precision. */
  void map(Simd simd, float[] v, int offset, int length);
}
