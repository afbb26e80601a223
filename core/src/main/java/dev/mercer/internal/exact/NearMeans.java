package dev.mercer.internal.exact;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;

/**
 * A few points that represent many rows: the first of the rows drawn are the centers, and each
 * center becomes the mean of the drawn rows nearest to it. This is one step of k-means on a sample,
 * which gains most of what k-means gains.
 *
 * <p>Cost: 2 m s d flops for m rows, s centers and d columns. Memory: s d doubles, and a block of
 * rows and distances per thread. Ties go to the first center. The bits are the same for any number
 * of threads.
 */
final class NearMeans {

  /** Number of rows drawn per point. */
  static final int DRAWN_A_POINT = 16;

  private static final int BLOCK = 256;

  private NearMeans() {}

  /**
   * @param drawn row numbers, the centers first
   * @param count s, the number of centers
   */
  static Rows of(Rows rows, int[] drawn, int count, Workers workers) {
    int d = rows.columns();
    // The first center is subtracted from all rows, so that data far from the origin lose no
    // digits.
    double[] origin = new double[d];
    rows.copy(drawn[0], 1, origin, 0);
    double[] centers = new double[count * d];
    copy(rows, drawn, 0, count, origin, centers);
    double[] squares = new double[count];
    Blas blas = workers.blas();
    for (int j = 0; j < count; j++) {
      squares[j] = blas.dot(d, centers, j * d, centers, j * d);
    }
    int[] nearest = new int[drawn.length];
    double[][] buffers = new double[workers.threads()][];
    double[][] products = new double[workers.threads()][];
    workers.run(
        (drawn.length + BLOCK - 1) / BLOCK,
        (index, worker) -> {
          if (buffers[worker] == null) {
            buffers[worker] = new double[BLOCK * d];
            products[worker] = new double[BLOCK * count];
          }
          int first = index * BLOCK;
          int height = Math.min(BLOCK, drawn.length - first);
          double[] inner = products[worker];
          copy(rows, drawn, first, height, origin, buffers[worker]);
          View some = View.of(buffers[worker], height, d);
          View all = View.of(centers, count, d);
          blas.multiply(-2, some, all.t(), 0, View.of(inner, height, count));
          for (int i = 0; i < height; i++) {
            int best = 0;
            for (int j = 1; j < count; j++) {
              if (inner[i * count + j] + squares[j] < inner[i * count + best] + squares[best]) {
                best = j;
              }
            }
            nearest[first + i] = best;
          }
        });
    return DenseRows.wrap(count, d, means(rows, drawn, nearest, count));
  }

  /** Copies rows by number, with the origin subtracted. */
  private static void copy(
      Rows rows, int[] drawn, int first, int count, double[] origin, double[] into) {
    int d = origin.length;
    for (int i = 0; i < count; i++) {
      rows.copy(drawn[first + i], 1, into, i * d);
      for (int c = 0; c < d; c++) {
        into[i * d + c] -= origin[c];
      }
    }
  }

  /**
   * Each mean is its center plus the mean difference, so that no digits are lost far from the
   * origin.
   */
  private static double[] means(Rows rows, int[] drawn, int[] nearest, int count) {
    int d = rows.columns();
    double[] sums = new double[count * d];
    double[] centers = new double[count * d];
    int[] sizes = new int[count];
    for (int j = 0; j < count; j++) {
      rows.copy(drawn[j], 1, centers, j * d);
    }
    double[] row = new double[d];
    for (int i = 0; i < drawn.length; i++) {
      int to = nearest[i] * d;
      rows.copy(drawn[i], 1, row, 0);
      sizes[nearest[i]]++;
      for (int c = 0; c < d; c++) {
        sums[to + c] += row[c] - centers[to + c];
      }
    }
    for (int j = 0; j < count; j++) {
      for (int c = 0; c < d; c++) {
        centers[j * d + c] += sums[j * d + c] / Math.max(1, sizes[j]);
      }
    }
    return centers;
  }

  /** Upper bound of the bytes held. */
  static long bytes(int columns, int count, int threads) {
    long d = columns;
    return 8L * (3 * count * d + 4 * d + 2L * count + (long) threads * BLOCK * (d + count))
        + 8L * DRAWN_A_POINT * count;
  }
}
