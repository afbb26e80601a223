package dev.mercer.internal.gram;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Mirror;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.GramTiles;
import dev.mercer.internal.blocks.KernelBlock;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.blocks.Lattices;
import dev.mercer.internal.blocks.PairedRows;
import dev.mercer.internal.blocks.PointBlock;
import dev.mercer.internal.blocks.PrecomputedTiles;
import dev.mercer.internal.blocks.Shift;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.rows.SelectedRows;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/**
 * Columns of the Gram matrix of some rows, computed without the whole matrix. All landmark methods
 * compute their kernel values here.
 *
 * <p>The rows are prepared once (norms and shift). Callers can then ask for any number of column
 * sets, either of some of the rows or of other points, and fill them one block of rows at a time.
 * This works for a precomputed matrix too, as long as columns are named by row numbers.
 *
 * <p>Every worker has its own buffer for a block of rows, which all column sets share. So the class
 * is thread-safe as long as only one parallel run at a time asks for columns.
 */
public final class GramColumns {

  /**
   * The most rows to ask for at a time: enough for GEMM to be efficient, few enough for the cache,
   * and as many as rows in memory store in one piece.
   */
  public static final int BLOCK_ROWS = 504;

  /**
   * The fewest rows in a block that callers hand to a thread, unless there are fewer rows in all.
   */
  private static final int LEAST_BLOCK = 64;

  private final Rows rows;
  private final Kernel kernel;
  private final double[] shift;
  private final KernelBlock block;
  private final PairedRows paired;
  private final Place[] places;
  private final Workers workers;
  private final LongAdder evaluations = new LongAdder();
  private double[] diagonal;

  /**
   * Reads the rows once or twice.
   *
   * @param valuesExpected about how many kernel values will be asked for in all; decides whether
   *     compiling the vector loops pays
   */
  public GramColumns(Rows rows, Kernel kernel, long valuesExpected, Workers workers) {
    this.rows = rows;
    this.kernel = kernel;
    this.workers = workers;
    this.places = new Place[workers.threads()];
    if (!kernel.hasPoints()) {
      if (rows.count() != rows.columns()) {
        throw new IllegalArgumentException(
            "a precomputed Gram matrix is square, but this one is "
                + rows.count()
                + " x "
                + rows.columns());
      }
      this.shift = null;
      this.block = null;
      this.paired = null;
      return;
    }
    this.shift = Shift.choose(rows, kernel, workers);
    Backend backend = workers.backend();
    this.block =
        Lattices.block(
            rows, kernel, shift, KernelBlock.mapsFor(kernel, valuesExpected, backend), backend);
    this.paired = new PairedRows(rows, block, shift, workers);
  }

  public Rows rows() {
    return rows;
  }

  public Kernel kernel() {
    return kernel;
  }

  public Workers workers() {
    return workers;
  }

  /** Number of rows, n. */
  public int size() {
    return rows.count();
  }

  /** Kernel values computed so far. */
  public long evaluations() {
    return evaluations.sum();
  }

  /**
   * Adds to the count kernel values of these rows that were computed elsewhere, for instance as
   * tiles of the matrix.
   */
  public void count(long values) {
    evaluations.add(values);
  }

  /** Bytes held in addition to the rows by this object and one set of {@code columns} columns. */
  public static long bytes(Rows rows, Kernel kernel, int columns, int threads) {
    if (!kernel.hasPoints()) {
      return 3L * 8 * rows.count() + 8L * threads * rows.columns();
    }
    long block = Math.min(BLOCK_ROWS, rows.count());
    // The values of a block of rows and, for rows on a lattice, their integer multiples.
    long buffers = working(rows, threads) * 12L * (block + 1) * rows.columns();
    return 3L * 8 * rows.count()
        + Math.max(buffers, PairedRows.bytes(rows, threads))
        + columnBytes(rows, kernel, columns, threads);
  }

  /**
   * Bytes held in addition to the rows before any column is asked for: the norms and the diagonal.
   */
  public static long bytesOfNorms(Rows rows, Kernel kernel, int threads) {
    long diagonal = 8L * rows.count();
    return kernel.hasPoints() ? diagonal + PairedRows.bytes(rows, threads) : diagonal;
  }

  /** Bytes held by one more set of {@code columns} columns. */
  public static long columnBytes(Rows rows, Kernel kernel, int columns, int threads) {
    if (!kernel.hasPoints()) {
      return 0;
    }
    int block = Math.min(BLOCK_ROWS, rows.count());
    long scratch = KernelBlock.scratchBytes(kernel, rows.columns(), block, columns);
    // Each point is held as given, shifted, and, if it is on a lattice, as integer multiples.
    return working(rows, threads) * scratch + (2L * 8 + 4) * (columns + 1L) * rows.columns();
  }

  /**
   * The number of threads that can work at the same time, since a block has at least {@value
   * #LEAST_BLOCK} rows.
   */
  private static long working(Rows rows, int threads) {
    return Math.min(threads, (rows.count() + LEAST_BLOCK - 1) / LEAST_BLOCK);
  }

  /**
   * k(x_i, x_i) of every row, computed at the first call. The array is shared, so callers must not
   * write to it.
   */
  public synchronized double[] diagonal() {
    if (diagonal == null) {
      double[] result = new double[size()];
      int step = rows.blockRows();
      workers.run(
          (size() + step - 1) / step,
          (index, worker) -> {
            double[] x = new double[rows.columns()];
            for (int i = index * step; i < Math.min(size(), (index + 1) * step); i++) {
              rows.copy(i, 1, x, 0);
              result[i] = kernel.hasPoints() ? kernel.diagonal(x) : x[i];
            }
          });
      evaluations.add(size());
      diagonal = result;
    }
    return diagonal;
  }

  /** k(x_i, x_i) of some rows. */
  public double[] diagonalOf(int[] rowNumbers) {
    double[] all = diagonal();
    return Arrays.stream(rowNumbers).mapToDouble(row -> all[row]).toArray();
  }

  /**
   * K v for one vector over all rows. Costs n (n + tile) / 2 kernel values: each tile of the lower
   * triangle is computed once, used for both halves of the matrix, and not kept.
   */
  public double[] product(double[] vector) {
    GramTiles tiles =
        kernel.hasPoints()
            ? new KernelTiles(rows, kernel, false, new TileGrid(size()).tileRows(), workers)
            : new PrecomputedTiles(rows);
    double[] result = new double[size()];
    new TiledGram(tiles, false, workers).apply(1, vector, result);
    evaluations.add(tiles.evaluations());
    return result;
  }

  /** The columns of the Gram matrix that belong to these rows. */
  public Columns of(int[] rowNumbers) {
    if (!kernel.hasPoints()) {
      return new GivenColumns(rowNumbers.clone());
    }
    return new PointColumns(DenseRows.copyOf(new SelectedRows(rows, rowNumbers)));
  }

  /** Kernel values between the rows and these points, which need not be rows. */
  public Columns of(Rows points) {
    if (!kernel.hasPoints()) {
      throw new IllegalArgumentException(
          "a precomputed Gram matrix has no points: its landmarks must be rows of it");
    }
    if (points.columns() != rows.columns()) {
      throw new IllegalArgumentException(
          "the points have " + points.columns() + " columns, the rows " + rows.columns());
    }
    return new PointColumns(points);
  }

  /** A matrix of n x m kernel values, computed one block of rows at a time. */
  public interface Columns {

    /** Number of columns, m. */
    int count();

    /**
     * Writes the kernel values of rows {@code first} to {@code first + rows - 1}, row-major with
     * {@link #count} columns, from {@code out[offset]} on.
     *
     * @param rows at most {@link GramColumns#BLOCK_ROWS}
     * @param worker the number of the thread, below {@code workers().threads()}
     */
    void fill(int first, int rows, double[] out, int offset, int worker);

    /**
     * The same for rows that need not be adjacent: {@code numbers[first]} to {@code numbers[first +
     * rows - 1]}.
     */
    void fill(int[] numbers, int first, int rows, double[] out, int offset, int worker);

    /** The kernel values between the columns' own points, m x m, symmetric to the last bit. */
    double[] among();

    /** All n x m values, row-major; meant for small matrices. */
    double[] all();
  }

  /** Runs {@code task} for every block of rows, in parallel. */
  public void forBlocks(BlockTask task) {
    workers.run(
        (size() + BLOCK_ROWS - 1) / BLOCK_ROWS,
        (index, worker) -> {
          int first = index * BLOCK_ROWS;
          task.run(index, first, Math.min(BLOCK_ROWS, size() - first), worker);
        });
  }

  /** The number of blocks that {@link #forBlocks} runs. */
  public int blocks() {
    return (size() + BLOCK_ROWS - 1) / BLOCK_ROWS;
  }

  /** The work on one block of rows. */
  public interface BlockTask {
    void run(int block, int firstRow, int rows, int worker);
  }

  private double[] gather(Columns columns) {
    double[] result = new double[Math.multiplyExact(size(), columns.count())];
    forBlocks(
        (index, first, count, worker) ->
            columns.fill(first, count, result, first * columns.count(), worker));
    return result;
  }

  /**
   * The working memory of one thread for a block of rows. Column sets can share it because they are
   * filled one after the other.
   */
  private static final class Place {
    final PointBlock left = new PointBlock();
    double[] buffer;
    double[] squaredNorms;
    double[] shiftProducts;
  }

  private Place place(int worker) {
    if (places[worker] == null) {
      places[worker] = new Place();
    }
    return places[worker];
  }

  /**
   * Frees the threads' working memory, so that other work can use it; the next column set allocates
   * it again. Must not be called while columns are being filled.
   */
  public void release() {
    Arrays.fill(places, null);
  }

  /**
   * Makes the buffer large enough for this many rows. Callers may ask for the same row several
   * times, so the count can be larger than the number of rows.
   */
  private void makeBuffer(Place place, int count) {
    int length = Math.max(count, Math.min(BLOCK_ROWS, size())) * rows.columns();
    if (place.buffer == null || place.buffer.length < length) {
      place.buffer = new double[length];
    }
  }

  /** Loads rows that are adjacent. */
  private PointBlock load(int first, int count, int worker) {
    Place place = place(worker);
    if (!paired.direct()) {
      makeBuffer(place, count);
    }
    paired.load(place.left, first, count, place.buffer);
    return place.left;
  }

  /** Loads rows that need not be adjacent. */
  private PointBlock gather(int[] numbers, int first, int count, int worker) {
    Place place = place(worker);
    makeBuffer(place, count);
    if (place.squaredNorms == null) {
      place.squaredNorms = new double[BLOCK_ROWS];
      place.shiftProducts = new double[BLOCK_ROWS];
    }
    place.left.values = place.buffer;
    place.left.offset = 0;
    place.left.squaredNorms = place.squaredNorms;
    place.left.shiftProducts = place.shiftProducts;
    place.left.normsOffset = 0;
    paired.gather(place.left, numbers, first, count);
    return place.left;
  }

  private final class PointColumns implements Columns {

    private final PointBlock right = new PointBlock();
    private final KernelBlock.Scratch[] scratches = new KernelBlock.Scratch[workers.threads()];
    // the most rows that each thread's scratch memory can take
    private final int[] heights = new int[workers.threads()];

    PointColumns(Rows points) {
      PairedRows prepared = new PairedRows(points, block, shift, workers);
      double[] buffer =
          prepared.direct()
              ? null
              : new double[Math.multiplyExact(points.count(), points.columns())];
      prepared.load(right, 0, points.count(), buffer);
    }

    @Override
    public int count() {
      return right.count;
    }

    @Override
    public void fill(int first, int count, double[] out, int offset, int worker) {
      PointBlock left = load(first, count, worker);
      block.evaluate(left, right, out, offset, right.count, false, scratch(worker, count));
      evaluations.add((long) count * right.count);
    }

    @Override
    public void fill(int[] numbers, int first, int count, double[] out, int offset, int worker) {
      PointBlock left = gather(numbers, first, count, worker);
      block.evaluate(left, right, out, offset, right.count, false, scratch(worker, count));
      evaluations.add((long) count * right.count);
    }

    private KernelBlock.Scratch scratch(int worker, int height) {
      if (heights[worker] < height) {
        heights[worker] = Math.max(height, Math.min(BLOCK_ROWS, size()));
        scratches[worker] = block.scratch(heights[worker], right.count);
      }
      return scratches[worker];
    }

    @Override
    public double[] among() {
      int m = right.count;
      double[] result = new double[Math.multiplyExact(m, m)];
      workers.run(
          (m + BLOCK_ROWS - 1) / BLOCK_ROWS,
          (index, worker) -> {
            int first = index * BLOCK_ROWS;
            PointBlock some = new PointBlock();
            some.values = right.values;
            some.offset = right.offset + first * rows.columns();
            some.count = Math.min(BLOCK_ROWS, m - first);
            some.squaredNorms = right.squaredNorms;
            some.shiftProducts = right.shiftProducts;
            some.normsOffset = right.normsOffset + first;
            some.multiples = right.multiples;
            some.multiplesOffset = first * rows.columns();
            some.longest = right.longest;
            block.evaluate(some, right, result, first * m, m, true, scratch(worker, some.count));
          });
      Mirror.lowerToUpper(result, m);
      evaluations.add((long) m * m);
      return result;
    }

    @Override
    public double[] all() {
      return gather(this);
    }
  }

  private final class GivenColumns implements Columns {

    private final int[] numbers;

    GivenColumns(int[] numbers) {
      this.numbers = numbers;
      for (int number : numbers) {
        if (number < 0 || number >= size()) {
          throw new IllegalArgumentException(
              "row number " + number + "; rows are 0 to " + (size() - 1));
        }
      }
    }

    @Override
    public int count() {
      return numbers.length;
    }

    @Override
    public void fill(int first, int count, double[] out, int offset, int worker) {
      double[] copied = null;
      for (int i = 0; i < count; i++) {
        copied = read(first + i, out, offset + i * numbers.length, copied);
      }
    }

    @Override
    public void fill(int[] some, int first, int count, double[] out, int offset, int worker) {
      double[] copied = null;
      for (int i = 0; i < count; i++) {
        copied = read(some[first + i], out, offset + i * numbers.length, copied);
      }
    }

    /**
     * Reads one row. Returns the buffer that the row was copied to, so that the next call can use
     * it again, or null if no copy was needed.
     */
    private double[] read(int index, double[] out, int offset, double[] buffer) {
      // A matrix in memory is read in place, so that reading a few columns does not copy whole
      // rows.
      double[] row = rows.directDoubles(index, 1);
      int from = row == null ? 0 : rows.directOffset(index);
      double[] copied = buffer;
      if (row == null) {
        copied = buffer == null ? new double[size()] : buffer;
        rows.copy(index, 1, copied, 0);
        row = copied;
      }
      for (int c = 0; c < numbers.length; c++) {
        out[offset + c] = row[from + numbers[c]];
      }
      return copied;
    }

    @Override
    public double[] among() {
      int m = numbers.length;
      double[] result = new double[Math.multiplyExact(m, m)];
      double[] row = new double[size()];
      for (int i = 0; i < m; i++) {
        rows.copy(numbers[i], 1, row, 0);
        for (int c = 0; c < m; c++) {
          result[i * m + c] = row[numbers[c]];
        }
      }
      Mirror.lowerToUpper(result, m);
      return result;
    }

    @Override
    public double[] all() {
      return gather(this);
    }
  }
}
