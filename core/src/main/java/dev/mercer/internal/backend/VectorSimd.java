package dev.mercer.internal.backend;

import static dev.mercer.internal.backend.VectorShapes.DOUBLE;
import static dev.mercer.internal.backend.VectorShapes.DOUBLES;
import static dev.mercer.internal.backend.VectorShapes.FLOAT;
import static dev.mercer.internal.backend.VectorShapes.FLOATS;

import java.util.Optional;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/**
 * The operations of {@link Simd} with the Vector API. This class is loaded by name only, after
 * {@link Backend} has found that the module is present. It contains the sums and the distances of
 * one point to many; {@link VectorExponentials} and {@link VectorArithmetic} contain the rest.
 *
 * <p><b>What a loop must not do.</b> A vector is kept in a register only if the compiler knows its
 * class; otherwise it becomes an object. The compiler may compile an operation together with its
 * caller before it has seen the operation run, and then it knows only what the code says.
 * Therefore:
 *
 * <ul>
 *   <li>No vector may be carried from one iteration of a loop to the next, because at the head of
 *       the loop the compiler knows only that it is some vector. Flags are plain booleans instead.
 *   <li>No variable may hold one of two vectors.
 *   <li>No vector may be passed to or returned from a method of ours, however short: in a large
 *       piece of code the compiler inlines only what the Vector API marks for it, and makes objects
 *       of vectors at all other calls.
 * </ul>
 *
 * Where these rules were broken, the exponentials took two to five times as long in about one
 * process out of four, until the process ended. Sums have to be carried between iterations. They
 * are in methods that have no plain version to switch from and that have run often before they are
 * compiled, and they are cast to their class after the loop. That class follows from their species,
 * but where vectors of two widths are in use, nothing else tells the compiler at that place.
 *
 * <p><b>Why doubles and floats have separate loops.</b> With the Vector API a loop could be written
 * once, over {@code Vector<E>} and a species that is passed in. But then vectors of two classes
 * would go through the same loop, the compiler would know neither class, and all vectors would
 * become objects.
 */
final class VectorSimd extends VectorExponentials {

  // With 512-bit vectors, OpenBLAS does not copy tall matrices before it multiplies them, and
  // vectors of a second width must not even be loaded.
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
    int done =
        VectorDistances.scaledSquared(
            v, offset, length, columns, x, xOffset, xStep, y, yOffset, yStep, factor);
    VectorExp.of(v, offset, done);
    tail.expOfSquaredDistances(
        v,
        offset + done,
        length - done,
        columns,
        x,
        xOffset,
        xStep,
        y,
        yOffset + done,
        yStep,
        factor);
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
