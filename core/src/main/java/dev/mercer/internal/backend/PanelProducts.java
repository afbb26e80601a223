package dev.mercer.internal.backend;

/**
 * Products of strips, some rows of a tile of a symmetric matrix, with panels of {@value #COLUMNS}
 * vectors.
 *
 * <p>Rows of a strip lie {@value #STRIDE} entries apart, a number that the compiler knows: with one
 * that it does not, every row needs an address of its own, and there are more of them than
 * registers. A panel holds its vectors row by row without gaps.
 *
 * <p>Every sum is a chain of fused multiply-adds in the order of the strip's rows or columns, which
 * begins with what is there. So all implementations give the same bits, however many rows they take
 * at once.
 *
 * <p>Doubles and floats have loops of their own in all of them, for the reasons that {@link Simd}
 * and {@link VectorSimd} give. They are not even of the same shape: a row of a panel fills two
 * registers of 256 bits in double and one in single precision, so other numbers of rows fit.
 */
public interface PanelProducts {

  /** Vectors of a panel: two registers of 256 bits in double, one in single precision. */
  int COLUMNS = 8;

  /** Entries from one row of a strip to the next; no strip is wider. */
  int STRIDE = 504;

  /**
   * Y_i += T X_j for the strip T.
   *
   * @param at where T begins in {@code tile}
   * @param xj where X_j, {@code width} rows of a panel, begins in {@code x}
   * @param yi where Y_i, {@code rows} rows of a panel, begins in {@code y}
   */
  void rows(double[] tile, int at, int rows, int width, double[] x, int xj, double[] y, int yi);

  /** {@link #rows(double[], int, int, int, double[], int, double[], int)} in single precision. */
  void rows(float[] tile, int at, int rows, int width, float[] x, int xj, float[] y, int yi);

  /**
   * Y_i += T X_j and Y_j += T' X_i for the strip T of a tile off the diagonal.
   *
   * @param at where T begins in {@code tile}
   * @param xi where X_i, {@code rows} rows of a panel, begins in {@code x}
   * @param xj where X_j, {@code width} rows of a panel, begins in {@code x}
   * @param yi where Y_i begins in {@code y}
   * @param yj where Y_j begins in {@code y}
   */
  void both(
      double[] tile,
      int at,
      int rows,
      int width,
      double[] x,
      int xi,
      int xj,
      double[] y,
      int yi,
      int yj);

  /** The same in single precision. */
  void both(
      float[] tile,
      int at,
      int rows,
      int width,
      float[] x,
      int xi,
      int xj,
      float[] y,
      int yi,
      int yj);
}
