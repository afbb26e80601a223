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
 * A partial Cholesky factorization of the Gram matrix that grows by blocks of pivots, K ~ F F':
 * what every selector that looks at the residual R = K - F F' works with.
 *
 * <ol>
 *   <li>{@link #featuresOf} the candidates S: the rows F_S
 *   <li>{@link #forResidualColumns}: R(:,S) = K(:,S) - F F_S', block of rows by block of rows, GEMM
 *   <li>{@link #append} pivots T with R(T,T) = L L': F gets the columns R(:,T) L^-T, and the
 *       diagonal of R loses their squares (clipped at 0)
 * </ol>
 *
 * F is lower triangular on the pivots to the bit. Columns of F are stored as long as they fit the
 * memory allowed; those of later pivots are computed again whenever R is asked for, from kernel
 * values and the triangle of the pivots (stored ones never are).
 *
 * <p>Cost: n m kernel values and n m^2 flops if all is stored; otherwise every block costs n kernel
 * values more for each pivot that is not. Same bits for any number of threads.
 */
public final class PartialCholesky {

  /**
   * A pivot below this share of the largest diagonal entry is never taken: what it adds is mostly
   * rounding, and errors in F grow like its inverse root.
   */
  public static final double CUT_OFF = 1e-10;

  /** Columns first made room for where their number is not known. */
  private static final int FIRST_ROOM = 256;

  /** Rows of a product among candidates that one thread works on at a time. */
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

  /** Row j - stored holds row j of the triangle, for the pivots whose columns are not stored. */
  private double[][] triangle = new double[0][];

  /** One block of rows of some residual columns. */
  public interface ResidualBlock {
    /**
     * @param values the columns, row-major from {@code offset} on, rows {@code step} apart
     */
    void run(int block, int firstRow, int rows, double[] values, int offset, int step, int worker);
  }

  /**
   * @param most pivots there will be at most; room for so many is made at once where there is no
   *     tolerance to stop at before
   * @param widest columns of R asked for at a time, at most
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
   * The least bytes held beside the rows while so many pivots are taken from as many candidates at
   * a time as {@code widest}: columns of F are then computed again, not stored.
   */
  public static long bytes(Rows rows, Kernel kernel, int most, int widest, int threads) {
    long block = Math.min(GramColumns.BLOCK_ROWS, rows.count()) + 1L;
    return GramColumns.bytes(rows, kernel, most + widest, threads)
        + 8L * threads * block * (most + widest)
        + candidateBytes(most, widest)
        + 4L * 8 * rows.count();
  }

  /** The candidates' residual matrix, their features and those of what is taken of them. */
  private static long candidateBytes(long most, long widest) {
    return 8L * widest * (widest + 2L * most);
  }

  /** Bytes held beside the rows where all columns of F are stored. */
  public static long storedBytes(Rows rows, Kernel kernel, int most, int widest, int threads) {
    return fixedBytes(rows, kernel, widest, threads)
        + 8L * GramColumns.BLOCK_ROWS * threads * widest
        + candidateBytes(most, widest)
        + RowFeatures.bytes(rows.count(), most);
  }

  private static long fixedBytes(Rows rows, Kernel kernel, int widest, int threads) {
    return 4L * 8 * rows.count() + GramColumns.bytes(rows, kernel, widest, threads);
  }

  /** How many columns of F the memory holds beside everything else. */
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

  /** Pivots so far. */
  public int count() {
    return count;
  }

  public int[] pivots() {
    return Arrays.copyOf(pivots, count);
  }

  /** The diagonal of R, not negative; 0 for pivots. Shared: read only. */
  public double[] residual() {
    return residual;
  }

  /** What a pivot's residual has to exceed. */
  public double cutOff() {
    return cutOff;
  }

  /** The columns of F for all rows, or null where some are not stored. */
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

  /** What the user should know of columns that memory had no room for; null if all are stored. */
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

  /** Columns of F that are stored. */
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

  /** Rows of F, row-major with {@link #count} columns. */
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

  /** The residual matrix among some rows whose features are known; diagonal as in the residual. */
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

  /** C -= A B' for C rows x columns, B columns x depth without gaps. */
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

  /** The stored columns of the later pivots, and room for as many rows more. */
  private double[] leadOfLater(int more) {
    int later = count - stored;
    double[] result = new double[Math.multiplyExact(later + more, stored)];
    for (int j = 0; j < later; j++) {
      System.arraycopy(triangle[j], 0, result, j * stored, stored);
    }
    return result;
  }

  /** The triangle among the later pivots. */
  private LowerTriangle cornerOfLater() {
    int later = count - stored;
    double[] result = new double[Math.multiplyExact(later, later)];
    for (int j = 0; j < later; j++) {
      System.arraycopy(triangle[j], stored, result, j * later, j + 1);
    }
    return new LowerTriangle(later, result, blas);
  }

  /** Runs {@code task} on R(:,S), S some rows whose features are known, by blocks of rows. */
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
    // array, which depends on what this thread did before and must not decide over bits.
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
   * @return how much each pivot lowered the residual, summed over the rows by weight; left at 0
   *     where there is no tolerance, since nobody asks
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
   * Takes the last pivots: nothing will be asked of R any more, so their columns of F are not
   * computed, and {@link #features} knows nothing.
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

  /** Whether the columns of all pivots so far and of so many more are or can be stored. */
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

  /** On the pivots F is the triangle itself, not what rounding made of it. */
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
