package dev.mercer.internal.backend;

import static dev.mercer.internal.backend.VectorShapes.DOUBLES;
import static dev.mercer.internal.backend.VectorShapes.LONGS;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;

/**
 * Distances of one point to many by the Vector API, for {@link VectorSimd}. The first one or two
 * coordinates start the sums, then two coordinates are added at a time, always in the order of the
 * coordinates.
 *
 * <p>The compiler does not turn the plain loops into vector instructions by itself, because it
 * cannot tell that the array of the sums is not that of the points. Each method returns how many
 * points it has done. The remaining points, which do not fill a vector, are left to the plain
 * loops, which give the same bits.
 */
final class VectorDistances {

  private VectorDistances() {}

  static int squared(
      double[] v,
      int offset,
      int length,
      int columns,
      double[] x,
      int xOffset,
      int xStep,
      double[] y,
      int yOffset,
      int yStep) {
    int bound = DOUBLES.loopBound(length);
    int begun = 2 - columns % 2;
    if (begun == 1) {
      squared(v, offset, bound, x[xOffset], y, yOffset);
    } else {
      squared(v, offset, bound, x[xOffset], x[xOffset + xStep], y, yOffset, yOffset + yStep);
    }
    for (int c = begun; c < columns; c += 2) {
      int at = xOffset + c * xStep;
      int from = yOffset + c * yStep;
      addSquared(v, offset, bound, x[at], x[at + xStep], y, from, from + yStep);
    }
    return bound;
  }

  private static void squared(double[] v, int offset, int bound, double x, double[] y, int from) {
    for (int j = 0; j < bound; j += DOUBLES.length()) {
      DoubleVector a = DoubleVector.fromArray(DOUBLES, y, from + j).sub(x);
      a.mul(a).intoArray(v, offset + j);
    }
  }

  private static void squared(
      double[] v, int offset, int bound, double x0, double x1, double[] y, int y0, int y1) {
    for (int j = 0; j < bound; j += DOUBLES.length()) {
      DoubleVector a = DoubleVector.fromArray(DOUBLES, y, y0 + j).sub(x0);
      DoubleVector b = DoubleVector.fromArray(DOUBLES, y, y1 + j).sub(x1);
      a.mul(a).add(b.mul(b)).intoArray(v, offset + j);
    }
  }

  private static void addSquared(
      double[] v, int offset, int bound, double x0, double x1, double[] y, int y0, int y1) {
    for (int j = 0; j < bound; j += DOUBLES.length()) {
      DoubleVector a = DoubleVector.fromArray(DOUBLES, y, y0 + j).sub(x0);
      DoubleVector b = DoubleVector.fromArray(DOUBLES, y, y1 + j).sub(x1);
      DoubleVector sum = DoubleVector.fromArray(DOUBLES, v, offset + j);
      sum.add(a.mul(a)).add(b.mul(b)).intoArray(v, offset + j);
    }
  }

  /**
   * Squared distances times a factor, but not below the smallest exponent that {@link VectorExp}
   * accepts. The last two coordinates, or the only one, and the factor are processed in one loop.
   */
  static int scaledSquared(
      double[] v,
      int offset,
      int length,
      int columns,
      double[] x,
      int xOffset,
      int xStep,
      double[] y,
      int yOffset,
      int yStep,
      double factor) {
    int bound = DOUBLES.loopBound(length);
    if (columns == 1) {
      scaledSquares(v, offset, bound, x[xOffset], y, yOffset, factor);
      return bound;
    }
    int before = columns - 2;
    int at = xOffset + before * xStep;
    int from = yOffset + before * yStep;
    double x0 = x[at];
    double x1 = x[at + xStep];
    if (before == 0) {
      scaledSquares(v, offset, bound, x0, x1, y, from, from + yStep, factor);
    } else {
      squared(v, offset, length, before, x, xOffset, xStep, y, yOffset, yStep);
      addScaledSquares(v, offset, bound, x0, x1, y, from, from + yStep, factor);
    }
    return bound;
  }

  private static void scaledSquares(
      double[] v, int offset, int bound, double x, double[] y, int from, double factor) {
    for (int j = 0; j < bound; j += DOUBLES.length()) {
      DoubleVector a = DoubleVector.fromArray(DOUBLES, y, from + j).sub(x);
      a.mul(a)
          .mul(factor)
          .reinterpretAsLongs()
          .min(LongVector.broadcast(LONGS, VectorTwin.BITS_OF_LEAST))
          .reinterpretAsDoubles()
          .intoArray(v, offset + j);
    }
  }

  private static void scaledSquares(
      double[] v,
      int offset,
      int bound,
      double x0,
      double x1,
      double[] y,
      int y0,
      int y1,
      double factor) {
    for (int j = 0; j < bound; j += DOUBLES.length()) {
      DoubleVector a = DoubleVector.fromArray(DOUBLES, y, y0 + j).sub(x0);
      DoubleVector b = DoubleVector.fromArray(DOUBLES, y, y1 + j).sub(x1);
      a.mul(a)
          .add(b.mul(b))
          .mul(factor)
          .reinterpretAsLongs()
          .min(LongVector.broadcast(LONGS, VectorTwin.BITS_OF_LEAST))
          .reinterpretAsDoubles()
          .intoArray(v, offset + j);
    }
  }

  private static void addScaledSquares(
      double[] v,
      int offset,
      int bound,
      double x0,
      double x1,
      double[] y,
      int y0,
      int y1,
      double factor) {
    for (int j = 0; j < bound; j += DOUBLES.length()) {
      DoubleVector a = DoubleVector.fromArray(DOUBLES, y, y0 + j).sub(x0);
      DoubleVector b = DoubleVector.fromArray(DOUBLES, y, y1 + j).sub(x1);
      DoubleVector sum = DoubleVector.fromArray(DOUBLES, v, offset + j);
      sum.add(a.mul(a))
          .add(b.mul(b))
          .mul(factor)
          .reinterpretAsLongs()
          .min(LongVector.broadcast(LONGS, VectorTwin.BITS_OF_LEAST))
          .reinterpretAsDoubles()
          .intoArray(v, offset + j);
    }
  }

  static int absolute(
      double[] v,
      int offset,
      int length,
      int columns,
      double[] x,
      int xOffset,
      int xStep,
      double[] y,
      int yOffset,
      int yStep) {
    int bound = DOUBLES.loopBound(length);
    int begun = 2 - columns % 2;
    if (begun == 1) {
      absolute(v, offset, bound, x[xOffset], y, yOffset);
    } else {
      absolute(v, offset, bound, x[xOffset], x[xOffset + xStep], y, yOffset, yOffset + yStep);
    }
    for (int c = begun; c < columns; c += 2) {
      int at = xOffset + c * xStep;
      int from = yOffset + c * yStep;
      addAbsolute(v, offset, bound, x[at], x[at + xStep], y, from, from + yStep);
    }
    return bound;
  }

  private static void absolute(double[] v, int offset, int bound, double x, double[] y, int from) {
    for (int j = 0; j < bound; j += DOUBLES.length()) {
      DoubleVector.fromArray(DOUBLES, y, from + j).sub(x).abs().intoArray(v, offset + j);
    }
  }

  private static void absolute(
      double[] v, int offset, int bound, double x0, double x1, double[] y, int y0, int y1) {
    for (int j = 0; j < bound; j += DOUBLES.length()) {
      DoubleVector a = DoubleVector.fromArray(DOUBLES, y, y0 + j).sub(x0);
      DoubleVector b = DoubleVector.fromArray(DOUBLES, y, y1 + j).sub(x1);
      a.abs().add(b.abs()).intoArray(v, offset + j);
    }
  }

  private static void addAbsolute(
      double[] v, int offset, int bound, double x0, double x1, double[] y, int y0, int y1) {
    for (int j = 0; j < bound; j += DOUBLES.length()) {
      DoubleVector a = DoubleVector.fromArray(DOUBLES, y, y0 + j).sub(x0);
      DoubleVector b = DoubleVector.fromArray(DOUBLES, y, y1 + j).sub(x1);
      DoubleVector sum = DoubleVector.fromArray(DOUBLES, v, offset + j);
      sum.add(a.abs()).add(b.abs()).intoArray(v, offset + j);
    }
  }
}
