package dev.mercer.internal.backend;

/**
 * Products of a tall matrix A with panels of {@value #COLUMNS} vectors, from either side.
 *
 * <p>A and the panels are row-major. Every sum is a chain of fused multiply-adds that starts with
 * the value already in memory and follows the order of the columns of A, or of its rows. So all
 * implementations give the same bits, however many rows they take at once.
 */
public interface ThinProducts {

  /** Vectors in a panel. */
  int COLUMNS = PanelProducts.COLUMNS;

  /**
   * Y += A S.
   *
   * @param at where A, {@code rows} x {@code columns}, begins in {@code a}
   * @param stride entries from one row of A to the next
   * @param s where S, {@code columns} rows of a panel without gaps, begins in {@code panel}
   * @param yi where Y, {@code rows} rows of a panel, begins in {@code y}
   * @param yStride entries from one row of Y to the next
   */
  void times(
      double[] a,
      int at,
      int stride,
      int rows,
      int columns,
      double[] panel,
      int s,
      double[] y,
      int yi,
      int yStride);

  /**
   * C += A'X.
   *
   * @param at where A, {@code rows} x {@code columns}, begins in {@code a}
   * @param stride entries from one row of A to the next
   * @param xi where X, {@code rows} rows of a panel, begins in {@code x}
   * @param xStride entries from one row of X to the next
   * @param ci where C, {@code columns} rows of a panel without gaps, begins in {@code c}
   */
  void transposeTimes(
      double[] a,
      int at,
      int stride,
      int rows,
      int columns,
      double[] x,
      int xi,
      int xStride,
      double[] c,
      int ci);
}
