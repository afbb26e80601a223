package dev.mercer.internal.backend;

/**
 * Products of strips with panels. A strip is some rows of a tile of a symmetric matrix, and a panel
 * is {@value #COLUMNS} vectors side by side.
 *
 * <p>The rows of a strip lie {@value #STRIDE} entries apart. This distance is a constant so that
 * the compiler knows it: with an unknown distance, every row needs an address of its own, and there
 * are more addresses than registers. A panel holds its vectors row by row without gaps.
 *
 * <p>Every sum is a chain of fused multiply-adds that starts with the value already in memory and
 * follows the order of the strip's rows or columns. So all implementations give the same bits,
 * however many rows they take at once.
 *
 * <p>All implementations have separate loops for doubles and floats, for the reasons given in
 * {@link Simd} and {@link VectorSimd}. These do not even have the same shape: a row of a panel
 * fills two 256-bit registers in double and one in single precision, so that different numbers of
 * rows fit into the registers.
 */
public interface PanelProducts {

  /** Vectors in a panel: two 256-bit registers in double, one in single precision. */
  int COLUMNS = 8;

  /** Entries from one row of a strip to the next; no strip is wider than this. */
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
