package dev.mercer.internal.explicit;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;

/** The largest distance of points from the origin, without overflow or underflow. */
final class LargestNorm {

  // Between these bounds, no relevant sum of squares has overflowed or underflowed.
  private static final double SMALLEST_PLAIN_SQUARE = 1e-280;
  private static final double LARGEST_PLAIN_SQUARE = 1e300;

  private LargestNorm() {}

  /** The largest norm of a row. */
  static double of(Matrix rows) {
    int d = rows.columns();
    double[] values = rows.values();
    double largest = 0;
    for (int i = 0; i < rows.rows(); i++) {
      double sum = 0;
      for (int c = i * d; c < (i + 1) * d; c++) {
        sum += values[c] * values[c];
      }
      largest = Math.max(largest, sum);
    }
    if (largest >= SMALLEST_PLAIN_SQUARE && largest <= LARGEST_PLAIN_SQUARE) {
      return Math.sqrt(largest);
    }
    double norm = 0;
    for (int i = 0; i < rows.rows(); i++) {
      norm = Math.max(norm, Blas.scaledNorm(d, values, i * d));
    }
    return norm;
  }
}
