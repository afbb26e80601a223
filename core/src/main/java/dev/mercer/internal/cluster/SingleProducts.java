package dev.mercer.internal.cluster;

import dev.mercer.internal.backend.Blas;

/**
 * The products h of {@link ShiftedRows} in single precision, at twice the speed, for comparisons of
 * which few are close. The bound of ShiftedRows on |x|^2 - 2 h holds here with the unit of single
 * precision in place of that of double. Rounding rows and points to floats changes products by at
 * most 3 units of N; the bound covers this because it reserves as much for the rounding of the
 * definition, which is computed in double and rounds by next to nothing here.
 */
public final class SingleProducts {

  private static final double UNIT = 0x1p-24;

  /** Products of points with larger norms may overflow. */
  private static final double LARGEST_NORM = 1e37;

  private final ShiftedRows rows;
  private final int width;
  private final Blas blas;

  public SingleProducts(ShiftedRows rows) {
    this.rows = rows;
    this.blas = rows.workers().blas();
    this.width = rows.width();
  }

  /** Points in the form that {@link #of} takes. */
  public float[] points(ShiftedRows.Points points) {
    float[] result = new float[points.stored().length];
    round(points.stored(), result, result.length);
    return result;
  }

  /**
   * Stores the rows whose numbers are in {@code numbers}, from position {@code from} on.
   *
   * @param buffer space for {@code count} stored rows
   */
  public void gather(int[] numbers, int from, int count, double[] buffer, float[] into) {
    rows.gather(numbers, from, count, buffer);
    round(buffer, into, count * width);
  }

  private static void round(double[] from, float[] into, int length) {
    for (int i = 0; i < length; i++) {
      into[i] = (float) from[i];
    }
  }

  /** Computes h of {@code count} stored rows with m points, row-major. */
  public void of(float[] stored, int count, float[] points, int m, float[] out) {
    // Calls BLAS on bare arrays, because views do not support single precision.
    blas.gemm(false, true, count, m, width, 1f, stored, 0, width, points, 0, width, 0f, out, 0, m);
  }

  /** {@link ShiftedRows#rounding} for these products. */
  public double rounding(int row, double largestNorm) {
    double sum = rows.squaredNorm(row) + largestNorm;
    // Written so that NaN counts as too large.
    return sum < LARGEST_NORM
        ? (6.0 * rows.columns() + 32) * UNIT * sum + 8.0 * width * Float.MIN_NORMAL
        : Double.POSITIVE_INFINITY;
  }
}
