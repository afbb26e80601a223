package dev.mercer.internal.backend;

import static dev.mercer.internal.backend.VectorShapes.DOUBLES;
import static dev.mercer.internal.backend.VectorShapes.FLOATS;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/**
 * The exponential of whole vectors, with the same bits as {@link VectorTwin#exp}.
 *
 * <p>Each method is a single loop that reads and writes arrays. {@link VectorSimd} says why.
 */
final class VectorExp {

  private VectorExp() {}

  /**
   * Replaces every exponent t by e^t.
   *
   * @param v exponents from {@link VectorTwin#LEAST} to {@link VectorTwin#MOST}
   * @param bound the number of exponents, a multiple of the vector length
   */
  static void of(double[] v, int offset, int bound) {
    for (int j = offset; j < offset + bound; j += DOUBLES.length()) {
      DoubleVector t = DoubleVector.fromArray(DOUBLES, v, j);
      DoubleVector shifted =
          t.fma(
              DoubleVector.broadcast(DOUBLES, VectorTwin.LOG2_E),
              DoubleVector.broadcast(DOUBLES, VectorTwin.SHIFTER));
      DoubleVector k = shifted.sub(VectorTwin.SHIFTER);
      DoubleVector r = k.fma(DoubleVector.broadcast(DOUBLES, -VectorTwin.LN2_HIGH), t);
      r = k.fma(DoubleVector.broadcast(DOUBLES, -VectorTwin.LN2_LOW), r);
      DoubleVector scale =
          shifted
              .reinterpretAsLongs()
              .lanewise(VectorOperators.LSHL, 52)
              .add(VectorTwin.EXPONENT_OF_HALF)
              .max(0)
              .reinterpretAsDoubles();
      DoubleVector p = DoubleVector.broadcast(DOUBLES, VectorTwin.C11); // p becomes 2 e^r
      p = p.fma(r, DoubleVector.broadcast(DOUBLES, VectorTwin.C10));
      p = p.fma(r, DoubleVector.broadcast(DOUBLES, VectorTwin.C9));
      p = p.fma(r, DoubleVector.broadcast(DOUBLES, VectorTwin.C8));
      p = p.fma(r, DoubleVector.broadcast(DOUBLES, VectorTwin.C7));
      p = p.fma(r, DoubleVector.broadcast(DOUBLES, VectorTwin.C6));
      p = p.fma(r, DoubleVector.broadcast(DOUBLES, VectorTwin.C5));
      p = p.fma(r, DoubleVector.broadcast(DOUBLES, VectorTwin.C4));
      p = p.fma(r, DoubleVector.broadcast(DOUBLES, VectorTwin.C3));
      p = p.fma(r, DoubleVector.broadcast(DOUBLES, VectorTwin.C2));
      p = p.fma(r, DoubleVector.broadcast(DOUBLES, 2.0));
      p.fma(r, DoubleVector.broadcast(DOUBLES, 2.0)).mul(scale).intoArray(v, j);
    }
  }

  /**
   * Replaces every exponent t by e^t.
   *
   * @param v exponents from {@link VectorTwin#LEAST_F} to {@link VectorTwin#MOST_F}
   * @param bound the number of exponents, a multiple of the vector length
   */
  static void of(float[] v, int offset, int bound) {
    for (int j = offset; j < offset + bound; j += FLOATS.length()) {
      FloatVector t = FloatVector.fromArray(FLOATS, v, j);
      FloatVector shifted =
          t.fma(
              FloatVector.broadcast(FLOATS, VectorTwin.LOG2_E_F),
              FloatVector.broadcast(FLOATS, VectorTwin.SHIFTER_F));
      FloatVector k = shifted.sub(VectorTwin.SHIFTER_F);
      FloatVector r = k.fma(FloatVector.broadcast(FLOATS, -VectorTwin.LN2_HIGH_F), t);
      r = k.fma(FloatVector.broadcast(FLOATS, -VectorTwin.LN2_LOW_F), r);
      FloatVector scale =
          shifted
              .reinterpretAsInts()
              .lanewise(VectorOperators.LSHL, 23)
              .add(VectorTwin.EXPONENT_OF_HALF_F)
              .max(0)
              .reinterpretAsFloats();
      FloatVector p = FloatVector.broadcast(FLOATS, VectorTwin.C6_F); // p becomes 2 e^r
      p = p.fma(r, FloatVector.broadcast(FLOATS, VectorTwin.C5_F));
      p = p.fma(r, FloatVector.broadcast(FLOATS, VectorTwin.C4_F));
      p = p.fma(r, FloatVector.broadcast(FLOATS, VectorTwin.C3_F));
      p = p.fma(r, FloatVector.broadcast(FLOATS, VectorTwin.C2_F));
      p = p.fma(r, FloatVector.broadcast(FLOATS, 2f));
      p.fma(r, FloatVector.broadcast(FLOATS, 2f)).mul(scale).intoArray(v, j);
    }
  }
}
