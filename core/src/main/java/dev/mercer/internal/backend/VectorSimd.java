package dev.mercer.internal.backend;

import java.util.Arrays;
import java.util.Optional;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * The maps on the Vector API. Loaded by name only, after {@link Backend} has seen that the module
 * is there.
 *
 * <p>The exponential is that of {@link VectorTwin}, step by step. Minima and maxima of Java treat
 * zeros and NaN with care, at six instructions each: comparisons and blends are cheaper, and where
 * numbers are known to have one sign and to be finite, their bits compared as integers are.
 *
 * <p><b>What a loop must not do.</b> A vector is a register only where the compiler knows its
 * class, and else an object. It may compile a map together with who calls it, before it has seen
 * the map run; all it then knows is what the code says. So no vector may be carried from one round
 * of a loop to the next (the loop's head knows it as any vector at all; flags are plain booleans
 * instead), none may be the one or the other of two, and none may cross a call to a method of ours,
 * however short: in a large piece of code the compiler inlines nothing more but what the Vector API
 * marks, and gives the rest objects. Where this was done, the exponentials of one process in four
 * or so took two to five times as long, to its end. Sums, which must be carried, are in methods
 * that no twin replaces and that are seen often before, and are cast to their class behind the
 * loop: it is that of their species, but where vectors of two widths are in use nothing else says
 * so at that place.
 *
 * <p>Exponents that are not positive are kept from falling below what {@link VectorExp} takes by
 * the minimum of their bits and {@link VectorTwin#BITS_OF_LEAST}.
 */
final class VectorSimd implements Simd {

  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
  // At most 256 bits: floats that are made of doubles, and rows of a panel, have no more, and two
  // widths in one process are a trap; see docs/decisions/vector-loops-make-no-objects.md.
  static final VectorSpecies<Float> FLOATS =
      VectorSpecies.of(float.class, VectorShape.forBitSize(Math.min(256, DOUBLES.vectorBitSize())));
  private static final Class<? extends DoubleVector> DOUBLE = DoubleVector.zero(DOUBLES).getClass();
  private static final Class<? extends FloatVector> FLOAT = FloatVector.zero(FLOATS).getClass();
  // As many floats as there are doubles in a vector.
  private static final VectorSpecies<Float> HALF_FLOATS =
      VectorSpecies.of(float.class, VectorShape.forBitSize(DOUBLES.vectorBitSize() / 2));

  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS =
      VectorSpecies.of(int.class, FLOATS.vectorShape());

  private final VectorTwin tail = new VectorTwin();
  // With 512 bits the products of OpenBLAS do not copy tall matrices first, and vectors of a second
  // width must not even be loaded.
  private final Optional<ThinProducts> thin =
      DOUBLES.length() == 4 ? Optional.of(new VectorThin()) : Optional.empty();
  private final PanelProducts panels =
      DOUBLES.length() == PanelProducts.COLUMNS ? new FusedPanels() : new VectorPanels();

  @Override
  public String name() {
    return "vector";
  }

  @Override
  public int lanes() {
    return DOUBLES.length();
  }

  @Override
  public int floatLanes() {
    return FLOATS.length();
  }

  @Override
  public String detail() {
    return DOUBLES.vectorBitSize() + "-bit";
  }

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
  public void sqrt(double[] v, int offset, int length) {
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      DoubleVector.fromArray(DOUBLES, v, offset + j).sqrt().intoArray(v, offset + j);
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
  public void clipNegative(double[] v, int offset, int length) {
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      DoubleVector.fromArray(DOUBLES, v, offset + j).max(0).intoArray(v, offset + j);
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
  public double l1Distance(double[] x, int xOffset, double[] y, int yOffset, int length) {
    DoubleVector sum = DoubleVector.zero(DOUBLES);
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      sum =
          DoubleVector.fromArray(DOUBLES, x, xOffset + j)
              .sub(DoubleVector.fromArray(DOUBLES, y, yOffset + j))
              .abs()
              .add(sum);
    }
    return DOUBLE.cast(sum).reduceLanes(VectorOperators.ADD)
        + tail.l1Distance(x, xOffset + j, y, yOffset + j, length - j);
  }

  @Override
  public double squaredDistance(double[] x, int xOffset, double[] y, int yOffset, int length) {
    DoubleVector sum = DoubleVector.zero(DOUBLES);
    int bound = DOUBLES.loopBound(length);
    int j = 0;
    for (; j < bound; j += DOUBLES.length()) {
      DoubleVector difference =
          DoubleVector.fromArray(DOUBLES, x, xOffset + j)
              .sub(DoubleVector.fromArray(DOUBLES, y, yOffset + j));
      sum = difference.fma(difference, sum);
    }
    return DOUBLE.cast(sum).reduceLanes(VectorOperators.ADD)
        + tail.squaredDistance(x, xOffset + j, y, yOffset + j, length - j);
  }

  @Override
  public void squaredDistances(
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
    int done =
        VectorDistances.squared(v, offset, length, columns, x, xOffset, xStep, y, yOffset, yStep);
    tail.squaredDistances(
        v, offset + done, length - done, columns, x, xOffset, xStep, y, yOffset + done, yStep);
  }

  /** The last two coordinates, or the only one, and the factor in one loop. */
  @Override
  public void expOfSquaredDistances(
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
    } else {
      int before = columns - 2;
      int at = xOffset + before * xStep;
      int from = yOffset + before * yStep;
      double x0 = x[at];
      double x1 = x[at + xStep];
      if (before == 0) {
        scaledSquares(v, offset, bound, x0, x1, y, from, from + yStep, factor);
      } else {
        VectorDistances.squared(v, offset, length, before, x, xOffset, xStep, y, yOffset, yStep);
        addScaledSquares(v, offset, bound, x0, x1, y, from, from + yStep, factor);
      }
    }
    VectorExp.of(v, offset, bound);
    tail.expOfSquaredDistances(
        v,
        offset + bound,
        length - bound,
        columns,
        x,
        xOffset,
        xStep,
        y,
        yOffset + bound,
        yStep,
        factor);
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

  @Override
  public void l1Distances(
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
    int done =
        VectorDistances.absolute(v, offset, length, columns, x, xOffset, xStep, y, yOffset, yStep);
    tail.l1Distances(
        v, offset + done, length - done, columns, x, xOffset, xStep, y, yOffset + done, yStep);
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
  public void affine(float[] v, int offset, int length, float scale, float shift) {
    int bound = FLOATS.loopBound(length);
    int j = 0;
    for (; j < bound; j += FLOATS.length()) {
      FloatVector.fromArray(FLOATS, v, offset + j).mul(scale).add(shift).intoArray(v, offset + j);
    }
    tail.affine(v, offset + j, length - j, scale, shift);
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
  public void clipNegative(float[] v, int offset, int length) {
    int bound = FLOATS.loopBound(length);
    int j = 0;
    for (; j < bound; j += FLOATS.length()) {
      FloatVector.fromArray(FLOATS, v, offset + j).max(0).intoArray(v, offset + j);
    }
    tail.clipNegative(v, offset + j, length - j);
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

  @Override
  public float l1Distance(float[] x, int xOffset, float[] y, int yOffset, int length) {
    FloatVector sum = FloatVector.zero(FLOATS);
    int bound = FLOATS.loopBound(length);
    int j = 0;
    for (; j < bound; j += FLOATS.length()) {
      sum =
          FloatVector.fromArray(FLOATS, x, xOffset + j)
              .sub(FloatVector.fromArray(FLOATS, y, yOffset + j))
              .abs()
              .add(sum);
    }
    return FLOAT.cast(sum).reduceLanes(VectorOperators.ADD)
        + tail.l1Distance(x, xOffset + j, y, yOffset + j, length - j);
  }

  @Override
  public float squaredDistance(float[] x, int xOffset, float[] y, int yOffset, int length) {
    FloatVector sum = FloatVector.zero(FLOATS);
    int bound = FLOATS.loopBound(length);
    int j = 0;
    for (; j < bound; j += FLOATS.length()) {
      FloatVector difference =
          FloatVector.fromArray(FLOATS, x, xOffset + j)
              .sub(FloatVector.fromArray(FLOATS, y, yOffset + j));
      sum = difference.fma(difference, sum);
    }
    return FLOAT.cast(sum).reduceLanes(VectorOperators.ADD)
        + tail.squaredDistance(x, xOffset + j, y, yOffset + j, length - j);
  }

  /** Panels need vectors of 256 bits. */
  @Override
  public Optional<PanelProducts> panels() {
    return DOUBLES.length() < 4 ? Optional.empty() : Optional.of(panels);
  }

  @Override
  public Optional<ThinProducts> thin() {
    return thin;
  }
}
