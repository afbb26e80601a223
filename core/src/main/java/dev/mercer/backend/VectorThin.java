package dev.mercer.backend;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link ThinProducts} on the Vector API in vectors of 256 bits.
 *
 * <p>Four rows of A are read side by side, each once and from its beginning to its end, as memory
 * likes it. Their sums, or the rows of X that they meet, fill eight registers. More rows at once
 * would need more addresses than there are registers, since the compiler does not know how far they
 * are apart ({@link PanelProducts} has that in advance, and takes six).
 *
 * <p>The loops are too long to be inlined by the compiler, and sums are cast to their class before
 * they are stored: see {@link VectorPanels}.
 */
final class VectorThin implements ThinProducts {

  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_256;
  private static final Class<? extends DoubleVector> DOUBLE = DoubleVector.zero(DOUBLES).getClass();

  private static final int ROWS = 4;
  private static final int HALF = COLUMNS / 2;

  private final PlainThin rest = new PlainThin();

  @Override
  public void times(
      double[] a,
      int at,
      int stride,
      int rows,
      int columns,
      double[] panel,
      int s,
      double[] y,
      int yi,
      int yStride) {
    int i = 0;
    for (; i + ROWS <= rows; i += ROWS) {
      rowsAtOnce(a, at + i * stride, stride, columns, panel, s, y, yi + i * yStride, yStride);
    }
    rest.times(
        a, at + i * stride, stride, rows - i, columns, panel, s, y, yi + i * yStride, yStride);
  }

  @Override
  public void transposeTimes(
      double[] a,
      int at,
      int stride,
      int rows,
      int columns,
      double[] x,
      int xi,
      int xStride,
      double[] c,
      int ci) {
    int i = 0;
    for (; i + ROWS <= rows; i += ROWS) {
      columnsInTurn(a, at + i * stride, stride, columns, x, xi + i * xStride, xStride, c, ci);
    }
    rest.transposeTimes(
        a, at + i * stride, stride, rows - i, columns, x, xi + i * xStride, xStride, c, ci);
  }

  private static void rowsAtOnce(
      double[] a,
      int at,
      int stride,
      int columns,
      double[] panel,
      int s,
      double[] y,
      int yi,
      int yStride) {
    int row1 = at + stride;
    int row2 = row1 + stride;
    int row3 = row2 + stride;
    int y1 = yi + yStride;
    int y2 = y1 + yStride;
    int y3 = y2 + yStride;
    DoubleVector a00 = DoubleVector.fromArray(DOUBLES, y, yi);
    DoubleVector a01 = DoubleVector.fromArray(DOUBLES, y, yi + HALF);
    DoubleVector a10 = DoubleVector.fromArray(DOUBLES, y, y1);
    DoubleVector a11 = DoubleVector.fromArray(DOUBLES, y, y1 + HALF);
    DoubleVector a20 = DoubleVector.fromArray(DOUBLES, y, y2);
    DoubleVector a21 = DoubleVector.fromArray(DOUBLES, y, y2 + HALF);
    DoubleVector a30 = DoubleVector.fromArray(DOUBLES, y, y3);
    DoubleVector a31 = DoubleVector.fromArray(DOUBLES, y, y3 + HALF);
    for (int j = 0; j < columns; j++) {
      DoubleVector x0 = DoubleVector.fromArray(DOUBLES, panel, s + j * COLUMNS);
      DoubleVector x1 = DoubleVector.fromArray(DOUBLES, panel, s + j * COLUMNS + HALF);
      DoubleVector k = DoubleVector.broadcast(DOUBLES, a[at + j]);
      a00 = k.fma(x0, a00);
      a01 = k.fma(x1, a01);
      k = DoubleVector.broadcast(DOUBLES, a[row1 + j]);
      a10 = k.fma(x0, a10);
      a11 = k.fma(x1, a11);
      k = DoubleVector.broadcast(DOUBLES, a[row2 + j]);
      a20 = k.fma(x0, a20);
      a21 = k.fma(x1, a21);
      k = DoubleVector.broadcast(DOUBLES, a[row3 + j]);
      a30 = k.fma(x0, a30);
      a31 = k.fma(x1, a31);
    }
    DOUBLE.cast(a00).intoArray(y, yi);
    DOUBLE.cast(a01).intoArray(y, yi + HALF);
    DOUBLE.cast(a10).intoArray(y, y1);
    DOUBLE.cast(a11).intoArray(y, y1 + HALF);
    DOUBLE.cast(a20).intoArray(y, y2);
    DOUBLE.cast(a21).intoArray(y, y2 + HALF);
    DOUBLE.cast(a30).intoArray(y, y3);
    DOUBLE.cast(a31).intoArray(y, y3 + HALF);
  }

  private static void columnsInTurn(
      double[] a,
      int at,
      int stride,
      int columns,
      double[] x,
      int xi,
      int xStride,
      double[] c,
      int ci) {
    int row1 = at + stride;
    int row2 = row1 + stride;
    int row3 = row2 + stride;
    int x1 = xi + xStride;
    int x2 = x1 + xStride;
    int x3 = x2 + xStride;
    DoubleVector x00 = DoubleVector.fromArray(DOUBLES, x, xi);
    DoubleVector x01 = DoubleVector.fromArray(DOUBLES, x, xi + HALF);
    DoubleVector x10 = DoubleVector.fromArray(DOUBLES, x, x1);
    DoubleVector x11 = DoubleVector.fromArray(DOUBLES, x, x1 + HALF);
    DoubleVector x20 = DoubleVector.fromArray(DOUBLES, x, x2);
    DoubleVector x21 = DoubleVector.fromArray(DOUBLES, x, x2 + HALF);
    DoubleVector x30 = DoubleVector.fromArray(DOUBLES, x, x3);
    DoubleVector x31 = DoubleVector.fromArray(DOUBLES, x, x3 + HALF);
    for (int j = 0; j < columns; j++) {
      DoubleVector k0 = DoubleVector.broadcast(DOUBLES, a[at + j]);
      DoubleVector k1 = DoubleVector.broadcast(DOUBLES, a[row1 + j]);
      DoubleVector k2 = DoubleVector.broadcast(DOUBLES, a[row2 + j]);
      DoubleVector k3 = DoubleVector.broadcast(DOUBLES, a[row3 + j]);
      int to = ci + j * COLUMNS;
      DoubleVector sum = DoubleVector.fromArray(DOUBLES, c, to);
      sum = k3.fma(x30, k2.fma(x20, k1.fma(x10, k0.fma(x00, sum))));
      DOUBLE.cast(sum).intoArray(c, to);
      sum = DoubleVector.fromArray(DOUBLES, c, to + HALF);
      sum = k3.fma(x31, k2.fma(x21, k1.fma(x11, k0.fma(x01, sum))));
      DOUBLE.cast(sum).intoArray(c, to + HALF);
    }
  }
}
