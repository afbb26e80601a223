package dev.mercer.internal.features;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.gram.GramColumns.Columns;
import dev.mercer.internal.linalg.LowerTriangle;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;

/**
 * A partial Cholesky factorization of the Gram matrix that grows by blocks of pivots, K ~ F F'.
 * Every selector that uses the residual R = K - F F' works with it.
 *
 * <ol>
 *   <li>{@link #featuresOf} the candidates S gives the rows F_S
 *   <li>{@link #forResidualColumns} gives R(:,S) = K(:,S) - F F_S', block of rows by block of rows,
 *       by GEMM
 *   <li>{@link #append} adds pivots T with R(T,T) = L L': F gets the columns R(:,T) L^-T, and their
 *       squares are subtracted from the diagonal of R (clipped at 0)
 * </ol>
 *
 * On the rows of the pivots, F is exactly lower triangular. Columns of F are stored as long as they
 * fit the memory allowed. The columns of later pivots are not stored and are recomputed whenever R
 * is needed, from kernel values and the triangle of the pivots.
 *
 * <p>Cost: n m kernel values and n m^2 flops if all columns are stored; otherwise every block costs
 * n more kernel values for each pivot that is not. The bits are the same for any number of threads.
 */
public final class PartialCholesky {

  /**
   * A row whose residual is below this share of the largest diagonal entry is never taken as a
   * pivot: what it would add is mostly rounding, and errors in F grow like the inverse root of the
   * residual.
   */
  public static final double CUT_OFF = 1e-10;

  /** Number of columns allocated at first if the final number is not known. */
  private static final int FIRST_ROOM = 256;

  /** Number of rows per task in a product among candidates. */
  private static final int ROWS_AT_ONCE = 64;

  private final GramColumns gram;
  private final Blas blas;
  private final int size;
  private final int most;
  private final int mostStored;
  private final double[] residual;
  private final double cutOff;
  private final int[] pivots;
  private final double[][] buffers;
  private final int firstRoom;
  private int count;
  private RowFeatures features; // null until the first columns are stored
  private int stored;

  /** Row (j - stored) holds row j of the triangle, for the pivots whose columns are not stored. */
  private double[][] triangle = new double[0][];

  /** Receives one block of rows of some residual columns. */
  public interface ResidualBlock {
    /**
     * @param values the columns, row-major from {@code offset} on, rows {@code step} apart
     */
    void run(int block, int firstRow, int rows, double[] values, int offset, int step, int worker);
  }

  /**
   * @param most largest number of pivots; memory for all of them is allocated at once unless a
   *     tolerance may stop the selection earlier
   * @param widest largest number of columns of R requested at a time
   */
  public PartialCholesky(SelectionRequest request, int most, int widest) {
    this.gram = request.gram();
    this.size = gram.size();
    this.blas = gram.workers().blas();
    this.most = most;
    this.pivots = new int[most];
    this.buffers = new double[gram.workers().threads()][];
    this.mostStored = mostStored(widest, request.memory());
    boolean known = request.tolerance() == 0;
    this.firstRoom = Math.min(mostStored, known ? most : Math.min(most, FIRST_ROOM));
    this.residual = gram.diagonal().clone();
    for (int i = 0; i < size; i++) {
      residual[i] = residual[i] > 0 ? residual[i] : 0;
    }
    this.cutOff = CUT_OFF * request.largestDiagonal();
  }

  /**
   * The least bytes held beside the rows while {@code most} pivots are taken from up to {@code
   * widest} candidates at a time: the columns of F are then recomputed, not stored.
   */
  public static long bytes(Rows rows, Kernel kernel, int most, int widest, int threads) {
    long block = Math.min(GramColumns.BLOCK_ROWS, rows.count()) + 1L;
    return GramColumns.bytes(rows, kernel, most + widest, threads)
        + 8L * threads * block * (most + widest)
        + candidateBytes(most, widest)
        + 4L * 8 * rows.count();
  }

  /** The candidates' residual matrix, their features and the features of those taken. */
  private static long candidateBytes(long most, long widest) {
    return 8L * widest * (widest + 2L * most);
  }

  /** Bytes held beside the rows if all columns of F are stored. */
  public static long storedBytes(Rows rows, Kernel kernel, int most, int widest, int threads) {
    return fixedBytes(rows, kernel, widest, threads)
        + 8L * GramColumns.BLOCK_ROWS * threads * widest
        + candidateBytes(most, widest)
        + RowFeatures.bytes(rows.count(), most);
  }

  private static long fixedBytes(Rows rows, Kernel kernel, int widest, int threads) {
    return 4L * 8 * rows.count() + GramColumns.bytes(rows, kernel, widest, threads);
  }

  /** How many columns of F fit the memory beside everything else. */
  private int mostStored(int widest, long memory) {
    int threads = gram.workers().threads();
    if (storedBytes(gram.rows(), gram.kernel(), most, widest, threads) <= memory) {
      return most;
    }
    long fixed = fixedBytes(gram.rows(), gram.kernel(), widest, threads);
    long block = 8L * GramColumns.BLOCK_ROWS * threads;
    long triangle = candidateBytes(most, widest) + 3L * 8 * most * most;
    long left = memory - fixed - block * (widest + most) - triangle;
    return (int) Math.max(0, Math.min(most, left / (8L * size)));
  }

  /** Number of pivots so far. */
  public int count() {
    return count;
  }

  public int[] pivots() {
    return Arrays.copyOf(pivots, count);
  }

  /**
   * The diagonal of R, not negative; 0 for pivots. The internal array: callers must not write to
   * it.
   */
  public double[] residual() {
    return residual;
  }

  /** The value that a pivot's residual must exceed. */
  public double cutOff() {
    return cutOff;
  }

  /** The columns of F for all rows, or null if some are not stored. */
  public RowFeatures features() {
    if (stored < count) {
      return null;
    }
    makeFirstRoom(0);
    return features;
  }

  private void makeFirstRoom(int wanted) {
    if (features == null) {
      features = new RowFeatures(size, Math.max(wanted, firstRoom), gram.workers());
    }
  }

  /** A note for the user about columns that did not fit the memory; null if all are stored. */
  public String note() {
    return mostStored < most && stored < count
        ? "the memory left beside the buffers of "
            + gram.workers().threads()
            + " threads holds "
            + stored
            + " of "
            + count
            + " columns of the Cholesky factor; the others were computed again, which can change"
            + " the last digits: allow more memory for the same bits whatever the threads"
        : null;
  }

  /** Number of columns of F that are stored. */
  public int stored() {
    return stored;
  }

  /** The trace of R: sum of weight times residual, in the order of the rows. */
  public static double trace(SelectionRequest request, double[] diagonal) {
    double sum = 0;
    for (int i = 0; i < diagonal.length; i++) {
      sum += request.weight(i) * diagonal[i];
    }
    return sum;
  }

  /** The given rows of F, row-major with {@link #count} columns. */
  public double[] featuresOf(int[] rows) {
    double[] result = new double[Math.multiplyExact(rows.length, Math.max(1, count))];
    for (int i = 0; i < rows.length && stored > 0; i++) {
      int from = features.offset(rows[i]);
      System.arraycopy(features.array(rows[i]), from, result, i * count, stored);
    }
    int later = count - stored;
    if (later > 0) {
      Columns columns = gram.of(Arrays.copyOfRange(pivots, stored, count));
      gram.workers()
          .run(
              (rows.length + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE,
              (index, worker) -> {
                int first = index * ROWS_AT_ONCE;
                int height = Math.min(ROWS_AT_ONCE, rows.length - first);
                double[] values = new double[height * later];
                columns.fill(rows, first, height, values, 0, worker);
                for (int i = 0; i < height; i++) {
                  int to = (first + i) * count + stored;
                  System.arraycopy(values, i * later, result, to, later);
                }
              });
      double[] lead = leadOfLater(0);
      subtractProducts(rows.length, later, stored, result, 0, count, lead, result, stored, count);
      cornerOfLater().solveRows(rows.length, result, stored, count);
    }
    return result;
  }

  /**
   * The residual matrix among rows whose features are given; its diagonal is taken from {@link
   * #residual}.
   */
  public double[] residualAmong(int[] rows, double[] featuresOfRows) {
    int b = rows.length;
    double[] result = gram.of(rows).among();
    gram.workers()
        .run(
            (b + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE,
            (index, worker) -> {
              int first = index * ROWS_AT_ONCE;
              int height = Math.min(ROWS_AT_ONCE, b - first);
              subtractProducts(
                  height,
                  b,
                  count,
                  featuresOfRows,
                  first * count,
                  count,
                  featuresOfRows,
                  result,
                  first * b,
                  b);
            });
    for (int i = 0; i < b; i++) {
      result[i * b + i] = residual[rows[i]];
    }
    return result;
  }

  /** C -= A B' for C of rows x columns; B is columns x depth, stored without gaps. */
  private void subtractProducts(
      int rows,
      int columns,
      int depth,
      double[] a,
      int aOffset,
      int aStep,
      double[] b,
      double[] c,
      int cOffset,
      int cStep) {
    if (depth > 0) {
      View factor = View.at(a, aOffset, rows, depth, aStep);
      View rest = View.at(c, cOffset, rows, columns, cStep);
      blas.add(-1, factor, View.of(b, columns, depth).t(), rest);
    }
  }

  /**
   * The stored columns of the pivots that are not stored themselves, with space for {@code more}
   * further rows.
   */
  private double[] leadOfLater(int more) {
    int later = count - stored;
    double[] result = new double[Math.multiplyExact(later + more, stored)];
    for (int j = 0; j < later; j++) {
      System.arraycopy(triangle[j], 0, result, j * stored, stored);
    }
    return result;
  }

  /** The triangle among the pivots that are not stored. */
  private LowerTriangle cornerOfLater() {
    int later = count - stored;
    double[] result = new double[Math.multiplyExact(later, later)];
    for (int j = 0; j < later; j++) {
      System.arraycopy(triangle[j], stored, result, j * later, j + 1);
    }
    return new LowerTriangle(later, result, blas);
  }

  /** Runs {@code task} on R(:,S), where S are rows whose features are given, by blocks of rows. */
  public void forResidualColumns(int[] rows, double[] featuresOfRows, ResidualBlock task) {
    int later = count - stored;
    int width = later + rows.length;
    int[] asked = Arrays.copyOf(Arrays.copyOfRange(pivots, stored, count), width);
    System.arraycopy(rows, 0, asked, later, rows.length);
    double[] lead = leadOfLater(rows.length);
    double[] rest = new double[Math.multiplyExact(rows.length, later)];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(featuresOfRows, i * count, lead, (later + i) * stored, stored);
      System.arraycopy(featuresOfRows, i * count + stored, rest, i * later, later);
    }
    LowerTriangle corner = cornerOfLater();
    Columns columns = gram.of(asked);
    gram.forBlocks(
        (block, first, height, worker) -> {
          double[] values = buffer(worker, width);
          columns.fill(first, height, values, 0, worker);
          if (stored > 0) {
            double[] own = features.array(first);
            int at = features.offset(first);
            subtractProducts(
                height, width, stored, own, at, features.stride(), lead, values, 0, width);
          }
          corner.solveRows(height, values, 0, width);
          subtractProducts(
              height, rows.length, later, values, 0, width, rest, values, later, width);
          task.run(block, first, height, values, later, width, worker);
        });
  }

  private double[] buffer(int worker, int width) {
    // One row more than is used: BLAS is then called for whole blocks whatever the length of the
    // array. That length depends on what this thread did before, and must not influence the bits.
    int length = Math.multiplyExact(GramColumns.BLOCK_ROWS + 1, width);
    if (buffers[worker] == null || buffers[worker].length < length) {
      buffers[worker] = new double[length];
    }
    return buffers[worker];
  }

  /**
   * Takes more pivots.
   *
   * @param rows the pivots T
   * @param featuresOfRows F_T
   * @param factor L, lower triangular with R(T,T) = L L', row-major
   * @return how much each pivot lowered the residual, as a weighted sum over the rows; zeros if
   *     there is no tolerance, because then the sums are not needed
   */
  public double[] append(
      int[] rows, double[] featuresOfRows, double[] factor, SelectionRequest request) {
    int t = rows.length;
    boolean store = makeRoom(t);
    LowerTriangle lower = new LowerTriangle(t, factor, blas);
    double[][] shrunk = new double[gram.blocks()][t];
    boolean byPivot = request.tolerance() > 0;
    forResidualColumns(
        rows,
        featuresOfRows,
        (block, first, height, values, offset, step, worker) -> {
          lower.solveRows(height, values, offset, step);
          for (int i = 0; i < height; i++) {
            int from = offset + i * step;
            double left = residual[first + i] - blas.dot(t, values, from, values, from);
            residual[first + i] = left > 0 ? left : 0;
            if (byPivot) {
              addSquares(t, values, from, request.weight(first + i), shrunk[block]);
            }
            if (store) {
              int to = features.offset(first + i) + count;
              System.arraycopy(values, from, features.array(first), to, t);
            }
          }
        });
    if (store) {
      storePivots(rows, factor);
    } else {
      keepTriangle(rows, featuresOfRows, factor);
    }
    for (int row : rows) {
      pivots[count++] = row;
      residual[row] = 0;
    }
    double[] sums = new double[t];
    for (double[] part : shrunk) {
      for (int j = 0; j < t; j++) {
        sums[j] += part[j];
      }
    }
    return sums;
  }

  /**
   * Takes the last pivots. R is not needed after them, so their columns of F are not computed, and
   * {@link #features} returns null.
   */
  public void end(int[] rows) {
    for (int row : rows) {
      pivots[count++] = row;
    }
  }

  private static void addSquares(int t, double[] values, int from, double weight, double[] sums) {
    for (int j = 0; j < t; j++) {
      sums[j] += weight * values[from + j] * values[from + j];
    }
  }

  /** Whether the columns of all pivots so far are stored and {@code more} further ones can be. */
  private boolean makeRoom(int more) {
    int wanted = count + more;
    if (stored < count || wanted > mostStored) {
      return false;
    }
    makeFirstRoom(wanted);
    if (wanted > features.stride()) {
      features.widen(Math.min(mostStored, Math.max(wanted, 2 * features.stride())));
    }
    return true;
  }

  /**
   * On the rows of the pivots, F is set to the triangle itself, without the rounding of the solves.
   */
  private void storePivots(int[] rows, double[] factor) {
    int t = rows.length;
    for (int j = 0; j < count; j++) {
      int at = features.offset(pivots[j]) + count;
      Arrays.fill(features.array(pivots[j]), at, at + t, 0);
    }
    for (int j = 0; j < t; j++) {
      int at = features.offset(rows[j]) + count;
      double[] block = features.array(rows[j]);
      Arrays.fill(block, at, at + t, 0);
      System.arraycopy(factor, j * t, block, at, j + 1);
    }
    stored = count + t;
    features.columns(stored);
  }

  private void keepTriangle(int[] rows, double[] featuresOfRows, double[] factor) {
    int t = rows.length;
    int before = triangle.length;
    triangle = Arrays.copyOf(triangle, before + t);
    for (int j = 0; j < t; j++) {
      double[] line = new double[count + j + 1];
      System.arraycopy(featuresOfRows, j * count, line, 0, count);
      System.arraycopy(factor, j * t, line, count, j + 1);
      triangle[before + j] = line;
    }
  }
}
