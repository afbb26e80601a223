package dev.mercer.internal.cluster;

import dev.mercer.internal.backend.Workers;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * k-means in feature space on a Gram matrix K that is held in memory: the squared distance of row i
 * to the mean of cluster C with weights w is
 *
 * <pre>k_ii - 2 S_iC + M_C,  S_iC = sum_{j in C} w_j k_ij / W_C,  M_C = sum_{i in C} w_i S_iC / W_C
 * </pre>
 *
 * <ol>
 *   <li>the first means are rows drawn as in k-means++, by their squared distances in feature
 *       space; every row joins the nearest one
 *   <li>a cluster without weight gets the row farthest from its mean (ties: the lowest), together
 *       with the rows that the kernel cannot distinguish from it, taken from a cluster that has
 *       other rows as well
 *   <li>compute S and M, then every row joins the nearest mean (ties: the lowest cluster); back to
 *       2
 * </ol>
 *
 * It stops when no row changes its cluster, when the weighted sum of squared distances fell by less
 * than 1e-6 of itself, or at the given number of iterations. Clusters that would raise the sum,
 * which only rounding or an indefinite kernel can cause, are rejected, so the sum never grows. Cost
 * per iteration: s^2 additions for s rows; memory: s m doubles beside K. Sums are taken in the
 * order of the rows, so the bits are the same for any number of threads.
 */
public final class KernelClusters {

  private static final double IMPROVEMENT = 1e-6;

  /**
   * Kernel values are sums of many products, so smaller relative differences may be rounding
   * errors.
   */
  private static final double SAME = 1e-12;

  private static final int BLOCK_ROWS = 64;

  private final double[] gram;
  private final double[] weights;
  private final int rows;
  private final Workers workers;
  private int count;
  private int[] cluster;
  private double[] sizes;
  private double[] squaredNorms;
  private double objective = Double.POSITIVE_INFINITY;

  private KernelClusters(double[] gram, double[] weights, Workers workers) {
    this.gram = gram;
    this.weights = weights;
    this.rows = weights.length;
    this.workers = workers;
  }

  /**
   * @param gram s x s, row-major; the array is kept, not copied
   * @param weights all positive
   * @param wanted number of clusters; there are fewer if fewer rows differ
   */
  public static KernelClusters of(
      double[] gram,
      double[] weights,
      int wanted,
      int iterations,
      SplittableRandom random,
      Workers workers) {
    KernelClusters clusters = new KernelClusters(gram, weights, workers);
    clusters.seed(wanted, random);
    clusters.iterate(iterations);
    return clusters;
  }

  public int count() {
    return count;
  }

  /** The cluster of a row. */
  public int cluster(int row) {
    return cluster[row];
  }

  /** The weighted sum of squared distances to the means. */
  public double objective() {
    return objective;
  }

  /**
   * Zero for rows that the kernel cannot distinguish, or if the kernel is indefinite and the value
   * negative.
   */
  private double squaredDistance(int i, int j) {
    double sum = gram[i * rows + i] + gram[j * rows + j];
    double squared = sum - 2 * gram[i * rows + j];
    return squared > SAME * Math.abs(sum) ? squared : 0;
  }

  /** Chooses rows by k-means++ and assigns every row to the nearest of them. */
  private void seed(int wanted, SplittableRandom random) {
    cluster = new int[rows];
    double[] least = new double[rows];
    Arrays.fill(least, 1); // so that the first row is drawn by its weight
    int next = draw(least, random);
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    while (next >= 0 && count < wanted) {
      for (int i = 0; i < rows; i++) {
        double squared = squaredDistance(i, next);
        if (squared < least[i]) {
          least[i] = squared;
          cluster[i] = count;
        }
      }
      count++;
      next = draw(least, random);
    }
  }

  /**
   * Draws a row with probability proportional to weight times distance; -1 if all of these are
   * zero.
   */
  private int draw(double[] squared, SplittableRandom random) {
    double total = 0;
    for (int i = 0; i < rows; i++) {
      total += weights[i] * squared[i];
    }
    double target = random.nextDouble() * total;
    int last = -1;
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      if (squared[i] > 0) {
        sum += weights[i] * squared[i];
        last = i;
        if (sum > target) {
          return i;
        }
      }
    }
    return last;
  }

  private void iterate(int iterations) {
    double[] products = new double[Math.multiplyExact(rows, count)];
    int[] next = cluster;
    for (int iteration = 0; ; iteration++) {
      int[] last = cluster;
      double[] lastSizes = sizes;
      double[] lastNorms = squaredNorms;
      cluster = next;
      double sum = measure(products);
      if (iteration > 0 && !(sum <= objective)) {
        cluster = last;
        sizes = lastSizes;
        squaredNorms = lastNorms;
        return;
      }
      boolean stalled = iteration > 0 && objective - sum <= IMPROVEMENT * Math.abs(objective);
      objective = sum;
      if (stalled || iteration == iterations) {
        return;
      }
      next = nearest(products);
      if (next == null || Arrays.equals(next, cluster)) {
        return;
      }
    }
  }

  /** Computes S and M of the current clusters; returns the weighted sum of squared distances. */
  private double measure(double[] products) {
    sizes = new double[count];
    for (int i = 0; i < rows; i++) {
      sizes[cluster[i]] += weights[i];
    }
    forBlocks(
        (first, end) -> {
          double[] sums = new double[count];
          for (int i = first; i < end; i++) {
            products(gram, i * rows, sums);
            System.arraycopy(sums, 0, products, i * count, count);
          }
        });
    squaredNorms = new double[count];
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      double own = products[i * count + cluster[i]];
      squaredNorms[cluster[i]] += weights[i] * own / sizes[cluster[i]];
      sum += weights[i] * (gram[i * rows + i] - 2 * own);
    }
    for (int c = 0; c < count; c++) {
      sum += sizes[c] * squaredNorms[c];
    }
    return sum;
  }

  /** S of one row: its mean kernel value with every cluster. */
  private void products(double[] values, int offset, double[] into) {
    Arrays.fill(into, 0);
    for (int j = 0; j < rows; j++) {
      into[cluster[j]] += weights[j] * values[offset + j];
    }
    for (int c = 0; c < count; c++) {
      into[c] /= sizes[c];
    }
  }

  /** Whether the same cluster contains a row that the kernel can distinguish from this one. */
  private boolean hasOthers(int row, int[] clusters) {
    for (int i = 0; i < rows; i++) {
      if (clusters[i] == clusters[row] && i != row && squaredDistance(i, row) > 0) {
        return true;
      }
    }
    return false;
  }

  /** The nearest cluster of every row, with no cluster left empty; null if one cannot be filled. */
  private int[] nearest(double[] products) {
    int[] next = new int[rows];
    double[] least = new double[rows];
    forBlocks(
        (first, end) -> {
          double[] distances = new double[count];
          for (int i = first; i < end; i++) {
            System.arraycopy(products, i * count, distances, 0, count);
            toDistances(gram[i * rows + i], distances);
            next[i] = smallest(distances);
            least[i] = distances[next[i]];
          }
        });
    boolean[] filled = new boolean[count];
    for (int c : next) {
      filled[c] = true;
    }
    for (int c = 0; c < count; c++) {
      if (!filled[c]) {
        int farthest = -1;
        for (int i = 0; i < rows; i++) {
          if (least[i] > (farthest < 0 ? 0 : least[farthest]) && hasOthers(i, next)) {
            farthest = i;
          }
        }
        if (farthest < 0) {
          return null;
        }
        int from = next[farthest];
        for (int i = 0; i < rows; i++) {
          if (next[i] == from && (i == farthest || squaredDistance(i, farthest) == 0)) {
            next[i] = c;
            least[i] = 0;
          }
        }
      }
    }
    return next;
  }

  /**
   * Squared distances of any row to the means.
   *
   * @param diagonal the row's kernel value with itself
   * @param values the row's kernel values with the rows of the matrix, from {@code offset} on
   */
  public void distances(double diagonal, double[] values, int offset, double[] into) {
    products(values, offset, into);
    toDistances(diagonal, into);
  }

  private void toDistances(double diagonal, double[] products) {
    for (int c = 0; c < count; c++) {
      products[c] = diagonal - 2 * products[c] + squaredNorms[c];
    }
  }

  /** The index of the smallest value, the lowest one if there are several. */
  public static int smallest(double[] values) {
    int result = 0;
    for (int c = 1; c < values.length; c++) {
      if (values[c] < values[result]) {
        result = c;
      }
    }
    return result;
  }

  private interface Stretch {
    void run(int first, int end);
  }

  private void forBlocks(Stretch task) {
    workers.run(
        (rows + BLOCK_ROWS - 1) / BLOCK_ROWS,
        (index, worker) -> task.run(index * BLOCK_ROWS, Math.min(rows, (index + 1) * BLOCK_ROWS)));
  }
}
