package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;

/**
 * Points in clusters, each with a center and a radius around it.
 *
 * <p>The center is either the middle of the members' bounding box or the point the cluster was
 * grown around, whichever gives the smaller radius: a radius that is a quarter smaller saves half
 * of the terms.
 */
final class Clusters {

  final int count;

  /** The points, one cluster after the other, in ascending row order within a cluster. */
  final int[] order;

  /**
   * Where each cluster starts in {@link #order}, with the end of the last cluster as one more
   * entry.
   */
  final int[] starts;

  /** The centers, d entries per cluster. */
  final double[] centers;

  /** Upper bounds of the distances of the members from their center, one per cluster. */
  final double[] radii;

  Clusters(Matrix points, FarthestPoints grown) {
    int d = points.columns();
    this.count = grown.count();
    this.order = new int[points.rows()];
    this.starts = new int[count + 1];
    this.centers = new double[count * d];
    this.radii = new double[count];
    sort(grown.owners());
    double[] middle = new double[d];
    for (int k = 0; k < count; k++) {
      boxMiddle(points, k, middle);
      double[] seed = points.row(grown.center(k));
      double aboutMiddle = radius(points, k, middle);
      double aboutSeed = radius(points, k, seed);
      radii[k] = Math.min(aboutMiddle, aboutSeed);
      System.arraycopy(aboutMiddle < aboutSeed ? middle : seed, 0, centers, k * d, d);
    }
  }

  int size(int cluster) {
    return starts[cluster + 1] - starts[cluster];
  }

  /** Fills {@code order} and {@code starts} by counting sort. */
  private void sort(int[] owners) {
    for (int owner : owners) {
      starts[owner + 1]++;
    }
    for (int k = 0; k < count; k++) {
      starts[k + 1] += starts[k];
    }
    int[] places = starts.clone();
    for (int i = 0; i < owners.length; i++) {
      order[places[owners[i]]++] = i;
    }
  }

  private void boxMiddle(Matrix points, int cluster, double[] middle) {
    int d = middle.length;
    double[] values = points.values();
    for (int c = 0; c < d; c++) {
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      for (int i = starts[cluster]; i < starts[cluster + 1]; i++) {
        double value = values[order[i] * d + c];
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      middle[c] = 0.5 * low + 0.5 * high;
    }
  }

  private double radius(Matrix points, int cluster, double[] center) {
    return EnclosingBall.reach(
        points.values(), center.length, order, starts[cluster], starts[cluster + 1], center);
  }
}
