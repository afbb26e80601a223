package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;
import java.util.Arrays;

/**
 * Farthest-point clustering (Gonzalez): each new center is the point farthest from all centers so
 * far, which makes the largest radius at most twice the smallest one possible for that number of
 * centers.
 *
 * <ol>
 *   <li>the first point is the first center, and all points are its cluster
 *   <li>the next center s is the farthest member of the cluster with the largest radius
 *   <li>a cluster of radius r around c can lose points to s only if |c - s| < 2 r; in such a
 *       cluster every member nearer to s moves to s, and the radius is computed anew
 * </ol>
 *
 * <p>Cost: O(n d) for the first center; each later one visits only its neighborhood if the
 * dimension is low. Memory: 16 bytes per point. Growing ends early when every point is a center.
 */
final class FarthestPoints {

  private final double[] values;
  private final int d;

  /** Clusters as linked lists of points; -1 marks the end of a list. */
  private final int[] next;

  /** Squared distance of each point to its center. */
  private final double[] squared;

  private int count;
  private int[] heads = new int[16];
  private int[] centers = new int[16];
  private int[] farthest = new int[16];
  private double[] radii = new double[16]; // squared radii
  private long distances;

  /** Starts with one cluster of all points; there must be at least one point. */
  FarthestPoints(Matrix points) {
    this.values = points.values();
    this.d = points.columns();
    this.next = new int[points.rows()];
    this.squared = new double[points.rows()];
    for (int i = 0; i < next.length; i++) {
      next[i] = i + 1 < next.length ? i + 1 : -1;
      squared[i] = distance(i, 0);
    }
    count = 1;
    measure(0);
  }

  int count() {
    return count;
  }

  /** Number of distances computed so far, a measure of the work done. */
  long distances() {
    return distances;
  }

  /** The point that a cluster was grown around. */
  int center(int cluster) {
    return centers[cluster];
  }

  /** The number of each point's cluster. */
  int[] owners() {
    int[] owners = new int[next.length];
    for (int k = 0; k < count; k++) {
      for (int i = heads[k]; i >= 0; i = next[i]) {
        owners[i] = k;
      }
    }
    return owners;
  }

  /** Adds a center; returns false if every point already lies on one. */
  boolean grow() {
    int widest = 0;
    for (int k = 1; k < count; k++) {
      if (radii[k] > radii[widest]) {
        widest = k;
      }
    }
    if (!(radii[widest] > 0)) {
      return false;
    }
    int fresh = count;
    makeRoom();
    centers[fresh] = farthest[widest];
    heads[fresh] = -1;
    count++;
    for (int k = 0; k < fresh; k++) {
      if (k == widest || distance(centers[k], centers[fresh]) < 4 * radii[k]) {
        part(k, fresh);
      }
    }
    measure(fresh);
    return true;
  }

  /** Moves those members of a cluster that are nearer to the new center. */
  private void part(int cluster, int fresh) {
    int kept = -1;
    int i = heads[cluster];
    while (i >= 0) {
      int following = next[i];
      double toFresh = distance(i, centers[fresh]);
      if (toFresh < squared[i]) {
        squared[i] = toFresh;
        next[i] = heads[fresh];
        heads[fresh] = i;
      } else {
        next[i] = kept;
        kept = i;
      }
      i = following;
    }
    heads[cluster] = kept;
    measure(cluster);
  }

  /** Finds the farthest member of a cluster; ties go to the lowest row. */
  private void measure(int cluster) {
    radii[cluster] = 0;
    farthest[cluster] = centers[cluster];
    for (int i = heads[cluster]; i >= 0; i = next[i]) {
      if (squared[i] > radii[cluster] || (squared[i] == radii[cluster] && i < farthest[cluster])) {
        radii[cluster] = squared[i];
        farthest[cluster] = i;
      }
    }
  }

  private double distance(int i, int j) {
    distances++;
    double sum = 0;
    for (int c = 0; c < d; c++) {
      double difference = values[i * d + c] - values[j * d + c];
      sum += difference * difference;
    }
    return sum;
  }

  private void makeRoom() {
    if (count == heads.length) {
      heads = Arrays.copyOf(heads, 2 * count);
      centers = Arrays.copyOf(centers, 2 * count);
      farthest = Arrays.copyOf(farthest, 2 * count);
      radii = Arrays.copyOf(radii, 2 * count);
    }
  }
}
