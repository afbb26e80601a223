package dev.mercer.internal.backend;

import static dev.mercer.internal.backend.VectorShapes.DOUBLES;
import static dev.mercer.internal.backend.VectorShapes.FLOATS;
import static dev.mercer.internal.backend.VectorShapes.HALF_FLOATS;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Those operations of {@link VectorSimd} that only add, multiply, divide, take roots and compare.
 * {@link VectorSimd} says what its loops must not do, and why there are separate loops for doubles
 * and floats.
 */
abstract class VectorArithmetic implements Simd {

  /** Processes the last values, which do not fill a vector. */
  final VectorTwin tail = new VectorTwin();

  @Override
  public void widen(
      float[] from,
      int fromOffset,
      int length,
      boolean add,
      double factor,
      double[] to,
      int toOffset) {
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    if (add) {
      for (; j < bound; j += DOUBLES.length()) {
        DoubleVector value =
            (DoubleVector)
                FloatVector.fromArray(HALF_FLOATS, from, fromOffset + j)
                    .convertShape(VectorOperators.F2D, DOUBLES, 0);
        DoubleVector.fromArray(DOUBLES, to, toOffset + j)
            .add(value)
            .mul(factor)
            .intoArray(to, toOffset + j);
      }
    } else {
      for (; j < bound; j += DOUBLES.length()) {
        DoubleVector value =
            (DoubleVector)
                FloatVector.fromArray(HALF_FLOATS, from, fromOffset + j)
                    .convertShape(VectorOperators.F2D, DOUBLES, 0);
        value.mul(factor).intoArray(to, toOffset + j);
      }
    }
    tail.widen(from, fromOffset + j, length - j, add, factor, to, toOffset + j);
  }

  @Override
  public boolean multiples(
      double[] v, int offset, int length, double inverse, float[] into, int intoOffset) {
    boolean whole = true;
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      DoubleVector value = DoubleVector.fromArray(DOUBLES, v, offset + j).mul(inverse);
      DoubleVector rounded = value.add(VectorTwin.SHIFTER).sub(VectorTwin.SHIFTER);
      DoubleVector room = rounded.abs().mul(ROUNDING).sub(value.sub(rounded).abs());
      whole &= !room.compare(VectorOperators.LT, 0).anyTrue();
      ((FloatVector) rounded.convertShape(VectorOperators.D2F, HALF_FLOATS, 0))
          .intoArray(into, intoOffset + j);
    }
    return tail.multiples(v, offset + j, length - j, inverse, into, intoOffset + j) & whole;
  }

  @Override
  public int firstNotBelow(float[] v, int offset, int length, float bound) {
    int end = FLOATS.loopBound(length);
    int j = 0;
    while (j < end
        && FloatVector.fromArray(FLOATS, v, offset + j)
            .compare(VectorOperators.LT, bound)
            .allTrue()) {
      j += FLOATS.length();
    }
    return j + tail.firstNotBelow(v, offset + j, length - j, bound);
  }

  @Override
  public void affine(double[] v, int offset, int length, double scale, double shift) {
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      DoubleVector.fromArray(DOUBLES, v, offset + j).mul(scale).add(shift).intoArray(v, offset + j);
    }
    tail.affine(v, offset + j, length - j, scale, shift);
  }

  @Override
  public void affine(float[] v, int offset, int length, float scale, float shift) {
    int bound = FLOATS.loopBound(length);
    int j = 0;
    for (; j < bound; j += FLOATS.length()) {
      FloatVector.fromArray(FLOATS, v, offset + j).mul(scale).add(shift).intoArray(v, offset + j);
    }
    tail.affine(v, offset + j, length - j, scale, shift);
  }

  @Override
  public void sqrt(double[] v, int offset, int length) {
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      DoubleVector.fromArray(DOUBLES, v, offset + j).sqrt().intoArray(v, offset + j);
    }
    tail.sqrt(v, offset + j, length - j);
  }

  @Override
  public void sqrt(float[] v, int offset, int length) {
    int bound = FLOATS.loopBound(length);
    int j = 0;
    for (; j < bound; j += FLOATS.length()) {
      FloatVector.fromArray(FLOATS, v, offset + j).sqrt().intoArray(v, offset + j);
    }
    tail.sqrt(v, offset + j, length - j);
  }

  @Override
  public void reciprocal(double[] v, int offset, int length) {
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      DoubleVector.broadcast(DOUBLES, 1)
          .div(DoubleVector.fromArray(DOUBLES, v, offset + j))
          .intoArray(v, offset + j);
    }
    tail.reciprocal(v, offset + j, length - j);
  }

  @Override
  public void reciprocal(float[] v, int offset, int length) {
    int bound = FLOATS.loopBound(length);
    int j = 0;
    for (; j < bound; j += FLOATS.length()) {
      FloatVector.broadcast(FLOATS, 1)
          .div(FloatVector.fromArray(FLOATS, v, offset + j))
          .intoArray(v, offset + j);
    }
    tail.reciprocal(v, offset + j, length - j);
  }

  @Override
  public void clipNegative(double[] v, int offset, int length) {
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      DoubleVector.fromArray(DOUBLES, v, offset + j).max(0).intoArray(v, offset + j);
    }
    tail.clipNegative(v, offset + j, length - j);
  }

  @Override
  public void clipNegative(float[] v, int offset, int length) {
    int bound = FLOATS.loopBound(length);
    int j = 0;
    for (; j < bound; j += FLOATS.length()) {
      FloatVector.fromArray(FLOATS, v, offset + j).max(0).intoArray(v, offset + j);
    }
    tail.clipNegative(v, offset + j, length - j);
  }

  @Override
  public void power(double[] v, int offset, int length, int exponent) {
    int bound = DOUBLES.loopBound(length);
    double[] base = Arrays.copyOfRange(v, offset, offset + bound);
    Arrays.fill(v, offset, offset + bound, 1);
    for (int e = exponent; e > 0; e >>= 1) {
      if ((e & 1) == 1) {
        multiply(v, offset, bound, base, 0);
      }
      multiply(base, 0, bound, base, 0);
    }
    tail.power(v, offset + bound, length - bound, exponent);
  }

  @Override
  public void power(float[] v, int offset, int length, int exponent) {
    int bound = FLOATS.loopBound(length);
    float[] base = Arrays.copyOfRange(v, offset, offset + bound);
    Arrays.fill(v, offset, offset + bound, 1);
    for (int e = exponent; e > 0; e >>= 1) {
      if ((e & 1) == 1) {
        multiply(v, offset, bound, base, 0);
      }
      multiply(base, 0, bound, base, 0);
    }
    tail.power(v, offset + bound, length - bound, exponent);
  }

  @Override
  public void multiply(double[] v, int offset, int length, double[] other, int otherOffset) {
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      DoubleVector.fromArray(DOUBLES, v, offset + j)
          .mul(DoubleVector.fromArray(DOUBLES, other, otherOffset + j))
          .intoArray(v, offset + j);
    }
    tail.multiply(v, offset + j, length - j, other, otherOffset + j);
  }

  @Override
  public void multiply(float[] v, int offset, int length, float[] other, int otherOffset) {
    int bound = FLOATS.loopBound(length);
    int j = 0;
    for (; j < bound; j += FLOATS.length()) {
      FloatVector.fromArray(FLOATS, v, offset + j)
          .mul(FloatVector.fromArray(FLOATS, other, otherOffset + j))
          .intoArray(v, offset + j);
    }
    tail.multiply(v, offset + j, length - j, other, otherOffset + j);
  }

  @Override
  public void product(
      double[] v,
      int offset,
      int length,
      double[] a,
      int aOffset,
      double[] b,
      int bOffset,
      double factor) {
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      DoubleVector.fromArray(DOUBLES, a, aOffset + j)
          .mul(DoubleVector.fromArray(DOUBLES, b, bOffset + j))
          .mul(factor)
          .intoArray(v, offset + j);
    }
    tail.product(v, offset + j, length - j, a, aOffset + j, b, bOffset + j, factor);
  }

  @Override
  public void addProduct(
      double[] v, int offset, int length, double[] a, int aOffset, double[] b, int bOffset) {
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      DoubleVector.fromArray(DOUBLES, a, aOffset + j)
          .mul(DoubleVector.fromArray(DOUBLES, b, bOffset + j))
          .add(DoubleVector.fromArray(DOUBLES, v, offset + j))
          .intoArray(v, offset + j);
    }
    tail.addProduct(v, offset + j, length - j, a, aOffset + j, b, bOffset + j);
  }

  @Override
  public void chebyshevStep(
      double[] v,
      int offset,
      int length,
      double[] t,
      int tOffset,
      double[] a,
      int aOffset,
      double[] b,
      int bOffset) {
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      DoubleVector.fromArray(DOUBLES, t, tOffset + j)
          .mul(2)
          .mul(DoubleVector.fromArray(DOUBLES, a, aOffset + j))
          .sub(DoubleVector.fromArray(DOUBLES, b, bOffset + j))
          .intoArray(v, offset + j);
    }
    tail.chebyshevStep(v, offset + j, length - j, t, tOffset + j, a, aOffset + j, b, bOffset + j);
  }

  @Override
  public void add(
      double[] v, int offset, int length, double factor, double[] other, int otherOffset) {
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      DoubleVector.fromArray(DOUBLES, other, otherOffset + j)
          .mul(factor)
          .add(DoubleVector.fromArray(DOUBLES, v, offset + j))
          .intoArray(v, offset + j);
    }
    tail.add(v, offset + j, length - j, factor, other, otherOffset + j);
  }

  @Override
  public void add(float[] v, int offset, int length, float factor, float[] other, int otherOffset) {
    int bound = FLOATS.loopBound(length);
    int j = 0;
    for (; j < bound; j += FLOATS.length()) {
      FloatVector.fromArray(FLOATS, other, otherOffset + j)
          .mul(factor)
          .add(FloatVector.fromArray(FLOATS, v, offset + j))
          .intoArray(v, offset + j);
    }
    tail.add(v, offset + j, length - j, factor, other, otherOffset + j);
  }
}
