package dev.mercer.internal.backend;

import static dev.mercer.internal.backend.VectorShapes.DOUBLES;
import static dev.mercer.internal.backend.VectorShapes.FLOATS;
import static dev.mercer.internal.backend.VectorShapes.INTS;
import static dev.mercer.internal.backend.VectorShapes.LONGS;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Those operations of {@link VectorSimd} that turn inner products into distances or compute
 * exponentials.
 *
 * <p>The exponential is that of {@link VectorTwin}, step by step. Java's minimum and maximum treat
 * signed zeros and NaN correctly, which takes six instructions each. Comparisons and blends are
 * cheaper; and numbers that are finite and of one sign can be compared by their bits, as integers.
 * Exponents that are not positive are kept from falling below what {@link VectorExp} accepts by
 * taking the minimum of their bits and {@link VectorTwin#BITS_OF_LEAST}.
 */
abstract class VectorExponentials extends VectorArithmetic {

  @Override
  public boolean squaredDistances(
      double[] v, int offset, int length, double rowNorm, double[] norms, int normsOffset) {
    boolean cancelled = false;
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      DoubleVector sum = DoubleVector.fromArray(DOUBLES, norms, normsOffset + j).add(rowNorm);
      DoubleVector distance =
          DoubleVector.fromArray(DOUBLES, v, offset + j)
              .fma(DoubleVector.broadcast(DOUBLES, -2.0), sum);
      cancelled |=
          sum.fma(DoubleVector.broadcast(DOUBLES, -CANCELLATION), distance)
              .compare(VectorOperators.LT, 0)
              .anyTrue();
      distance.blend(0, distance.compare(VectorOperators.LT, 0)).intoArray(v, offset + j);
    }
    boolean tailCancelled =
        tail.squaredDistances(v, offset + j, length - j, rowNorm, norms, normsOffset + j);
    return tailCancelled | cancelled;
  }

  @Override
  public boolean squaredDistances(
      float[] v, int offset, int length, float rowNorm, float[] norms, int normsOffset) {
    boolean cancelled = false;
    int bound = FLOATS.loopBound(length);
    int j = 0;
    for (; j < bound; j += FLOATS.length()) {
      FloatVector sum = FloatVector.fromArray(FLOATS, norms, normsOffset + j).add(rowNorm);
      FloatVector distance =
          FloatVector.fromArray(FLOATS, v, offset + j).fma(FloatVector.broadcast(FLOATS, -2f), sum);
      cancelled |=
          sum.fma(FloatVector.broadcast(FLOATS, -CANCELLATION_FLOAT), distance)
              .compare(VectorOperators.LT, 0)
              .anyTrue();
      distance.blend(0, distance.compare(VectorOperators.LT, 0)).intoArray(v, offset + j);
    }
    boolean tailCancelled =
        tail.squaredDistances(v, offset + j, length - j, rowNorm, norms, normsOffset + j);
    return tailCancelled | cancelled;
  }

  @Override
  public int expOfDistances(
      double[] v,
      int offset,
      int length,
      double rowNorm,
      double[] norms,
      int normsOffset,
      double factor,
      double[] distances,
      int distancesOffset) {
    int cancelled = length;
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      DoubleVector sum = DoubleVector.fromArray(DOUBLES, norms, normsOffset + j).add(rowNorm);
      DoubleVector distance =
          DoubleVector.fromArray(DOUBLES, v, offset + j)
              .fma(DoubleVector.broadcast(DOUBLES, -2.0), sum);
      if (sum.fma(DoubleVector.broadcast(DOUBLES, -CANCELLATION), distance)
          .compare(VectorOperators.LT, 0)
          .anyTrue()) {
        cancelled = Math.min(cancelled, j);
      }
      distance.intoArray(distances, distancesOffset + j);
      distance
          .mul(factor)
          .reinterpretAsLongs()
          .min(LongVector.broadcast(LONGS, VectorTwin.BITS_OF_LEAST))
          .reinterpretAsDoubles()
          .intoArray(v, offset + j);
    }
    VectorExp.of(v, offset, bound);
    int tailCancelled =
        tail.expOfDistances(
            v,
            offset + j,
            length - j,
            rowNorm,
            norms,
            normsOffset + j,
            factor,
            distances,
            distancesOffset + j);
    return Math.min(cancelled, j + tailCancelled);
  }

  @Override
  public int expOfDistances(
      float[] v,
      int offset,
      int length,
      float rowNorm,
      float[] norms,
      int normsOffset,
      float factor,
      float[] distances,
      int distancesOffset) {
    int cancelled = length;
    int bound = FLOATS.loopBound(length);
    int j = 0;
    for (; j < bound; j += FLOATS.length()) {
      FloatVector sum = FloatVector.fromArray(FLOATS, norms, normsOffset + j).add(rowNorm);
      FloatVector distance =
          FloatVector.fromArray(FLOATS, v, offset + j).fma(FloatVector.broadcast(FLOATS, -2f), sum);
      if (sum.fma(FloatVector.broadcast(FLOATS, -CANCELLATION_FLOAT), distance)
          .compare(VectorOperators.LT, 0)
          .anyTrue()) {
        cancelled = Math.min(cancelled, j);
      }
      distance.intoArray(distances, distancesOffset + j);
      distance
          .mul(factor)
          .reinterpretAsInts()
          .min(IntVector.broadcast(INTS, VectorTwin.BITS_OF_LEAST_F))
          .reinterpretAsFloats()
          .intoArray(v, offset + j);
    }
    VectorExp.of(v, offset, bound);
    int tailCancelled =
        tail.expOfDistances(
            v,
            offset + j,
            length - j,
            rowNorm,
            norms,
            normsOffset + j,
            factor,
            distances,
            distancesOffset + j);
    return Math.min(cancelled, j + tailCancelled);
  }

  @Override
  public void exp(double[] v, int offset, int length, double factor) {
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      DoubleVector x = DoubleVector.fromArray(DOUBLES, v, offset + j).mul(factor);
      x.blend(VectorTwin.LEAST, x.compare(VectorOperators.LT, VectorTwin.LEAST))
          .blend(VectorTwin.MOST, x.compare(VectorOperators.GT, VectorTwin.MOST))
          .intoArray(v, offset + j);
    }
    VectorExp.of(v, offset, bound);
    tail.exp(v, offset + j, length - j, factor);
  }

  @Override
  public void exp(float[] v, int offset, int length, float factor) {
    int bound = FLOATS.loopBound(length);
    int j = 0;
    for (; j < bound; j += FLOATS.length()) {
      FloatVector x = FloatVector.fromArray(FLOATS, v, offset + j).mul(factor);
      x.blend(VectorTwin.LEAST_F, x.compare(VectorOperators.LT, VectorTwin.LEAST_F))
          .blend(VectorTwin.MOST_F, x.compare(VectorOperators.GT, VectorTwin.MOST_F))
          .intoArray(v, offset + j);
    }
    VectorExp.of(v, offset, bound);
    tail.exp(v, offset + j, length - j, factor);
  }

  @Override
  public void dampedQuadratic(double[] v, int offset, int length, double factor, double curvature) {
    int bound = DOUBLES.loopBound(length);
    double[] quadratic = new double[bound];
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      DoubleVector x = DoubleVector.fromArray(DOUBLES, v, offset + j).mul(factor);
      DoubleVector t =
          x.blend(
              ScalarSimd.DAMPED_TO_ZERO, x.compare(VectorOperators.GT, ScalarSimd.DAMPED_TO_ZERO));
      t.mul(curvature).add(1).fma(t, DoubleVector.broadcast(DOUBLES, 1.0)).intoArray(quadratic, j);
      t.neg().intoArray(v, offset + j);
    }
    VectorExp.of(v, offset, bound);
    multiply(v, offset, bound, quadratic, 0);
    tail.dampedQuadratic(v, offset + j, length - j, factor, curvature);
  }

  @Override
  public void dampedQuadratic(float[] v, int offset, int length, float factor, float curvature) {
    int bound = FLOATS.loopBound(length);
    float[] quadratic = new float[bound];
    int j = 0;
    for (; j < bound; j += FLOATS.length()) {
      FloatVector x = FloatVector.fromArray(FLOATS, v, offset + j).mul(factor);
      FloatVector t =
          x.blend(
              ScalarSimd.DAMPED_TO_ZERO_F,
              x.compare(VectorOperators.GT, ScalarSimd.DAMPED_TO_ZERO_F));
      t.mul(curvature).add(1).fma(t, FloatVector.broadcast(FLOATS, 1f)).intoArray(quadratic, j);
      t.neg().intoArray(v, offset + j);
    }
    VectorExp.of(v, offset, bound);
    multiply(v, offset, bound, quadratic, 0);
    tail.dampedQuadratic(v, offset + j, length - j, factor, curvature);
  }
}
