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
 * The maps on the Vector API. Loaded by name only, after {@link Backend} has seen that the module
 * is there. Here are the sums and the distances of one point to many; {@link VectorExponentials}
 * and {@link VectorArithmetic} have the rest.
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
 * <p><b>Why doubles and floats have loops of their own.</b> The Vector API could write a loop once,
 * over {@code Vector<E>} and a species that is passed. But vectors of two classes would go through
 * such a loop, so that the compiler knows neither, and all of them become objects.
 */
final class VectorSimd extends VectorExponentials {

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
