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

  private final TileGrid grid;
  private final Workers workers;
  private final Blas blas = Backend.instance().blas();
  private final Simd simd;

  TileProduct(TileGrid grid, Workers workers) {
    this.grid = grid;
    this.workers = workers;
    this.simd = Backend.instance().simdFor((long) grid.size() * grid.size() / 2);
  }

  void multiply(Tiles tiles, int columns, double[] x, double[] y) {
    inRounds(
        y,
        columns,
        (i, j, worker) -> {
          double[] tile = tiles.tile(i, j, worker);
          if (i == j) {
            addProduct(false, i, i, tile, columns, 0, x, y);
            return;
          }
          int done =
              simd.tileProducts(
                  tile,
                  grid.rows(i),
                  grid.rows(j),
                  columns,
                  x,
                  grid.first(i) * columns,
                  grid.first(j) * columns,
                  y,
                  grid.first(i) * columns,
                  grid.first(j) * columns);
          addProduct(false, i, j, tile, columns, done, x, y);
          addProduct(true, j, i, tile, columns, done, x, y);
        });
  }

  void multiplySingle(FloatTiles tiles, int columns, double[] x, double[] y) {
    float[] rounded = new float[grid.size() * columns];
    for (int k = 0; k < rounded.length; k++) {
      rounded[k] = (float) x[k];
    }
    // Products of one tile, for its rows and behind them for its columns.
    float[][] partial = new float[workers.threads()][2 * grid.tileRows() * columns];
    inRounds(
        y,
        columns,
        (i, j, worker) -> {
          float[] tile = tiles.tile(i, j, worker);
          float[] sums = partial[worker];
          int second = grid.rows(i) * columns;
          Arrays.fill(sums, 0, second + grid.rows(j) * columns, 0);
          if (i == j) {
            addProduct(false, i, i, tile, columns, 0, rounded, sums, 0);
          } else {
            int done =
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
            addProduct(false, i, j, tile, columns, done, rounded, sums, 0);
            addProduct(true, j, i, tile, columns, done, rounded, sums, second);
            add(sums, second, j, columns, y);
          }
          add(sums, 0, i, columns, y);
        });
  }

  private void add(float[] sums, int from, int stretch, int columns, double[] y) {
    int start = grid.first(stretch) * columns;
    for (int k = 0; k < grid.rows(stretch) * columns; k++) {
      y[start + k] += sums[from + k];
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

  /** Y_to += op(tile) X_from for the columns from {@code done} on. */
  private void addProduct(
      boolean transpose,
      int to,
      int from,
      double[] tile,
      int columns,
      int done,
      double[] x,
      double[] y) {
    blas.gemm(
        transpose,
        false,
        grid.rows(to),
        columns - done,
        grid.rows(from),
        1,
        tile,
        0,
        transpose ? grid.rows(to) : grid.rows(from),
        x,
        grid.first(from) * columns + done,
        columns,
        1,
        y,
        grid.first(to) * columns + done,
        columns);
  }

  private void addProduct(
      boolean transpose,
      int to,
      int from,
      float[] tile,
      int columns,
      int done,
      float[] x,
      float[] sums,
      int start) {
    blas.gemm(
        transpose,
        false,
        grid.rows(to),
        columns - done,
        grid.rows(from),
        1f,
        tile,
        0,
        transpose ? grid.rows(to) : grid.rows(from),
        x,
        grid.first(from) * columns + done,
        columns,
        1f,
        sums,
        start + done,
        columns);
  }
}
