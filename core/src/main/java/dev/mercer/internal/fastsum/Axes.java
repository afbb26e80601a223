package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Coordinates for an expansion: a box around all points, either along the axes the points came with
 * or along the principal axes of the points. A rotation does not change a Gaussian, which depends
 * on distances alone.
 *
 * <p>Points on a line or a plane of a larger space have a box that is flat along principal axes,
 * and an expansion needs no terms for an axis along which the box has no extent. A point y has the
 * coordinates R (y - center) - shift. The shift is subtracted after the rotation because far from
 * the origin a center can be given only to the last place of the coordinates, which may be much
 * coarser than the box.
 */
final class Axes {

  /** The rotated box is used only if its volume is below this share of the unrotated one's. */
  private static final double WORTH_TURNING = 0.7;

  private final double[] center;
  private final double[] rotation;
  private final double[] shift;
  private final double[] halfWidths;

  private Axes(double[] center, double[] rotation, double[] shift, double[] halfWidths) {
    this.center = center;
    this.rotation = rotation;
    this.shift = shift;
    this.halfWidths = halfWidths;
  }

  /** The box along the axes the points came with. */
  static Axes given(Matrix... points) {
    int d = points[0].columns();
    double[] low = new double[d];
    double[] high = new double[d];
    Arrays.fill(low, Double.POSITIVE_INFINITY);
    Arrays.fill(high, Double.NEGATIVE_INFINITY);
    for (Matrix some : points) {
      double[] values = some.values();
      for (int k = 0, c = 0; k < values.length; k++, c = c + 1 == d ? 0 : c + 1) {
        low[c] = Math.min(low[c], values[k]);
        high[c] = Math.max(high[c], values[k]);
      }
    }
    return new Axes(middles(low, high), null, null, halfWidths(low, high));
  }

  private static double[] middles(double[] low, double[] high) {
    double[] result = new double[low.length];
    for (int c = 0; c < low.length; c++) {
      // Halved before adding: the sum of two large numbers may overflow.
      result[c] = low[c] > high[c] ? 0 : low[c] / 2 + high[c] / 2;
    }
    return result;
  }

  /**
   * Half widths reach from the middle to the farther end, so that rounding of the middle leaves no
   * point outside.
   */
  private static double[] halfWidths(double[] low, double[] high) {
    double[] middle = middles(low, high);
    double[] result = new double[low.length];
    for (int c = 0; c < low.length; c++) {
      result[c] = low[c] >= high[c] ? 0 : Math.max(high[c] - middle[c], middle[c] - low[c]);
    }
    return result;
  }

  /**
   * The box along the principal axes of all points; null if these cannot be computed, or if a
   * sample of the points shows that rotating does not make the box much smaller.
   *
   * @param box the box along the given axes
   */
  static Axes principal(Blas blas, Axes box, Matrix... points) {
    int d = box.columns();
    if (d < 2) {
      return null;
    }
    double[] covariance = new double[d * d];
    double[] point = new double[d];
    for (Matrix some : points) {
      // The axes of a sample are good enough: any rotation is correct, and this one should make the
      // box flat.
      int step = Math.max(1, some.rows() / 4096);
      for (int i = 0; i < some.rows(); i += step) {
        for (int c = 0; c < d; c++) {
          point[c] = some.values()[i * d + c] - box.center[c];
        }
        for (int a = 0; a < d; a++) {
          for (int b = 0; b <= a; b++) {
            covariance[a * d + b] += point[a] * point[b];
          }
        }
      }
    }
    for (double value : covariance) {
      if (!Double.isFinite(value)) {
        return null;
      }
    }
    double[] variances = new double[d];
    for (int c = 0; c < d; c++) {
      variances[c] = covariance[c * d + c];
    }
    double[] principal = new double[d];
    blas.symmetricEigen(d, covariance, principal);
    if (volume(principal) > WORTH_TURNING * volume(variances)) {
      return null;
    }
    double[] low = new double[d];
    double[] high = new double[d];
    Arrays.fill(low, Double.POSITIVE_INFINITY);
    Arrays.fill(high, Double.NEGATIVE_INFINITY);
    for (Matrix some : points) {
      for (int i = 0; i < some.rows(); i++) {
        for (int a = 0; a < d; a++) {
          double sum = 0;
          for (int c = 0; c < d; c++) {
            sum += covariance[a * d + c] * (some.values()[i * d + c] - box.center[c]);
          }
          low[a] = Math.min(low[a], sum);
          high[a] = Math.max(high[a], sum);
        }
      }
    }
    double[] half = halfWidths(low, high);
    // Slack for the rounding of the shift and of the rotation that turn() applies once more.
    double slack = 4 * d * Math.ulp(box.radius());
    for (int a = 0; a < d; a++) {
      half[a] = half[a] <= slack ? 0 : half[a] + slack;
    }
    return new Axes(box.center, covariance, middles(low, high), half);
  }

  /** The product of the standard deviations, up to a constant factor. */
  private static double volume(double[] variances) {
    double product = 1;
    for (double variance : variances) {
      product *= Math.sqrt(Math.max(0, variance));
    }
    return product;
  }

  int columns() {
    return center.length;
  }

  boolean rotated() {
    return rotation != null;
  }

  /** Half of the box's extent along an axis. */
  double halfWidth(int axis) {
    return halfWidths[axis];
  }

  /** The lower end of the box along an axis; for boxes that are not rotated. */
  double low(int axis) {
    return center[axis] - halfWidths[axis];
  }

  /** How far a coordinate lies outside the box along an axis; for boxes that are not rotated. */
  double beyond(int axis, double coordinate) {
    return Math.max(0, Math.abs(coordinate - center[axis]) - halfWidths[axis]);
  }

  /** The axes along which the box has an extent, the longest first. */
  int[] longestFirst() {
    return IntStream.range(0, columns())
        .filter(axis -> halfWidths[axis] > 0)
        .boxed()
        .sorted(Comparator.comparingDouble(axis -> -halfWidths[axis]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** The distance from the center to a corner. */
  double radius() {
    double sum = 0;
    for (double half : halfWidths) {
      sum = Math.hypot(sum, half);
    }
    return sum;
  }

  /**
   * The largest change of a Gaussian's value caused by the rounding of coordinates. The slope of
   * the Gaussian is at most exp(-1/2) / sigma. A difference of coordinates is off by half a unit in
   * the last place of the radius, a rotation adds d such units, and an axis that is treated as flat
   * after the rotation up to 4 d of them.
   */
  double rounding(double sigma) {
    double units = rotation == null ? 2 : 12.0 * columns();
    return units * Math.sqrt(columns()) * Math.ulp(1.0) * radius() / sigma;
  }

  /**
   * The coordinates of a block of points along the axes of the box, relative to its center.
   *
   * @param x columns x stride, coordinate-major; the result is laid out the same
   */
  void turn(int count, int stride, double[] x, double[] into) {
    int d = columns();
    if (rotation == null) {
      for (int c = 0; c < d; c++) {
        double middle = center[c];
        for (int j = 0; j < count; j++) {
          into[c * stride + j] = x[c * stride + j] - middle;
        }
      }
      return;
    }
    for (int a = 0; a < d; a++) {
      int at = a * stride;
      Arrays.fill(into, at, at + count, 0);
      // The terms are added in the same order as when the box was measured, so that rounding
      // agrees.
      for (int c = 0; c < d; c++) {
        double factor = rotation[a * d + c];
        double middle = center[c];
        for (int j = 0; j < count; j++) {
          into[at + j] += factor * (x[c * stride + j] - middle);
        }
      }
      for (int j = 0; j < count; j++) {
        into[at + j] -= shift[a];
      }
    }
  }
}
