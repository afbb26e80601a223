package dev.mercer.fastsum;

import dev.mercer.backend.Backend;
import dev.mercer.linalg.Matrix;

/**
 * The linear kernel x.y as a feature map: the coordinates themselves.
 *
 * <p>Rounding: a sum of d products in any order is off by d 2^-53 |x||y|; twice that between two
 * orders.
 */
public final class LinearFeatures implements FeatureMap {

  // Between these no sum of squares that matters has over- or underflown.
  private static final double SMALLEST_PLAIN_SQUARE = 1e-280;
  private static final double LARGEST_PLAIN_SQUARE = 1e300;

  private final int columns;
  private final double errorBound;

  public LinearFeatures(Matrix targets, Matrix sources) {
    this.columns = targets.columns();
    this.errorBound = 1.01 * 2 * columns * 0x1p-53 * norm(targets) * norm(sources);
  }

  /** The largest norm of a row. */
  static double norm(Matrix rows) {
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
      norm = Math.max(norm, Backend.instance().blas().norm(d, values, i * d));
    }
    return norm;
  }

  @Override
  public String scheme() {
    return "linear";
  }

  @Override
  public int columns() {
    return columns;
  }

  @Override
  public int terms() {
    return columns;
  }

  @Override
  public double errorBound() {
    return errorBound;
  }

  @Override
  public int scratch(int stride) {
    return 0;
  }

  @Override
  public void map(int count, int stride, double[] x, double[] z, double[] scratch) {
    System.arraycopy(x, 0, z, 0, (columns - 1) * stride + count);
  }
}
