package dev.mercer.backend;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link PanelProducts} where there are 32 vector registers, as there are with vectors of 512 bits:
 * both halves of a product in one loop. Eight rows of a strip, their sums and their part of X stay
 * in registers; two of its columns are met at a time, and every entry of the strip is read once,
 * evenly over the time of the arithmetic, so that memory and arithmetic do not wait for each other.
 *
 * <p>A row of a panel is one register, of 512 bits in double and of 256 in single precision. What
 * {@link VectorPanels} says of its loops holds for these; it does what is left over.
 */
final class FusedPanels implements PanelProducts {

  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_512;
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_256;
  private static final Class<? extends DoubleVector> DOUBLE = DoubleVector.zero(DOUBLES).getClass();
  private static final Class<? extends FloatVector> FLOAT = FloatVector.zero(FLOATS).getClass();

  private static final int ROWS = 8;

  private final PanelProducts rest = new VectorPanels();

  @Override
  public void rows(
      double[] tile, int at, int rows, int width, double[] x, int xj, double[] y, int yi) {
    rest.rows(tile, at, rows, width, x, xj, y, yi);
  }

  @Override
  public void rows(
      float[] tile, int at, int rows, int width, float[] x, int xj, float[] y, int yi) {
    rest.rows(tile, at, rows, width, x, xj, y, yi);
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
    int pairs = width / 2 * 2;
    int i = 0;
    for (; i + ROWS <= rows; i += ROWS) {
      int strip = at + i * STRIDE;
      int ofI = i * COLUMNS;
      bothAtOnce(tile, strip, pairs, x, xi + ofI, xj, y, yi + ofI, yj);
      rest.both(
          tile,
          strip + pairs,
          ROWS,
          width - pairs,
          x,
          xi + ofI,
          xj + pairs * COLUMNS,
          y,
          yi + ofI,
          yj + pairs * COLUMNS);
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
    int pairs = width / 2 * 2;
    int i = 0;
    for (; i + ROWS <= rows; i += ROWS) {
      int strip = at + i * STRIDE;
      int ofI = i * COLUMNS;
      bothAtOnce(tile, strip, pairs, x, xi + ofI, xj, y, yi + ofI, yj);
      rest.both(
          tile,
          strip + pairs,
          ROWS,
          width - pairs,
          x,
          xi + ofI,
          xj + pairs * COLUMNS,
          y,
          yi + ofI,
          yj + pairs * COLUMNS);
    }
    int ofI = i * COLUMNS;
    rest.both(tile, at + i * STRIDE, rows - i, width, x, xi + ofI, xj, y, yi + ofI, yj);
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
    for (int j = 0; j < width; j += 2) {
      int fromJ = xj + j * COLUMNS;
      int toJ = yj + j * COLUMNS;
      DoubleVector from0 = DoubleVector.fromArray(DOUBLES, x, fromJ);
      DoubleVector from1 = DoubleVector.fromArray(DOUBLES, x, fromJ + COLUMNS);
      DoubleVector to0 = DoubleVector.fromArray(DOUBLES, y, toJ);
      DoubleVector to1 = DoubleVector.fromArray(DOUBLES, y, toJ + COLUMNS);
      DoubleVector k00 = DoubleVector.broadcast(DOUBLES, tile[at + j]);
      a0 = k00.fma(from0, a0);
      to0 = k00.fma(x0, to0);
      DoubleVector k01 = DoubleVector.broadcast(DOUBLES, tile[at + j + 1]);
      a0 = k01.fma(from1, a0);
      to1 = k01.fma(x0, to1);
      DoubleVector k10 = DoubleVector.broadcast(DOUBLES, tile[at + STRIDE + j]);
      a1 = k10.fma(from0, a1);
      to0 = k10.fma(x1, to0);
      DoubleVector k11 = DoubleVector.broadcast(DOUBLES, tile[at + STRIDE + j + 1]);
      a1 = k11.fma(from1, a1);
      to1 = k11.fma(x1, to1);
      DoubleVector k20 = DoubleVector.broadcast(DOUBLES, tile[at + 2 * STRIDE + j]);
      a2 = k20.fma(from0, a2);
      to0 = k20.fma(x2, to0);
      DoubleVector k21 = DoubleVector.broadcast(DOUBLES, tile[at + 2 * STRIDE + j + 1]);
      a2 = k21.fma(from1, a2);
      to1 = k21.fma(x2, to1);
      DoubleVector k30 = DoubleVector.broadcast(DOUBLES, tile[at + 3 * STRIDE + j]);
      a3 = k30.fma(from0, a3);
      to0 = k30.fma(x3, to0);
      DoubleVector k31 = DoubleVector.broadcast(DOUBLES, tile[at + 3 * STRIDE + j + 1]);
      a3 = k31.fma(from1, a3);
      to1 = k31.fma(x3, to1);
      DoubleVector k40 = DoubleVector.broadcast(DOUBLES, tile[at + 4 * STRIDE + j]);
      a4 = k40.fma(from0, a4);
      to0 = k40.fma(x4, to0);
      DoubleVector k41 = DoubleVector.broadcast(DOUBLES, tile[at + 4 * STRIDE + j + 1]);
      a4 = k41.fma(from1, a4);
      to1 = k41.fma(x4, to1);
      DoubleVector k50 = DoubleVector.broadcast(DOUBLES, tile[at + 5 * STRIDE + j]);
      a5 = k50.fma(from0, a5);
      to0 = k50.fma(x5, to0);
      DoubleVector k51 = DoubleVector.broadcast(DOUBLES, tile[at + 5 * STRIDE + j + 1]);
      a5 = k51.fma(from1, a5);
      to1 = k51.fma(x5, to1);
      DoubleVector k60 = DoubleVector.broadcast(DOUBLES, tile[at + 6 * STRIDE + j]);
      a6 = k60.fma(from0, a6);
      to0 = k60.fma(x6, to0);
      DoubleVector k61 = DoubleVector.broadcast(DOUBLES, tile[at + 6 * STRIDE + j + 1]);
      a6 = k61.fma(from1, a6);
      to1 = k61.fma(x6, to1);
      DoubleVector k70 = DoubleVector.broadcast(DOUBLES, tile[at + 7 * STRIDE + j]);
      a7 = k70.fma(from0, a7);
      to0 = k70.fma(x7, to0);
      DoubleVector k71 = DoubleVector.broadcast(DOUBLES, tile[at + 7 * STRIDE + j + 1]);
      a7 = k71.fma(from1, a7);
      to1 = k71.fma(x7, to1);
      DOUBLE.cast(to0).intoArray(y, toJ);
      DOUBLE.cast(to1).intoArray(y, toJ + COLUMNS);
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
    for (int j = 0; j < width; j += 2) {
      int fromJ = xj + j * COLUMNS;
      int toJ = yj + j * COLUMNS;
      FloatVector from0 = FloatVector.fromArray(FLOATS, x, fromJ);
      FloatVector from1 = FloatVector.fromArray(FLOATS, x, fromJ + COLUMNS);
      FloatVector to0 = FloatVector.fromArray(FLOATS, y, toJ);
      FloatVector to1 = FloatVector.fromArray(FLOATS, y, toJ + COLUMNS);
      FloatVector k00 = FloatVector.broadcast(FLOATS, tile[at + j]);
      a0 = k00.fma(from0, a0);
      to0 = k00.fma(x0, to0);
      FloatVector k01 = FloatVector.broadcast(FLOATS, tile[at + j + 1]);
      a0 = k01.fma(from1, a0);
      to1 = k01.fma(x0, to1);
      FloatVector k10 = FloatVector.broadcast(FLOATS, tile[at + STRIDE + j]);
      a1 = k10.fma(from0, a1);
      to0 = k10.fma(x1, to0);
      FloatVector k11 = FloatVector.broadcast(FLOATS, tile[at + STRIDE + j + 1]);
      a1 = k11.fma(from1, a1);
      to1 = k11.fma(x1, to1);
      FloatVector k20 = FloatVector.broadcast(FLOATS, tile[at + 2 * STRIDE + j]);
      a2 = k20.fma(from0, a2);
      to0 = k20.fma(x2, to0);
      FloatVector k21 = FloatVector.broadcast(FLOATS, tile[at + 2 * STRIDE + j + 1]);
      a2 = k21.fma(from1, a2);
      to1 = k21.fma(x2, to1);
      FloatVector k30 = FloatVector.broadcast(FLOATS, tile[at + 3 * STRIDE + j]);
      a3 = k30.fma(from0, a3);
      to0 = k30.fma(x3, to0);
      FloatVector k31 = FloatVector.broadcast(FLOATS, tile[at + 3 * STRIDE + j + 1]);
      a3 = k31.fma(from1, a3);
      to1 = k31.fma(x3, to1);
      FloatVector k40 = FloatVector.broadcast(FLOATS, tile[at + 4 * STRIDE + j]);
      a4 = k40.fma(from0, a4);
      to0 = k40.fma(x4, to0);
      FloatVector k41 = FloatVector.broadcast(FLOATS, tile[at + 4 * STRIDE + j + 1]);
      a4 = k41.fma(from1, a4);
      to1 = k41.fma(x4, to1);
      FloatVector k50 = FloatVector.broadcast(FLOATS, tile[at + 5 * STRIDE + j]);
      a5 = k50.fma(from0, a5);
      to0 = k50.fma(x5, to0);
      FloatVector k51 = FloatVector.broadcast(FLOATS, tile[at + 5 * STRIDE + j + 1]);
      a5 = k51.fma(from1, a5);
      to1 = k51.fma(x5, to1);
      FloatVector k60 = FloatVector.broadcast(FLOATS, tile[at + 6 * STRIDE + j]);
      a6 = k60.fma(from0, a6);
      to0 = k60.fma(x6, to0);
      FloatVector k61 = FloatVector.broadcast(FLOATS, tile[at + 6 * STRIDE + j + 1]);
      a6 = k61.fma(from1, a6);
      to1 = k61.fma(x6, to1);
      FloatVector k70 = FloatVector.broadcast(FLOATS, tile[at + 7 * STRIDE + j]);
      a7 = k70.fma(from0, a7);
      to0 = k70.fma(x7, to0);
      FloatVector k71 = FloatVector.broadcast(FLOATS, tile[at + 7 * STRIDE + j + 1]);
      a7 = k71.fma(from1, a7);
      to1 = k71.fma(x7, to1);
      FLOAT.cast(to0).intoArray(y, toJ);
      FLOAT.cast(to1).intoArray(y, toJ + COLUMNS);
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
