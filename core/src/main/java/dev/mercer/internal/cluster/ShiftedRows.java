package dev.mercer.internal.cluster;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.rows.RowPass;
import dev.mercer.kernel.Kernel;

/**
 * Euclidean distances between rows and points by GEMM, with a bound on their error, so that
 * comparisons of distances can give the same result as by definition.
 *
 * <ol>
 *   <li>the mean of the rows is subtracted from rows and points: norms become no larger than the
 *       spread of the data, and rounding errors shrink with them
 *   <li>a row is stored as (x, 1), a point as (c, -|c|^2 / 2): their product h = x.c - |c|^2 / 2 is
 *       largest for the nearest point, and |x - c|^2 = |x|^2 - 2 h
 *   <li>that number and {@code Pairing.SQUARED_DISTANCE} of the unshifted points differ by at most
 *       {@link #rounding}; a caller that needs to separate closer distances calls {@link
 *       #squaredDistance}
 * </ol>
 *
 * The bound: with u = 2^-53 and N = |x|^2 + |c|^2 after the shift, the products are off by 3 (d +
 * 1) u N in any order of summation, subtracting the shift changes the distance by 4 u N, the
 * definition rounds by 2 (d + 2) u N, the last operations by 8 u N; underflow adds a few times d
 * smallest normal numbers. The bound used is (6 d + 32) u N, which leaves some slack for the
 * caller.
 *
 * <p>Memory: one norm per row. Thread-safe.
 */
public final class ShiftedRows {

  /** Number of rows multiplied at a time. */
  public static final int BLOCK_ROWS = 256;

  private static final double UNIT = 0x1p-53;

  /**
   * Larger norms may have overflowed while being computed; such data are compared by the
   * definition.
   */
  private static final double LARGEST_NORM = 1e300;

  private final Rows rows;
  private final int columns;
  private final Workers workers;
  private final double[] shift;
  private final double[] squaredNorms;
  private final Blas blas;

  /** Reads all rows twice. */
  ShiftedRows(Rows rows, Workers workers) {
    this.rows = rows;
    this.columns = rows.columns();
    this.workers = workers;
    this.blas = workers.blas();
    this.shift = mean(rows, workers);
    this.squaredNorms = new double[rows.count()];
    forBlocks(
        (index, first, count, worker) -> {
          double[] block = new double[count * width()];
          load(first, count, block);
          for (int i = 0; i < count; i++) {
            squaredNorms[first + i] = blas.dot(columns, block, i * width(), block, i * width());
          }
        });
  }

  /**
   * Bytes of this object beside the original rows, including the blocks of rows and the products
   * with this many points that threads work on.
   */
  public static long bytes(Rows rows, int points, int threads) {
    long n = rows.count();
    long width = rows.columns() + 1L;
    long block = Math.min(BLOCK_ROWS, n);
    long working = Math.min(threads, (n + BLOCK_ROWS - 1) / BLOCK_ROWS);
    long sums = (RowPass.blocks(rows) + 1L) * width; // for the mean
    return 8 * (n + width + Math.max(sums, working * block * (width + points)));
  }

  /** The rows of a request, for a selector that needs points. */
  public static ShiftedRows of(SelectionRequest request, String selector) {
    requirePoints(request.kernel(), selector);
    return new ShiftedRows(request.rows(), request.workers());
  }

  static void requirePoints(Kernel kernel, String selector) {
    if (!kernel.hasPoints()) {
      throw new IllegalArgumentException(
          selector
              + " needs points, but a precomputed Gram matrix has none; use uniform,"
              + " pivoted-cholesky, rpcholesky, herding or kernel-kmeans");
    }
  }

  private static double[] mean(Rows rows, Workers workers) {
    int columns = rows.columns();
    double[][] sums = new double[RowPass.blocks(rows)][columns];
    RowPass.run(
        rows,
        workers,
        (block, count, values, from) -> {
          double[] sum = sums[block];
          for (int i = 0, at = from; i < count; i++, at += columns) {
            for (int c = 0; c < columns; c++) {
              sum[c] += values[at + c];
            }
          }
        });
    double[] mean = new double[columns];
    for (double[] sum : sums) {
      for (int c = 0; c < columns; c++) {
        mean[c] += sum[c] / rows.count();
      }
    }
    for (int c = 0; c < columns; c++) {
      // A mean that overflowed cannot be subtracted.
      mean[c] = Double.isFinite(mean[c]) ? mean[c] : 0;
    }
    return mean;
  }

  public int count() {
    return rows.count();
  }

  public int columns() {
    return columns;
  }

  /**
   * Number of rows in the largest block: {@link #BLOCK_ROWS}, or the number of all rows if that is
   * less.
   */
  public int largestBlock() {
    return Math.min(BLOCK_ROWS, count());
  }

  /** Number of entries of a stored row or point: one more than the columns. */
  public int width() {
    return columns + 1;
  }

  Rows rows() {
    return rows;
  }

  public Workers workers() {
    return workers;
  }

  /** The mean that was subtracted; callers must not write to it. */
  double[] shift() {
    return shift;
  }

  /** |x|^2 of a row after the shift. */
  public double squaredNorm(int row) {
    return squaredNorms[row];
  }

  /** One block of rows. */
  interface BlockTask {
    void run(int block, int first, int count, int worker);
  }

  /** Runs the task for every {@link #BLOCK_ROWS} rows, in parallel. */
  void forBlocks(BlockTask task) {
    int n = count();
    workers.run(
        (n + BLOCK_ROWS - 1) / BLOCK_ROWS,
        (index, worker) -> {
          int first = index * BLOCK_ROWS;
          task.run(index, first, Math.min(BLOCK_ROWS, n - first), worker);
        });
  }

  /** Stores the rows {@code first} to {@code first + count - 1}. */
  void load(int first, int count, double[] into) {
    double[] own = rows.directDoubles(first, count);
    if (own != null) {
      for (int i = 0; i < count; i++) {
        store(own, rows.directOffset(first) + i * columns, into, i);
      }
      return;
    }
    double[] row = new double[columns];
    for (int i = 0; i < count; i++) {
      rows.copy(first + i, 1, row, 0);
      store(row, 0, into, i);
    }
  }

  /** Stores the rows whose numbers are in {@code numbers}, from position {@code from} on. */
  void gather(int[] numbers, int from, int count, double[] into) {
    double[] row = null;
    for (int i = 0; i < count; i++) {
      int number = numbers[from + i];
      double[] own = rows.directDoubles(number, 1);
      if (own != null) {
        store(own, rows.directOffset(number), into, i);
      } else {
        row = row == null ? new double[columns] : row;
        rows.copy(number, 1, row, 0);
        store(row, 0, into, i);
      }
    }
  }

  private void store(double[] values, int from, double[] into, int place) {
    int to = place * width();
    for (int c = 0; c < columns; c++) {
      into[to + c] = values[from + c] - shift[c];
    }
    into[to + columns] = 1;
  }

  /**
   * Points to which distances are computed.
   *
   * @param given the original points, m x d
   * @param stored after the shift, with minus half the squared norm, m x (d + 1)
   */
  public record Points(double[] given, double[] stored, double[] squaredNorms, double largestNorm) {

    int count() {
      return squaredNorms.length;
    }
  }

  /** Prepares points given row-major, m x d; the array is kept, not copied. */
  public Points points(double[] given) {
    int m = given.length / columns;
    double[] stored = new double[Math.multiplyExact(m, width())];
    double[] norms = new double[m];
    double largest = 0;
    for (int j = 0; j < m; j++) {
      store(given, j * columns, stored, j);
      norms[j] = blas.dot(columns, stored, j * width(), stored, j * width());
      stored[j * width() + columns] = -norms[j] / 2;
      largest = Math.max(largest, norms[j]);
    }
    return new Points(given, stored, norms, largest);
  }

  /** Prepares some of the rows as points. */
  public Points points(int[] numbers) {
    double[] given = new double[Math.multiplyExact(numbers.length, columns)];
    for (int j = 0; j < numbers.length; j++) {
      rows.copy(numbers[j], 1, given, j * columns);
    }
    return points(given);
  }

  /** Computes h of {@code count} stored rows with all points, row-major. */
  void products(double[] stored, int count, Points points, double[] out) {
    int m = points.count();
    View all = View.of(points.stored(), m, width());
    blas.product(View.of(stored, count, width()), all.t(), View.of(out, count, m));
  }

  /**
   * How far |x|^2 - 2 h can be from the squared distance by definition, for a row and points whose
   * squared norm is at most {@code largestNorm}; infinite if norms are too large for a bound.
   */
  double rounding(int row, double largestNorm) {
    double sum = squaredNorms[row] + largestNorm;
    // Written so that NaN counts as too large.
    return sum < LARGEST_NORM
        ? (6.0 * columns + 32) * UNIT * sum + 8.0 * width() * Double.MIN_NORMAL
        : Double.POSITIVE_INFINITY;
  }

  /**
   * The squared distance between a row and a point by definition, {@code Pairing.SQUARED_DISTANCE}.
   */
  public double squaredDistance(int row, Points points, int point) {
    double[] x = rows.directDoubles(row, 1);
    int from = rows.directOffset(row);
    if (x == null) {
      x = new double[columns];
      from = 0;
      rows.copy(row, 1, x, 0);
    }
    double[] c = points.given();
    int to = point * columns;
    double sum = 0;
    for (int j = 0; j < columns; j++) {
      double difference = x[from + j] - c[to + j];
      sum += difference * difference;
    }
    return sum;
  }
}
