package dev.mercer.internal.backend;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link ThinProducts} with the Vector API in vectors of 256 bits.
 *
 * <p>For Y += A S, four rows of A are read side by side, and their sums fill eight registers. More
 * rows would need more addresses than there are registers, since the compiler does not know how far
 * rows are apart (in {@link VectorPanels} it does, so that takes six). For C += A'X, the sums of
 * six columns of A are kept in twelve registers while {@value #SLAB} rows are read, which stay in
 * the first-level cache for the next six columns. (Taking four rows at a time and adding to C in
 * memory takes twice as long, because each read must wait for what was just stored.) The last
 * columns, if too few for the loop, are computed together with some before them, whose sums are
 * then discarded.
 *
 * <p>The loops are too long to be inlined by the compiler, and sums are cast to their class before
 * they are stored: see {@link VectorPanels}.
 */
final class VectorThin implements ThinProducts {

  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_256;
  private static final Class<? extends DoubleVector> DOUBLE = DoubleVector.zero(DOUBLES).getClass();

  private static final int ROWS_AT_ONCE = 4;
  private static final int COLUMNS_AT_ONCE = 6;
  private static final int SLAB = 72;
  private static final int HALF = COLUMNS / 2;

  /** One buffer per thread for the sums of the last columns and of those computed with them. */
  private static final ThreadLocal<double[]> SUMS =
      ThreadLocal.withInitial(() -> new double[COLUMNS_AT_ONCE * COLUMNS]);

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
    for (; i + ROWS_AT_ONCE <= rows; i += ROWS_AT_ONCE) {
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
    int whole = columns / COLUMNS_AT_ONCE * COLUMNS_AT_ONCE;
    for (int first = 0; first < rows; first += SLAB) {
      int height = Math.min(SLAB, rows - first);
      int row = at + first * stride;
      int from = xi + first * xStride;
      for (int j = 0; j < whole; j += COLUMNS_AT_ONCE) {
        columnsAtOnce(a, row + j, stride, height, x, from, xStride, c, ci + j * COLUMNS);
      }
    }
    if (whole < columns && whole > 0) {
      int first = columns - COLUMNS_AT_ONCE;
      double[] sums = SUMS.get();
      System.arraycopy(c, ci + first * COLUMNS, sums, 0, sums.length);
      columnsAtOnce(a, at + first, stride, rows, x, xi, xStride, sums, 0);
      int last = (columns - whole) * COLUMNS;
      System.arraycopy(sums, sums.length - last, c, ci + whole * COLUMNS, last);
    } else {
      rest.transposeTimes(a, at, stride, rows, columns - whole, x, xi, xStride, c, ci);
    }
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

  private static void columnsAtOnce(
      double[] a,
      int at,
      int stride,
      int rows,
      double[] x,
      int xi,
      int xStride,
      double[] c,
      int ci) {
    DoubleVector a00 = DoubleVector.fromArray(DOUBLES, c, ci);
    DoubleVector a01 = DoubleVector.fromArray(DOUBLES, c, ci + 4);
    DoubleVector a10 = DoubleVector.fromArray(DOUBLES, c, ci + 8);
    DoubleVector a11 = DoubleVector.fromArray(DOUBLES, c, ci + 12);
    DoubleVector a20 = DoubleVector.fromArray(DOUBLES, c, ci + 16);
    DoubleVector a21 = DoubleVector.fromArray(DOUBLES, c, ci + 20);
    DoubleVector a30 = DoubleVector.fromArray(DOUBLES, c, ci + 24);
    DoubleVector a31 = DoubleVector.fromArray(DOUBLES, c, ci + 28);
    DoubleVector a40 = DoubleVector.fromArray(DOUBLES, c, ci + 32);
    DoubleVector a41 = DoubleVector.fromArray(DOUBLES, c, ci + 36);
    DoubleVector a50 = DoubleVector.fromArray(DOUBLES, c, ci + 40);
    DoubleVector a51 = DoubleVector.fromArray(DOUBLES, c, ci + 44);
    for (int i = 0; i < rows; i++) {
      int row = at + i * stride;
      int from = xi + i * xStride;
      DoubleVector x0 = DoubleVector.fromArray(DOUBLES, x, from);
      DoubleVector x1 = DoubleVector.fromArray(DOUBLES, x, from + HALF);
      DoubleVector k = DoubleVector.broadcast(DOUBLES, a[row]);
      a00 = k.fma(x0, a00);
      a01 = k.fma(x1, a01);
      k = DoubleVector.broadcast(DOUBLES, a[row + 1]);
      a10 = k.fma(x0, a10);
      a11 = k.fma(x1, a11);
      k = DoubleVector.broadcast(DOUBLES, a[row + 2]);
      a20 = k.fma(x0, a20);
      a21 = k.fma(x1, a21);
      k = DoubleVector.broadcast(DOUBLES, a[row + 3]);
      a30 = k.fma(x0, a30);
      a31 = k.fma(x1, a31);
      k = DoubleVector.broadcast(DOUBLES, a[row + 4]);
      a40 = k.fma(x0, a40);
      a41 = k.fma(x1, a41);
      k = DoubleVector.broadcast(DOUBLES, a[row + 5]);
      a50 = k.fma(x0, a50);
      a51 = k.fma(x1, a51);
    }
    DOUBLE.cast(a00).intoArray(c, ci);
    DOUBLE.cast(a01).intoArray(c, ci + 4);
    DOUBLE.cast(a10).intoArray(c, ci + 8);
    DOUBLE.cast(a11).intoArray(c, ci + 12);
    DOUBLE.cast(a20).intoArray(c, ci + 16);
    DOUBLE.cast(a21).intoArray(c, ci + 20);
    DOUBLE.cast(a30).intoArray(c, ci + 24);
    DOUBLE.cast(a31).intoArray(c, ci + 28);
    DOUBLE.cast(a40).intoArray(c, ci + 32);
    DOUBLE.cast(a41).intoArray(c, ci + 36);
    DOUBLE.cast(a50).intoArray(c, ci + 40);
    DOUBLE.cast(a51).intoArray(c, ci + 44);
  }
}
