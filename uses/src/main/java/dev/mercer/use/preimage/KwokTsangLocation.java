package dev.mercer.use.preimage;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.kernel.Kernel;

/**
 * A pre-image by distances [Kwok and Tsang, "The pre-image problem in kernel methods", 2004]: the
 * point whose distances from its neighbors agree with the distances in feature space between the
 * projection and the features of these neighbors.
 *
 * <ol>
 *   <li>in feature space, two points at distance r have the squared distance 2 (k(0) - k(r)). From
 *       the squared distance d^2 between the projection and the feature of a neighbor, {@link
 *       RadialInverse} finds r
 *   <li>neighbors without such an r (d^2 of 2 k(0) or more) are left out
 *   <li>with m the mean of the neighbors, N the rows x_i - m, C = N N', and r^2 and c the vectors
 *       of squared distances and of |x_i - m|^2, the least-squares location is z = m + N' w, w =
 *       -1/2 C^+ (r^2 - c)
 * </ol>
 *
 * Cost: for k neighbors 2 k^2 d flops and an eigendecomposition of size k. Fails if no neighbor is
 * left: the answer is then the nearest neighbor, and the failure is counted.
 */
final class KwokTsangLocation {

  /** Directions in which the neighbors spread less than 1e-4 of the widest are only noise. */
  private static final double CUT_OFF = 1e-8;

  private final Rows points;
  private final RadialInverse inverse;
  private final double[] shift;
  private final double largestSquaredDistance;
  private final Blas blas;

  /**
   * @param shift what is subtracted from points in the results; null if nothing is
   */
  KwokTsangLocation(Rows points, Kernel kernel, double[] shift, Blas blas) {
    this.blas = blas;
    this.points = points;
    this.inverse = RadialInverse.of(kernel);
    this.shift = shift;
    this.largestSquaredDistance = 2 * kernel.diagonal(new double[points.columns()]);
  }

  /**
   * Writes the location of one projection.
   *
   * @param numbers {@code count} neighbors from index {@code from} on, nearest first
   * @param misfits their squared feature distances minus {@code squaredNorm}
   * @param squaredNorm of the projection
   * @return whether there was a neighbor whose distance could be used
   */
  boolean locate(
      int[] numbers,
      double[] misfits,
      int from,
      int count,
      double squaredNorm,
      double[] into,
      int offset) {
    int d = points.columns();
    double[] squared = new double[count];
    int used = 0;
    for (int i = 0; i < count; i++) {
      double loss = Math.max(0, misfits[from + i] + squaredNorm) / largestSquaredDistance;
      if (!(loss < 1)) {
        break; // all further neighbors are even farther away
      }
      squared[used++] = inverse.squaredDistance(loss);
    }
    if (used == 0) {
      copy(numbers[from], into, offset);
      return false;
    }
    double[] neighbors = new double[used * d];
    for (int i = 0; i < used; i++) {
      copy(numbers[from + i], neighbors, i * d);
    }
    double[] mean = subtractMean(neighbors, used, d);
    double[] weights = weights(neighbors, used, d, squared);
    System.arraycopy(mean, 0, into, offset, d);
    View point = View.at(into, offset, 1, d, d);
    blas.add(1, View.of(weights, 1, used), View.of(neighbors, used, d), point);
    return true;
  }

  private void copy(int point, double[] into, int offset) {
    points.copy(point, 1, into, offset);
    for (int c = 0; shift != null && c < shift.length; c++) {
      into[offset + c] -= shift[c];
    }
  }

  private static double[] subtractMean(double[] rows, int count, int d) {
    double[] mean = new double[d];
    for (int i = 0; i < count; i++) {
      for (int c = 0; c < d; c++) {
        mean[c] += rows[i * d + c] / count;
      }
    }
    for (int i = 0; i < count; i++) {
      for (int c = 0; c < d; c++) {
        rows[i * d + c] -= mean[c];
      }
    }
    return mean;
  }

  /** -1/2 C^+ (r^2 - c). */
  private double[] weights(double[] centered, int count, int d, double[] squared) {
    View c = View.of(centered, count, d);
    double[] gram = blas.product(c, c.t()).values();
    double[] difference = new double[count];
    for (int i = 0; i < count; i++) {
      difference[i] = squared[i] - gram[i * count + i];
    }
    double[] values = new double[count];
    blas.symmetricEigen(count, gram, values);
    double[] weights = new double[count];
    for (int e = 0; e < count; e++) {
      if (values[e] > CUT_OFF * values[count - 1]) {
        double share = blas.dot(count, gram, e * count, difference, 0) / (-2 * values[e]);
        for (int i = 0; i < count; i++) {
          weights[i] += share * gram[e * count + i];
        }
      }
    }
    return weights;
  }
}
