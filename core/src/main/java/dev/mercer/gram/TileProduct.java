package dev.mercer.gram;

import dev.mercer.backend.Backend;
import dev.mercer.backend.Blas;
import dev.mercer.backend.Simd;
import dev.mercer.backend.Workers;
import java.util.Arrays;

/**
 * Y = K V for a symmetric matrix K in lower-triangle tiles, whether they are stored or made on the
 * way.
 *
 * <ol>
 *   <li>diagonal tiles: Y_i = K_ii V_i
 *   <li>for each round of the grid's tournament, for each of its pairs (i, j) in parallel: Y_i +=
 *       K_ij V_j and Y_j += K_ij' V_i, so that a tile is read once for both
 * </ol>
 *
 * Every stretch of Y gets its terms in the order of the rounds: the same bits for any number of
 * threads. Cost: 2 n^2 flops a vector, half the matrix read once. Float tiles are multiplied in
 * single precision, their results summed in double.
 */
final class TileProduct {

  /** The tile (i, j) of the lower triangle, row-major; valid until the worker asks again. */
  interface Tiles {
    double[] tile(int i, int j, int worker);
  }

  /** The same for float tiles. */
  interface FloatTiles {
    float[] tile(int i, int j, int worker);
  }

  /** With more columns than this, packing a tile costs little beside the product. */
  private static final int MOST_SMALL_COLUMNS = 32;

  /** Multiplications of a product small enough for OpenBLAS to skip packing, with some room. */
  private static final int SMALL_PRODUCT = 460_000;

  /** More rows of a tile at once do not stay in the cache until their second product. */
  private static final int MOST_SMALL_ROWS = 48;

  /** Of floats in 512 bits. */
  private static final int MOST_LANES = 16;

  private final TileGrid grid;
  private final Workers workers;
  private final Blas blas = Backend.instance().blas();
  private final Simd simd;

  TileProduct(TileGrid grid, Workers workers) {
    this.grid = grid;
    this.workers = workers;
    this.simd = Backend.instance().simdFor((long) grid.size() * grid.size() / 2);
  }

  /** Bytes {@link #multiply} and {@link #multiplySingle} allocate for themselves at most. */
  static long bytes(int size, int columns, int threads) {
    long padded = columns + MOST_LANES;
    return 16L * size * padded + 4L * size * padded + 8L * threads * TileGrid.LARGEST_TILE * padded;
  }

  void multiply(Tiles tiles, int columns, double[] x, double[] y) {
    int padded = padded(columns, simd.lanes());
    if (padded == columns) {
      multiplyExactly(tiles, columns, x, y);
      return;
    }
    int n = grid.size();
    double[] wide = new double[n * padded];
    double[] products = new double[n * padded];
    for (int i = 0; i < n; i++) {
      System.arraycopy(x, i * columns, wide, i * padded, columns);
    }
    multiplyExactly(tiles, padded, wide, products);
    for (int i = 0; i < n; i++) {
      System.arraycopy(products, i * padded, y, i * columns, columns);
    }
  }

  /**
   * The number of vectors to multiply for a number that is wanted: the next multiple of the lanes,
   * with zeros for the missing ones, is faster than treating the remainder apart; a single vector
   * beside them, or alone, is not worth it.
   */
  private static int padded(int columns, int lanes) {
    return columns % lanes <= 1 ? columns : (columns + lanes - 1) / lanes * lanes;
  }

  private void multiplyExactly(Tiles tiles, int columns, double[] x, double[] y) {
    inRounds(
        y,
        columns,
        (i, j, worker) -> {
          double[] tile = tiles.tile(i, j, worker);
          int ofI = grid.first(i) * columns;
          int ofJ = grid.first(j) * columns;
          int done = 0;
          if (i != j) {
            done =
                simd.tileProducts(
                    tile, grid.rows(i), grid.rows(j), columns, x, ofI, ofJ, y, ofI, ofJ);
          }
          addProducts(i, j, tile, columns, done, x, y, ofI, ofJ);
        });
  }

  void multiplySingle(FloatTiles tiles, int wanted, double[] x, double[] y) {
    int columns = padded(wanted, simd.floatLanes());
    float[] rounded = new float[grid.size() * columns];
    for (int i = 0; i < grid.size(); i++) {
      for (int c = 0; c < wanted; c++) {
        rounded[i * columns + c] = (float) x[i * wanted + c];
      }
    }
    // Products of one tile, for its rows and behind them for its columns.
    float[][] partial = new float[workers.threads()][2 * grid.tileRows() * columns];
    inRounds(
        y,
        wanted,
        (i, j, worker) -> {
          float[] tile = tiles.tile(i, j, worker);
          float[] sums = partial[worker];
          int second = grid.rows(i) * columns;
          Arrays.fill(sums, 0, second + grid.rows(j) * columns, 0);
          int done = 0;
          if (i != j) {
            done =
                simd.tileProducts(
                    tile,
                    grid.rows(i),
                    grid.rows(j),
                    columns,
                    rounded,
                    grid.first(i) * columns,
                    grid.first(j) * columns,
                    sums,
                    0,
                    second);
          }
          addProducts(i, j, tile, columns, done, rounded, sums, 0, second);
          if (i != j) {
            add(sums, second, columns, j, wanted, y);
          }
          add(sums, 0, columns, i, wanted, y);
        });
  }

  private void add(float[] sums, int from, int stride, int stretch, int columns, double[] y) {
    int start = grid.first(stretch) * columns;
    for (int i = 0; i < grid.rows(stretch); i++) {
      for (int c = 0; c < columns; c++) {
        y[start + i * columns + c] += sums[from + i * stride + c];
      }
    }
  }

  private interface TileTask {
    void run(int i, int j, int worker);
  }

  private void inRounds(double[] y, int columns, TileTask task) {
    Arrays.fill(y, 0, grid.size() * columns, 0);
    workers.run(grid.count(), (index, worker) -> task.run(index, index, worker));
    for (int round = 0; round < grid.rounds(); round++) {
      int[] pairs = grid.pairs(round);
      workers.run(
          pairs.length / 2,
          (index, worker) -> task.run(pairs[2 * index], pairs[2 * index + 1], worker));
    }
  }

  /**
   * Y_i += K_ij X_j and, off the diagonal, Y_j += K_ij' X_i for the columns from {@code done} on, a
   * few rows of the tile at a time: small products are done by OpenBLAS without packing the tile
   * first, which would cost more than the product, and the rows are still in the cache for the
   * second.
   *
   * @param toI where Y_i begins in y; {@code toJ} likewise
   */
  private void addProducts(
      int i,
      int j,
      double[] tile,
      int columns,
      int done,
      double[] x,
      double[] y,
      int toI,
      int toJ) {
    int rest = columns - done;
    if (rest == 0) {
      return;
    }
    int rows = grid.rows(i);
    int width = grid.rows(j);
    int ofI = grid.first(i) * columns + done;
    int ofJ = grid.first(j) * columns + done;
    int step = rowsOfSmallProduct(width, rest);
    for (int first = 0; first < rows; first += step) {
      int count = Math.min(step, rows - first);
      int strip = first * width;
      int shift = first * columns;
      blas.gemm(
          false,
          false,
          count,
          rest,
          width,
          1,
          tile,
          strip,
          width,
          x,
          ofJ,
          columns,
          1,
          y,
          toI + done + shift,
          columns);
      if (i != j) {
        blas.gemm(
            true,
            false,
            width,
            rest,
            count,
            1,
            tile,
            strip,
            width,
            x,
            ofI + shift,
            columns,
            1,
            y,
            toJ + done,
            columns);
      }
    }
  }

  /**
   * Rows of a tile to multiply at once so that OpenBLAS does not pack them; all of them where there
   * are so many columns that packing pays.
   */
  static int rowsOfSmallProduct(int width, int columns) {
    return columns > MOST_SMALL_COLUMNS
        ? TileGrid.LARGEST_TILE
        : Math.max(8, Math.min(MOST_SMALL_ROWS, SMALL_PRODUCT / (width * columns)));
  }

  private void addProducts(
      int i, int j, float[] tile, int columns, int done, float[] x, float[] y, int toI, int toJ) {
    int rest = columns - done;
    if (rest == 0) {
      return;
    }
    int rows = grid.rows(i);
    int width = grid.rows(j);
    int ofI = grid.first(i) * columns + done;
    int ofJ = grid.first(j) * columns + done;
    int step = rowsOfSmallProduct(width, rest);
    for (int first = 0; first < rows; first += step) {
      int count = Math.min(step, rows - first);
      int strip = first * width;
      int shift = first * columns;
      blas.gemm(
          false,
          false,
          count,
          rest,
          width,
          1f,
          tile,
          strip,
          width,
          x,
          ofJ,
          columns,
          1f,
          y,
          toI + done + shift,
          columns);
      if (i != j) {
        blas.gemm(
            true,
            false,
            width,
            rest,
            count,
            1f,
            tile,
            strip,
            width,
            x,
            ofI + shift,
            columns,
            1f,
            y,
            toJ + done,
            columns);
      }
    }
  }
}
