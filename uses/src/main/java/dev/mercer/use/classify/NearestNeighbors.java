package dev.mercer.use.classify;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;

/**
 * Classes by a vote of the k nearest rows [RS section 6 classifies embeddings with it].
 *
 * <ol>
 *   <li>the training mean is subtracted from all rows; then one matrix product gives the squared
 *       distances of a block of rows to all training rows
 *   <li>distances that are within rounding of the k-th smallest are computed again by the
 *       definition; the k smallest are the neighbors, and ties go to the lower row
 *   <li>every neighbor has one vote. A tie of votes goes to the class whose neighbors have the
 *       smaller sum of distances, then to the lower class
 * </ol>
 *
 * The answer is therefore that of the plain double loop, and the number of threads does not change
 * it. Cost: 2 n d flops per row; memory for one copy of the training rows and {@value
 * #PANEL_ENTRIES} distances per thread, or 16 n if that is more.
 */
public final class NearestNeighbors {

  /** Distances held at a time: half of them fit in a core's share of the last-level cache. */
  private static final int PANEL_ENTRIES = 1 << 18;

  private static final int FEWEST_ROWS = 16;

  private final Matrix rows;
  private final double[] mean;
  private final double[] centered; // the training rows minus their mean
  private final double[] squaredNorms;
  private final double largestSquaredNorm;
  private final int[] codes;
  private final int classes;
  private final int neighbors;
  private final Workers workers;
  private final Blas blas;

  private NearestNeighbors(Matrix rows, ClassLabels labels, int neighbors, int threads) {
    int n = rows.rows();
    int d = rows.columns();
    this.workers = Workers.of(threads);
    this.blas = workers.blas();
    this.rows = rows;
    this.mean = new double[d];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        mean[j] += rows.get(i, j) / n;
      }
    }
    this.centered = centered(rows, 0, n);
    this.squaredNorms = new double[n];
    double largest = 0;
    for (int i = 0; i < n; i++) {
      squaredNorms[i] = blas.dot(d, centered, i * d, centered, i * d);
      largest = Math.max(largest, squaredNorms[i]);
    }
    this.largestSquaredNorm = largest;
    this.codes = labels.codes();
    this.classes = labels.classes();
    this.neighbors = neighbors;
  }

  /**
   * Keeps the labeled rows from which others are predicted.
   *
   * @param rows one per sample; they are used as they are, so columns of different units should be
   *     scaled before
   * @param labels one per row
   * @param neighbors k, at most the number of rows
   * @param threads how many predict; results do not depend on it
   */
  public static NearestNeighbors fit(Matrix rows, ClassLabels labels, int neighbors, int threads) {
    if (rows.rows() != labels.rows()) {
      throw new IllegalArgumentException(
          labels.rows() + " labels for " + rows.rows() + " rows; give one a row");
    }
    if (neighbors < 1 || neighbors > rows.rows()) {
      throw new IllegalArgumentException(
          "k = "
              + neighbors
              + " neighbors of "
              + rows.rows()
              + " rows; k is at least 1 and at most the number of rows");
    }
    Finite.require(rows);
    return new NearestNeighbors(rows, labels, neighbors, threads);
  }

  /** The class of every row, an index into the labels' names. */
  public int[] predict(Matrix unseen) {
    if (unseen.columns() != rows.columns()) {
      throw new IllegalArgumentException(
          "the rows have "
              + unseen.columns()
              + " columns, the classifier was fitted on "
              + rows.columns());
    }
    Finite.require(unseen);
    int n = rows.rows();
    int panel = Math.max(FEWEST_ROWS, PANEL_ENTRIES / n);
    int[] result = new int[unseen.rows()];
    double[][] products = new double[workers.threads()][];
    workers.run(
        (unseen.rows() + panel - 1) / panel,
        (index, worker) -> {
          if (products[worker] == null) {
            products[worker] = new double[Math.multiplyExact(panel, n)];
          }
          int first = index * panel;
          vote(unseen, first, Math.min(panel, unseen.rows() - first), products[worker], result);
        });
    return result;
  }

  private void vote(Matrix unseen, int first, int count, double[] products, int[] result) {
    int n = rows.rows();
    int d = rows.columns();
    double[] block = centered(unseen, first, count);
    View training = View.of(centered, n, d);
    blas.product(View.of(block, count, d), training.t(), View.of(products, count, n));
    Nearest nearest = new Nearest(neighbors);
    for (int i = 0; i < count; i++) {
      double own = blas.dot(d, block, i * d, block, i * d);
      nearest.clear();
      for (int j = 0; j < n; j++) {
        // |x|^2 is left out, because it is the same for all training rows.
        products[i * n + j] = squaredNorms[j] - 2 * products[i * n + j];
        nearest.offer(products[i * n + j], j);
      }
      // Two computed distances differ from the true ones by at most this: they are sums of d
      // products and centered entries, and each is accurate to a rounding error of terms below
      // (|x| + |p|)^2 <= 2 (|x|^2 + |p|^2).
      double rounding = 2 * (d + 8) * Math.ulp(1.0) * 2 * (own + largestSquaredNorm);
      double limit = nearest.largest() + rounding;
      nearest.clear();
      for (int j = 0; j < n; j++) {
        if (!(products[i * n + j] > limit)) {
          nearest.offer(squaredDistance(unseen, first + i, j), j);
        }
      }
      result[first + i] = winner(nearest);
    }
  }

  /** The class with most votes; ties go to the smaller sum of distances, then the lower class. */
  private int winner(Nearest nearest) {
    int[] votes = new int[classes];
    double[] distances = new double[classes];
    nearest.sort(); // so that sums have one order, however the neighbors were found
    for (int s = 0; s < neighbors; s++) {
      int code = codes[nearest.rows[s]];
      votes[code]++;
      distances[code] += Math.sqrt(nearest.distances[s]);
    }
    int best = 0;
    for (int k = 1; k < classes; k++) {
      if (votes[k] > votes[best] || votes[k] == votes[best] && distances[k] < distances[best]) {
        best = k;
      }
    }
    return best;
  }

  private double squaredDistance(Matrix unseen, int row, int training) {
    double sum = 0;
    for (int j = 0; j < mean.length; j++) {
      double difference = unseen.get(row, j) - rows.get(training, j);
      sum += difference * difference;
    }
    return sum;
  }

  private double[] centered(Matrix matrix, int first, int count) {
    int d = mean.length;
    double[] result = new double[Math.multiplyExact(count, d)];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < d; j++) {
        result[i * d + j] = matrix.get(first + i, j) - mean[j];
      }
    }
    return result;
  }

  /** The k smallest of many distances, a heap with the largest on top; ties go to lower rows. */
  private static final class Nearest {
    final double[] distances;
    final int[] rows;
    private int size;

    Nearest(int capacity) {
      distances = new double[capacity];
      rows = new int[capacity];
    }

    void clear() {
      size = 0;
    }

    double largest() {
      return distances[0];
    }

    void offer(double distance, int row) {
      if (size < distances.length) {
        int at = size++;
        for (; at > 0 && before((at - 1) / 2, distance, row); at = (at - 1) / 2) {
          move((at - 1) / 2, at);
        }
        set(at, distance, row);
      } else if (!before(0, distance, row)) {
        sink(distance, row);
      }
    }

    /** Sorts by distance, ascending. */
    void sort() {
      for (int last = size - 1; last > 0; last--) {
        double distance = distances[last];
        int row = rows[last];
        move(0, last);
        size = last;
        sink(distance, row);
      }
    }

    /** Replaces the top entry and restores the order of the heap below it. */
    private void sink(double distance, int row) {
      int at = 0;
      for (int child = 1; child < size; child = 2 * at + 1) {
        if (child + 1 < size && before(child, distances[child + 1], rows[child + 1])) {
          child++;
        }
        if (before(child, distance, row)) {
          break;
        }
        move(child, at);
        at = child;
      }
      set(at, distance, row);
    }

    /** Whether the entry at an index is nearer than another. */
    private boolean before(int at, double distance, int row) {
      return distances[at] < distance || distances[at] == distance && rows[at] < row;
    }

    private void move(int from, int to) {
      set(to, distances[from], rows[from]);
    }

    private void set(int at, double distance, int row) {
      distances[at] = distance;
      rows[at] = row;
    }
  }
}
