package dev.mercer.internal.backend;

/**
 * {@link PanelProducts} in plain loops. They replace {@link VectorPanels}, with the same bits,
 * until that is compiled, and compute the last rows and columns, too few for its loops.
 *
 * <p>The loops over doubles are those of {@link PlainThin}. Tall matrices of floats are never
 * multiplied, so the same loops over floats are written here only.
 *
 * <p>A processor multiplies and adds two single numbers in the time it takes for two vectors, so
 * these loops reach at best a fourth of the speed of 256-bit vectors; but they are compiled within
 * milliseconds.
 */
final class PlainPanels implements PanelProducts {

  private final PlainThin thin = new PlainThin();

  @Override
  public void rows(
      double[] tile, int at, int rows, int width, double[] x, int xj, double[] y, int yi) {
    thin.times(tile, at, STRIDE, rows, width, x, xj, y, yi, COLUMNS);
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
  void columns(double[] tile, int at, int rows, int width, double[] x, int xi, double[] y, int yj) {
    thin.transposeTimes(tile, at, STRIDE, rows, width, x, xi, COLUMNS, y, yj);
  }

  @Override
  public void rows(
      float[] tile, int at, int rows, int width, float[] x, int xj, float[] y, int yi) {
    for (int i = 0; i < rows; i++) {
      int row = at + i * STRIDE;
      int to = yi + i * COLUMNS;
      float a0 = y[to];
      float a1 = y[to + 1];
      float a2 = y[to + 2];
      float a3 = y[to + 3];
      float a4 = y[to + 4];
      float a5 = y[to + 5];
      float a6 = y[to + 6];
      float a7 = y[to + 7];
      for (int j = 0; j < width; j++) {
        float k = tile[row + j];
        int from = xj + j * COLUMNS;
        a0 = Math.fma(k, x[from], a0);
        a1 = Math.fma(k, x[from + 1], a1);
        a2 = Math.fma(k, x[from + 2], a2);
        a3 = Math.fma(k, x[from + 3], a3);
        a4 = Math.fma(k, x[from + 4], a4);
        a5 = Math.fma(k, x[from + 5], a5);
        a6 = Math.fma(k, x[from + 6], a6);
        a7 = Math.fma(k, x[from + 7], a7);
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
  void columns(float[] tile, int at, int rows, int width, float[] x, int xi, float[] y, int yj) {
    for (int i = 0; i < rows; i++) {
      int row = at + i * STRIDE;
      int from = xi + i * COLUMNS;
      float x0 = x[from];
      float x1 = x[from + 1];
      float x2 = x[from + 2];
      float x3 = x[from + 3];
      float x4 = x[from + 4];
      float x5 = x[from + 5];
      float x6 = x[from + 6];
      float x7 = x[from + 7];
      for (int j = 0; j < width; j++) {
        float k = tile[row + j];
        int to = yj + j * COLUMNS;
        y[to] = Math.fma(k, x0, y[to]);
        y[to + 1] = Math.fma(k, x1, y[to + 1]);
        y[to + 2] = Math.fma(k, x2, y[to + 2]);
        y[to + 3] = Math.fma(k, x3, y[to + 3]);
        y[to + 4] = Math.fma(k, x4, y[to + 4]);
        y[to + 5] = Math.fma(k, x5, y[to + 5]);
        y[to + 6] = Math.fma(k, x6, y[to + 6]);
        y[to + 7] = Math.fma(k, x7, y[to + 7]);
      }
    }
  }
}
