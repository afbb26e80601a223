package dev.mercer.use;

import dev.mercer.backend.Simd;
import dev.mercer.kernel.PairKernel;
import dev.mercer.kernel.Pairing;

/** The squared distance itself, to have blocks of it computed as blocks of a kernel are. */
record SquaredDistance() implements PairKernel {

  @Override
  public Pairing pairing() {
    return Pairing.SQUARED_DISTANCE;
  }

  @Override
  public double valueAt(double squaredDistance) {
    return squaredDistance;
  }

  @Override
  public double slope(double squaredDistance) {
    return 1;
  }

  @Override
  public void map(Simd simd, double[] v, int offset, int length) {
    // The pair value is what is wanted.
  }

  @Override
  public void map(Simd simd, float[] v, int offset, int length) {
    // The pair value is what is wanted.
  }

  @Override
  public String spec() {
    return "squared-distance";
  }

  @Override
  public boolean positiveSemidefinite() {
    return false;
  }
}
