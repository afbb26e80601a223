package dev.mercer.internal.backend;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link PanelProducts} with the Vector API in vectors of 256 bits, for processors with 16 vector
 * registers; {@link FusedPanels} is for those with 32.
 *
 * <p>Several rows of a strip are multiplied with one row of X_j at once, or several columns with
 * one row of X_i, with all their sums in registers. In double these are 6 x 2 sums, which with two
 * registers of X and one for the entry take 15 of the 16 registers. In single precision the
 * compiler copies the entries of all rows to registers before it multiplies: six rows take 13
 * registers. Eight rows took 17, and the one sum that was then kept in memory delayed every
 * iteration. An entry of the strip is read as it is spread over all lanes of a register, which
 * costs no separate instruction.
 *
 * <p>The last rows or columns, if too few for the loop, are computed together with some before
 * them, whose sums are then discarded.
 *
 * <p>These loops carry sums from one iteration to the next, which {@link VectorSimd} warns about.
 * This works because they are too long to be inlined by the compiler (325 bytes of code), so that
 * each is compiled separately, after it has been seen running; a shorter loop must not be added
 * here. Before a sum is stored it is cast to its class: where vectors of two widths are in use, the
 * compiler does not know the class otherwise, and makes an object of every sum in every iteration.
 */
final class VectorPanels implements PanelProducts {

  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_256;
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_256;

  private static final Class<? extends DoubleVector> DOUBLE = DoubleVector.zero(DOUBLES).getClass();
  private static final Class<? extends FloatVector> FLOAT = FloatVector.zero(FLOATS).getClass();

  private static final int DOUBLE_ROWS = 6;
  private static final int FLOAT_ROWS = 6;
  private static final int FLOAT_COLUMNS = 8;

  private final PlainPanels rest = new PlainPanels();
  private final VectorThin thin = new VectorThin();

  @Override
  public void rows(
      double[] tile, int at, int rows, int width, double[] x, int xj, double[] y, int yi) {
    int i = 0;
    for (; i + DOUBLE_ROWS <= rows; i += DOUBLE_ROWS) {
      rowsAtOnce(tile, at + i * STRIDE, width, x, xj, y, yi + i * COLUMNS);
    }
    if (i < rows && i > 0) {
      int first = rows - DOUBLE_ROWS;
      double[] sums = Arrays.copyOfRange(y, yi + first * COLUMNS, yi + rows * COLUMNS);
      rowsAtOnce(tile, at + first * STRIDE, width, x, xj, sums, 0);
      System.arraycopy(sums, (i - first) * COLUMNS, y, yi + i * COLUMNS, (rows - i) * COLUMNS);
    } else {
      rest.rows(tile, at, rows - i, width, x, xj, y, yi);
    }
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
    rows(tile, at, rows, width, x, xj, y, yi);
    columns(tile, at, rows, width, x, xi, y, yj);
  }

  /** Y_j += T' X_i for the strip T. */
  private void columns(
      double[] tile, int at, int rows, int width, double[] x, int xi, double[] y, int yj) {
    thin.transposeTimes(tile, at, STRIDE, rows, width, x, xi, COLUMNS, y, yj);
  }

  @Override
  public void rows(
      float[] tile, int at, int rows, int width, float[] x, int xj, float[] y, int yi) {
    int i = 0;
    for (; i + FLOAT_ROWS <= rows; i += FLOAT_ROWS) {
      rowsAtOnce(tile, at + i * STRIDE, width, x, xj, y, yi + i * COLUMNS);
    }
    if (i < rows && i > 0) {
      int first = rows - FLOAT_ROWS;
      float[] sums = Arrays.copyOfRange(y, yi + first * COLUMNS, yi + rows * COLUMNS);
      rowsAtOnce(tile, at + first * STRIDE, width, x, xj, sums, 0);
      System.arraycopy(sums, (i - first) * COLUMNS, y, yi + i * COLUMNS, (rows - i) * COLUMNS);
    } else {
      rest.rows(tile, at, rows - i, width, x, xj, y, yi);
    }
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
    rows(tile, at, rows, width, x, xj, y, yi);
    columns(tile, at, rows, width, x, xi, y, yj);
  }

  /** The same in single precision. */
  private void columns(
      float[] tile, int at, int rows, int width, float[] x, int xi, float[] y, int yj) {
    int j = 0;
    for (; j + FLOAT_COLUMNS <= width; j += FLOAT_COLUMNS) {
      columnsAtOnce(tile, at + j, rows, x, xi, y, yj + j * COLUMNS);
    }
    if (j < width && j > 0) {
      int first = width - FLOAT_COLUMNS;
      float[] sums = Arrays.copyOfRange(y, yj + first * COLUMNS, yj + width * COLUMNS);
      columnsAtOnce(tile, at + first, rows, x, xi, sums, 0);
      System.arraycopy(sums, (j - first) * COLUMNS, y, yj + j * COLUMNS, (width - j) * COLUMNS);
    } else {
      rest.columns(tile, at, rows, width - j, x, xi, y, yj);
    }
  }

  private static void rowsAtOnce(
      double[] tile, int at, int width, double[] x, int xj, double[] y, int yi) {
    DoubleVector a00 = DoubleVector.fromArray(DOUBLES, y, yi);
    DoubleVector a01 = DoubleVector.fromArray(DOUBLES, y, yi + 4);
    DoubleVector a10 = DoubleVector.fromArray(DOUBLES, y, yi + 8);
    DoubleVector a11 = DoubleVector.fromArray(DOUBLES, y, yi + 12);
    DoubleVector a20 = DoubleVector.fromArray(DOUBLES, y, yi + 16);
    DoubleVector a21 = DoubleVector.fromArray(DOUBLES, y, yi + 20);
    DoubleVector a30 = DoubleVector.fromArray(DOUBLES, y, yi + 24);
    DoubleVector a31 = DoubleVector.fromArray(DOUBLES, y, yi + 28);
    DoubleVector a40 = DoubleVector.fromArray(DOUBLES, y, yi + 32);
    DoubleVector a41 = DoubleVector.fromArray(DOUBLES, y, yi + 36);
    DoubleVector a50 = DoubleVector.fromArray(DOUBLES, y, yi + 40);
    DoubleVector a51 = DoubleVector.fromArray(DOUBLES, y, yi + 44);
    for (int j = 0; j < width; j++) {
      DoubleVector x0 = DoubleVector.fromArray(DOUBLES, x, xj + j * COLUMNS);
      DoubleVector x1 = DoubleVector.fromArray(DOUBLES, x, xj + j * COLUMNS + 4);
      DoubleVector k = DoubleVector.broadcast(DOUBLES, tile[at + j]);
      a00 = k.fma(x0, a00);
      a01 = k.fma(x1, a01);
      k = DoubleVector.broadcast(DOUBLES, tile[at + 1 * STRIDE + j]);
      a10 = k.fma(x0, a10);
      a11 = k.fma(x1, a11);
      k = DoubleVector.broadcast(DOUBLES, tile[at + 2 * STRIDE + j]);
      a20 = k.fma(x0, a20);
      a21 = k.fma(x1, a21);
      k = DoubleVector.broadcast(DOUBLES, tile[at + 3 * STRIDE + j]);
      a30 = k.fma(x0, a30);
      a31 = k.fma(x1, a31);
      k = DoubleVector.broadcast(DOUBLES, tile[at + 4 * STRIDE + j]);
      a40 = k.fma(x0, a40);
      a41 = k.fma(x1, a41);
      k = DoubleVector.broadcast(DOUBLES, tile[at + 5 * STRIDE + j]);
      a50 = k.fma(x0, a50);
      a51 = k.fma(x1, a51);
    }
    DOUBLE.cast(a00).intoArray(y, yi);
    DOUBLE.cast(a01).intoArray(y, yi + 4);
    DOUBLE.cast(a10).intoArray(y, yi + 8);
    DOUBLE.cast(a11).intoArray(y, yi + 12);
    DOUBLE.cast(a20).intoArray(y, yi + 16);
    DOUBLE.cast(a21).intoArray(y, yi + 20);
    DOUBLE.cast(a30).intoArray(y, yi + 24);
    DOUBLE.cast(a31).intoArray(y, yi + 28);
    DOUBLE.cast(a40).intoArray(y, yi + 32);
    DOUBLE.cast(a41).intoArray(y, yi + 36);
    DOUBLE.cast(a50).intoArray(y, yi + 40);
    DOUBLE.cast(a51).intoArray(y, yi + 44);
  }

  private static void rowsAtOnce(
      float[] tile, int at, int width, float[] x, int xj, float[] y, int yi) {
    FloatVector a0 = FloatVector.fromArray(FLOATS, y, yi);
    FloatVector a1 = FloatVector.fromArray(FLOATS, y, yi + 8);
    FloatVector a2 = FloatVector.fromArray(FLOATS, y, yi + 16);
    FloatVector a3 = FloatVector.fromArray(FLOATS, y, yi + 24);
    FloatVector a4 = FloatVector.fromArray(FLOATS, y, yi + 32);
    FloatVector a5 = FloatVector.fromArray(FLOATS, y, yi + 40);
    for (int j = 0; j < width; j++) {
      FloatVector from = FloatVector.fromArray(FLOATS, x, xj + j * COLUMNS);
      a0 = FloatVector.broadcast(FLOATS, tile[at + j]).fma(from, a0);
      a1 = FloatVector.broadcast(FLOATS, tile[at + 1 * STRIDE + j]).fma(from, a1);
      a2 = FloatVector.broadcast(FLOATS, tile[at + 2 * STRIDE + j]).fma(from, a2);
      a3 = FloatVector.broadcast(FLOATS, tile[at + 3 * STRIDE + j]).fma(from, a3);
      a4 = FloatVector.broadcast(FLOATS, tile[at + 4 * STRIDE + j]).fma(from, a4);
      a5 = FloatVector.broadcast(FLOATS, tile[at + 5 * STRIDE + j]).fma(from, a5);
    }
    FLOAT.cast(a0).intoArray(y, yi);
    FLOAT.cast(a1).intoArray(y, yi + 8);
    FLOAT.cast(a2).intoArray(y, yi + 16);
    FLOAT.cast(a3).intoArray(y, yi + 24);
    FLOAT.cast(a4).intoArray(y, yi + 32);
    FLOAT.cast(a5).intoArray(y, yi + 40);
  }

  private static void columnsAtOnce(
      float[] tile, int at, int rows, float[] x, int xi, float[] y, int yj) {
    FloatVector a0 = FloatVector.fromArray(FLOATS, y, yj);
    FloatVector a1 = FloatVector.fromArray(FLOATS, y, yj + 8);
    FloatVector a2 = FloatVector.fromArray(FLOATS, y, yj + 16);
    FloatVector a3 = FloatVector.fromArray(FLOATS, y, yj + 24);
    FloatVector a4 = FloatVector.fromArray(FLOATS, y, yj + 32);
    FloatVector a5 = FloatVector.fromArray(FLOATS, y, yj + 40);
    FloatVector a6 = FloatVector.fromArray(FLOATS, y, yj + 48);
    FloatVector a7 = FloatVector.fromArray(FLOATS, y, yj + 56);
    for (int i = 0; i < rows; i++) {
      FloatVector from = FloatVector.fromArray(FLOATS, x, xi + i * COLUMNS);
      a0 = FloatVector.broadcast(FLOATS, tile[at + i * STRIDE]).fma(from, a0);
      a1 = FloatVector.broadcast(FLOATS, tile[at + i * STRIDE + 1]).fma(from, a1);
      a2 = FloatVector.broadcast(FLOATS, tile[at + i * STRIDE + 2]).fma(from, a2);
      a3 = FloatVector.broadcast(FLOATS, tile[at + i * STRIDE + 3]).fma(from, a3);
      a4 = FloatVector.broadcast(FLOATS, tile[at + i * STRIDE + 4]).fma(from, a4);
      a5 = FloatVector.broadcast(FLOATS, tile[at + i * STRIDE + 5]).fma(from, a5);
      a6 = FloatVector.broadcast(FLOATS, tile[at + i * STRIDE + 6]).fma(from, a6);
      a7 = FloatVector.broadcast(FLOATS, tile[at + i * STRIDE + 7]).fma(from, a7);
    }
    FLOAT.cast(a0).intoArray(y, yj);
    FLOAT.cast(a1).intoArray(y, yj + 8);
    FLOAT.cast(a2).intoArray(y, yj + 16);
    FLOAT.cast(a3).intoArray(y, yj + 24);
    FLOAT.cast(a4).intoArray(y, yj + 32);
    FLOAT.cast(a5).intoArray(y, yj + 40);
    FLOAT.cast(a6).intoArray(y, yj + 48);
    FLOAT.cast(a7).intoArray(y, yj + 56);
  }
}
