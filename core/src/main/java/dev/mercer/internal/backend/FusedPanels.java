package dev.mercer.internal.backend;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link PanelProducts} for processors with 32 vector registers, which those with 512-bit vectors
 * have. Both products of a strip are computed in one loop: eight rows of the strip, their sums and
 * their part of X stay in registers. Every entry of the strip is read once, and the reads are
 * spread evenly over the arithmetic, so that memory and arithmetic do not wait for each other.
 *
 * <p>A row of a panel is one register, of 512 bits in double and of 256 bits in single precision.
 * This makes the loops of both precisions alike, but each vector must have a class that the
 * compiler knows: see {@link VectorSimd}. What {@link VectorPanels} says about its loops applies
 * here too. A loop of twice the length, which takes two columns at a time, is hardly faster, and in
 * one process out of 24 the compiler did not inline all of it, so that vectors became objects.
 */
final class FusedPanels implements PanelProducts {

  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_512;
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_256;
  private static final Class<? extends DoubleVector> DOUBLE = DoubleVector.zero(DOUBLES).getClass();
  private static final Class<? extends FloatVector> FLOAT = FloatVector.zero(FLOATS).getClass();

  private static final int ROWS = 8;

  private final PanelProducts rest = new PlainPanels();

  @Override
  public void rows(
      double[] tile, int at, int rows, int width, double[] x, int xj, double[] y, int yi) {
    int i = 0;
    for (; i + ROWS <= rows; i += ROWS) {
      rowsAtOnce(tile, at + i * STRIDE, width, x, xj, y, yi + i * COLUMNS);
    }
    rest.rows(tile, at + i * STRIDE, rows - i, width, x, xj, y, yi + i * COLUMNS);
  }

  @Override
  public void rows(
      float[] tile, int at, int rows, int width, float[] x, int xj, float[] y, int yi) {
    int i = 0;
    for (; i + ROWS <= rows; i += ROWS) {
      rowsAtOnce(tile, at + i * STRIDE, width, x, xj, y, yi + i * COLUMNS);
    }
    rest.rows(tile, at + i * STRIDE, rows - i, width, x, xj, y, yi + i * COLUMNS);
  }

  @Override
  public void both(
      double[] tile,
      int at,
      int rows,
      int width,
      double[] x,
      int xi,
      int xj,
      double[] y,
      int yi,
      int yj) {
    int i = 0;
    for (; i + ROWS <= rows; i += ROWS) {
      int ofI = i * COLUMNS;
      bothAtOnce(tile, at + i * STRIDE, width, x, xi + ofI, xj, y, yi + ofI, yj);
    }
    int ofI = i * COLUMNS;
    rest.both(tile, at + i * STRIDE, rows - i, width, x, xi + ofI, xj, y, yi + ofI, yj);
  }

  @Override
  public void both(
      float[] tile,
      int at,
      int rows,
      int width,
      float[] x,
      int xi,
      int xj,
      float[] y,
      int yi,
      int yj) {
    int i = 0;
    for (; i + ROWS <= rows; i += ROWS) {
      int ofI = i * COLUMNS;
      bothAtOnce(tile, at + i * STRIDE, width, x, xi + ofI, xj, y, yi + ofI, yj);
    }
    int ofI = i * COLUMNS;
    rest.both(tile, at + i * STRIDE, rows - i, width, x, xi + ofI, xj, y, yi + ofI, yj);
  }

  private static void rowsAtOnce(
      double[] tile, int at, int width, double[] x, int xj, double[] y, int yi) {
    DoubleVector a0 = DoubleVector.fromArray(DOUBLES, y, yi);
    DoubleVector a1 = DoubleVector.fromArray(DOUBLES, y, yi + COLUMNS);
    DoubleVector a2 = DoubleVector.fromArray(DOUBLES, y, yi + 2 * COLUMNS);
    DoubleVector a3 = DoubleVector.fromArray(DOUBLES, y, yi + 3 * COLUMNS);
    DoubleVector a4 = DoubleVector.fromArray(DOUBLES, y, yi + 4 * COLUMNS);
    DoubleVector a5 = DoubleVector.fromArray(DOUBLES, y, yi + 5 * COLUMNS);
    DoubleVector a6 = DoubleVector.fromArray(DOUBLES, y, yi + 6 * COLUMNS);
    DoubleVector a7 = DoubleVector.fromArray(DOUBLES, y, yi + 7 * COLUMNS);
    for (int j = 0; j < width; j++) {
      DoubleVector from = DoubleVector.fromArray(DOUBLES, x, xj + j * COLUMNS);
      a0 = DoubleVector.broadcast(DOUBLES, tile[at + j]).fma(from, a0);
      a1 = DoubleVector.broadcast(DOUBLES, tile[at + STRIDE + j]).fma(from, a1);
      a2 = DoubleVector.broadcast(DOUBLES, tile[at + 2 * STRIDE + j]).fma(from, a2);
      a3 = DoubleVector.broadcast(DOUBLES, tile[at + 3 * STRIDE + j]).fma(from, a3);
      a4 = DoubleVector.broadcast(DOUBLES, tile[at + 4 * STRIDE + j]).fma(from, a4);
      a5 = DoubleVector.broadcast(DOUBLES, tile[at + 5 * STRIDE + j]).fma(from, a5);
      a6 = DoubleVector.broadcast(DOUBLES, tile[at + 6 * STRIDE + j]).fma(from, a6);
      a7 = DoubleVector.broadcast(DOUBLES, tile[at + 7 * STRIDE + j]).fma(from, a7);
    }
    DOUBLE.cast(a0).intoArray(y, yi);
    DOUBLE.cast(a1).intoArray(y, yi + COLUMNS);
    DOUBLE.cast(a2).intoArray(y, yi + 2 * COLUMNS);
    DOUBLE.cast(a3).intoArray(y, yi + 3 * COLUMNS);
    DOUBLE.cast(a4).intoArray(y, yi + 4 * COLUMNS);
    DOUBLE.cast(a5).intoArray(y, yi + 5 * COLUMNS);
    DOUBLE.cast(a6).intoArray(y, yi + 6 * COLUMNS);
    DOUBLE.cast(a7).intoArray(y, yi + 7 * COLUMNS);
  }

  private static void bothAtOnce(
      double[] tile, int at, int width, double[] x, int xi, int xj, double[] y, int yi, int yj) {
    DoubleVector x0 = DoubleVector.fromArray(DOUBLES, x, xi);
    DoubleVector x1 = DoubleVector.fromArray(DOUBLES, x, xi + COLUMNS);
    DoubleVector x2 = DoubleVector.fromArray(DOUBLES, x, xi + 2 * COLUMNS);
    DoubleVector x3 = DoubleVector.fromArray(DOUBLES, x, xi + 3 * COLUMNS);
    DoubleVector x4 = DoubleVector.fromArray(DOUBLES, x, xi + 4 * COLUMNS);
    DoubleVector x5 = DoubleVector.fromArray(DOUBLES, x, xi + 5 * COLUMNS);
    DoubleVector x6 = DoubleVector.fromArray(DOUBLES, x, xi + 6 * COLUMNS);
    DoubleVector x7 = DoubleVector.fromArray(DOUBLES, x, xi + 7 * COLUMNS);
    DoubleVector a0 = DoubleVector.fromArray(DOUBLES, y, yi);
    DoubleVector a1 = DoubleVector.fromArray(DOUBLES, y, yi + COLUMNS);
    DoubleVector a2 = DoubleVector.fromArray(DOUBLES, y, yi + 2 * COLUMNS);
    DoubleVector a3 = DoubleVector.fromArray(DOUBLES, y, yi + 3 * COLUMNS);
    DoubleVector a4 = DoubleVector.fromArray(DOUBLES, y, yi + 4 * COLUMNS);
    DoubleVector a5 = DoubleVector.fromArray(DOUBLES, y, yi + 5 * COLUMNS);
    DoubleVector a6 = DoubleVector.fromArray(DOUBLES, y, yi + 6 * COLUMNS);
    DoubleVector a7 = DoubleVector.fromArray(DOUBLES, y, yi + 7 * COLUMNS);
    for (int j = 0; j < width; j++) {
      DoubleVector from = DoubleVector.fromArray(DOUBLES, x, xj + j * COLUMNS);
      DoubleVector to = DoubleVector.fromArray(DOUBLES, y, yj + j * COLUMNS);
      DoubleVector k0 = DoubleVector.broadcast(DOUBLES, tile[at + j]);
      a0 = k0.fma(from, a0);
      to = k0.fma(x0, to);
      DoubleVector k1 = DoubleVector.broadcast(DOUBLES, tile[at + STRIDE + j]);
      a1 = k1.fma(from, a1);
      to = k1.fma(x1, to);
      DoubleVector k2 = DoubleVector.broadcast(DOUBLES, tile[at + 2 * STRIDE + j]);
      a2 = k2.fma(from, a2);
      to = k2.fma(x2, to);
      DoubleVector k3 = DoubleVector.broadcast(DOUBLES, tile[at + 3 * STRIDE + j]);
      a3 = k3.fma(from, a3);
      to = k3.fma(x3, to);
      DoubleVector k4 = DoubleVector.broadcast(DOUBLES, tile[at + 4 * STRIDE + j]);
      a4 = k4.fma(from, a4);
      to = k4.fma(x4, to);
      DoubleVector k5 = DoubleVector.broadcast(DOUBLES, tile[at + 5 * STRIDE + j]);
      a5 = k5.fma(from, a5);
      to = k5.fma(x5, to);
      DoubleVector k6 = DoubleVector.broadcast(DOUBLES, tile[at + 6 * STRIDE + j]);
      a6 = k6.fma(from, a6);
      to = k6.fma(x6, to);
      DoubleVector k7 = DoubleVector.broadcast(DOUBLES, tile[at + 7 * STRIDE + j]);
      a7 = k7.fma(from, a7);
      to = k7.fma(x7, to);
      DOUBLE.cast(to).intoArray(y, yj + j * COLUMNS);
    }
    DOUBLE.cast(a0).intoArray(y, yi);
    DOUBLE.cast(a1).intoArray(y, yi + COLUMNS);
    DOUBLE.cast(a2).intoArray(y, yi + 2 * COLUMNS);
    DOUBLE.cast(a3).intoArray(y, yi + 3 * COLUMNS);
    DOUBLE.cast(a4).intoArray(y, yi + 4 * COLUMNS);
    DOUBLE.cast(a5).intoArray(y, yi + 5 * COLUMNS);
    DOUBLE.cast(a6).intoArray(y, yi + 6 * COLUMNS);
    DOUBLE.cast(a7).intoArray(y, yi + 7 * COLUMNS);
  }

  private static void rowsAtOnce(
      float[] tile, int at, int width, float[] x, int xj, float[] y, int yi) {
    FloatVector a0 = FloatVector.fromArray(FLOATS, y, yi);
    FloatVector a1 = FloatVector.fromArray(FLOATS, y, yi + COLUMNS);
    FloatVector a2 = FloatVector.fromArray(FLOATS, y, yi + 2 * COLUMNS);
    FloatVector a3 = FloatVector.fromArray(FLOATS, y, yi + 3 * COLUMNS);
    FloatVector a4 = FloatVector.fromArray(FLOATS, y, yi + 4 * COLUMNS);
    FloatVector a5 = FloatVector.fromArray(FLOATS, y, yi + 5 * COLUMNS);
    FloatVector a6 = FloatVector.fromArray(FLOATS, y, yi + 6 * COLUMNS);
    FloatVector a7 = FloatVector.fromArray(FLOATS, y, yi + 7 * COLUMNS);
    for (int j = 0; j < width; j++) {
      FloatVector from = FloatVector.fromArray(FLOATS, x, xj + j * COLUMNS);
      a0 = FloatVector.broadcast(FLOATS, tile[at + j]).fma(from, a0);
      a1 = FloatVector.broadcast(FLOATS, tile[at + STRIDE + j]).fma(from, a1);
      a2 = FloatVector.broadcast(FLOATS, tile[at + 2 * STRIDE + j]).fma(from, a2);
      a3 = FloatVector.broadcast(FLOATS, tile[at + 3 * STRIDE + j]).fma(from, a3);
      a4 = FloatVector.broadcast(FLOATS, tile[at + 4 * STRIDE + j]).fma(from, a4);
      a5 = FloatVector.broadcast(FLOATS, tile[at + 5 * STRIDE + j]).fma(from, a5);
      a6 = FloatVector.broadcast(FLOATS, tile[at + 6 * STRIDE + j]).fma(from, a6);
      a7 = FloatVector.broadcast(FLOATS, tile[at + 7 * STRIDE + j]).fma(from, a7);
    }
    FLOAT.cast(a0).intoArray(y, yi);
    FLOAT.cast(a1).intoArray(y, yi + COLUMNS);
    FLOAT.cast(a2).intoArray(y, yi + 2 * COLUMNS);
    FLOAT.cast(a3).intoArray(y, yi + 3 * COLUMNS);
    FLOAT.cast(a4).intoArray(y, yi + 4 * COLUMNS);
    FLOAT.cast(a5).intoArray(y, yi + 5 * COLUMNS);
    FLOAT.cast(a6).intoArray(y, yi + 6 * COLUMNS);
    FLOAT.cast(a7).intoArray(y, yi + 7 * COLUMNS);
  }

  private static void bothAtOnce(
      float[] tile, int at, int width, float[] x, int xi, int xj, float[] y, int yi, int yj) {
    FloatVector x0 = FloatVector.fromArray(FLOATS, x, xi);
    FloatVector x1 = FloatVector.fromArray(FLOATS, x, xi + COLUMNS);
    FloatVector x2 = FloatVector.fromArray(FLOATS, x, xi + 2 * COLUMNS);
    FloatVector x3 = FloatVector.fromArray(FLOATS, x, xi + 3 * COLUMNS);
    FloatVector x4 = FloatVector.fromArray(FLOATS, x, xi + 4 * COLUMNS);
    FloatVector x5 = FloatVector.fromArray(FLOATS, x, xi + 5 * COLUMNS);
    FloatVector x6 = FloatVector.fromArray(FLOATS, x, xi + 6 * COLUMNS);
    FloatVector x7 = FloatVector.fromArray(FLOATS, x, xi + 7 * COLUMNS);
    FloatVector a0 = FloatVector.fromArray(FLOATS, y, yi);
    FloatVector a1 = FloatVector.fromArray(FLOATS, y, yi + COLUMNS);
    FloatVector a2 = FloatVector.fromArray(FLOATS, y, yi + 2 * COLUMNS);
    FloatVector a3 = FloatVector.fromArray(FLOATS, y, yi + 3 * COLUMNS);
    FloatVector a4 = FloatVector.fromArray(FLOATS, y, yi + 4 * COLUMNS);
    FloatVector a5 = FloatVector.fromArray(FLOATS, y, yi + 5 * COLUMNS);
    FloatVector a6 = FloatVector.fromArray(FLOATS, y, yi + 6 * COLUMNS);
    FloatVector a7 = FloatVector.fromArray(FLOATS, y, yi + 7 * COLUMNS);
    for (int j = 0; j < width; j++) {
      FloatVector from = FloatVector.fromArray(FLOATS, x, xj + j * COLUMNS);
      FloatVector to = FloatVector.fromArray(FLOATS, y, yj + j * COLUMNS);
      FloatVector k0 = FloatVector.broadcast(FLOATS, tile[at + j]);
      a0 = k0.fma(from, a0);
      to = k0.fma(x0, to);
      FloatVector k1 = FloatVector.broadcast(FLOATS, tile[at + STRIDE + j]);
      a1 = k1.fma(from, a1);
      to = k1.fma(x1, to);
      FloatVector k2 = FloatVector.broadcast(FLOATS, tile[at + 2 * STRIDE + j]);
      a2 = k2.fma(from, a2);
      to = k2.fma(x2, to);
      FloatVector k3 = FloatVector.broadcast(FLOATS, tile[at + 3 * STRIDE + j]);
      a3 = k3.fma(from, a3);
      to = k3.fma(x3, to);
      FloatVector k4 = FloatVector.broadcast(FLOATS, tile[at + 4 * STRIDE + j]);
      a4 = k4.fma(from, a4);
      to = k4.fma(x4, to);
      FloatVector k5 = FloatVector.broadcast(FLOATS, tile[at + 5 * STRIDE + j]);
      a5 = k5.fma(from, a5);
      to = k5.fma(x5, to);
      FloatVector k6 = FloatVector.broadcast(FLOATS, tile[at + 6 * STRIDE + j]);
      a6 = k6.fma(from, a6);
      to = k6.fma(x6, to);
      FloatVector k7 = FloatVector.broadcast(FLOATS, tile[at + 7 * STRIDE + j]);
      a7 = k7.fma(from, a7);
      to = k7.fma(x7, to);
      FLOAT.cast(to).intoArray(y, yj + j * COLUMNS);
    }
    FLOAT.cast(a0).intoArray(y, yi);
    FLOAT.cast(a1).intoArray(y, yi + COLUMNS);
    FLOAT.cast(a2).intoArray(y, yi + 2 * COLUMNS);
    FLOAT.cast(a3).intoArray(y, yi + 3 * COLUMNS);
    FLOAT.cast(a4).intoArray(y, yi + 4 * COLUMNS);
    FLOAT.cast(a5).intoArray(y, yi + 5 * COLUMNS);
    FLOAT.cast(a6).intoArray(y, yi + 6 * COLUMNS);
    FLOAT.cast(a7).intoArray(y, yi + 7 * COLUMNS);
  }
}
