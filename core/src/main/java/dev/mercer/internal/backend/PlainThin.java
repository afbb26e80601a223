package dev.mercer.internal.backend;

/**
 * {@link ThinProducts} in plain loops. They replace {@link VectorThin}, with the same bits, until
 * that is compiled, and compute the last rows and columns, too few for its loops.
 */
final class PlainThin implements ThinProducts {

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
    for (int i = 0; i < rows; i++) {
      int row = at + i * stride;
      int to = yi + i * yStride;
      double a0 = y[to];
      double a1 = y[to + 1];
      double a2 = y[to + 2];
      double a3 = y[to + 3];
      double a4 = y[to + 4];
      double a5 = y[to + 5];
      double a6 = y[to + 6];
      double a7 = y[to + 7];
      for (int j = 0; j < columns; j++) {
        double k = a[row + j];
        int from = s + j * COLUMNS;
        a0 = Math.fma(k, panel[from], a0);
        a1 = Math.fma(k, panel[from + 1], a1);
        a2 = Math.fma(k, panel[from + 2], a2);
        a3 = Math.fma(k, panel[from + 3], a3);
        a4 = Math.fma(k, panel[from + 4], a4);
        a5 = Math.fma(k, panel[from + 5], a5);
        a6 = Math.fma(k, panel[from + 6], a6);
        a7 = Math.fma(k, panel[from + 7], a7);
      }
      y[to] = a0;
      y[to + 1] = a1;
      y[to + 2] = a2;
      y[to + 3] = a3;
      y[to + 4] = a4;
      y[to + 5] = a5;
      y[to + 6] = a6;
      y[to + 7] = a7;
    }
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
    for (int i = 0; i < rows; i++) {
      int row = at + i * stride;
      int from = xi + i * xStride;
      double x0 = x[from];
      double x1 = x[from + 1];
      double x2 = x[from + 2];
      double x3 = x[from + 3];
      double x4 = x[from + 4];
      double x5 = x[from + 5];
      double x6 = x[from + 6];
      double x7 = x[from + 7];
      for (int j = 0; j < columns; j++) {
        double k = a[row + j];
        int to = ci + j * COLUMNS;
        c[to] = Math.fma(k, x0, c[to]);
        c[to + 1] = Math.fma(k, x1, c[to + 1]);
        c[to + 2] = Math.fma(k, x2, c[to + 2]);
        c[to + 3] = Math.fma(k, x3, c[to + 3]);
        c[to + 4] = Math.fma(k, x4, c[to + 4]);
        c[to + 5] = Math.fma(k, x5, c[to + 5]);
        c[to + 6] = Math.fma(k, x6, c[to + 6]);
        c[to + 7] = Math.fma(k, x7, c[to + 7]);
      }
    }
  }
}
