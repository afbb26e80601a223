package dev.mercer.internal.cluster;

import dev.mercer.internal.backend.Blas;

/**
 * The products h of {@link ShiftedRows} in single precision, at twice the speed: for comparisons of
 * which few are close. Its bound on |x|^2 - 2 h holds with the unit of single precision for that of
 * double: rounding rows and points to floats changes products by 3 units of N at most, for which
 * there is room where the definition, which is computed in double, rounds by next to nothing.
 */
public final class SingleProducts {

  private static final double UNIT = 0x1p-24;

  /** Products of norms above may overflow on the way. */
  private static final double LARGEST_NORM = 1e37;

  private final ShiftedRows rows;
  private final int width;
  private final Blas blas;

  public SingleProducts(ShiftedRows rows) {
    this.rows = rows;
    this.blas = rows.workers().blas();
    this.width = rows.width();
  }

  /** Points as {@link #of} takes them. */
  public float[] points(ShiftedRows.Points points) {
    float[] result = new float[points.stored().length];
    round(points.stored(), result, result.length);
    return result;
  }

  /**
   * Stores the rows of the numbers from place {@code from} on.
   *
   * @param buffer for so many stored rows
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

  /** h of {@code count} stored rows with m points, row-major. */
  public void of(float[] stored, int count, float[] points, int m, float[] out) {
    // In single precision, which views do not have.
    blas.gemm(false, true, count, m, width, 1f, stored, 0, width, points, 0, width, 0f, out, 0, m);
  }

  /** {@link ShiftedRows#rounding} of these. */
  public double rounding(int row, double largestNorm) {
    double sum = rows.squaredNorm(row) + largestNorm;
    // Written so that NaN is too large.
    return sum < LARGEST_NORM
        ? (6.0 * rows.columns() + 32) * UNIT * sum + 8.0 * width * Float.MIN_NORMAL
        : Double.POSITIVE_INFINITY;
  }
}
