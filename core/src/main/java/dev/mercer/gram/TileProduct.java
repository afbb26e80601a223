package dev.mercer.gram;

import dev.mercer.backend.Backend;
import dev.mercer.backend.Blas;
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

  TileProduct(TileGrid grid, Workers workers) {
    this.grid = grid;
    this.workers = workers;
  }

  void multiply(Tiles tiles, int columns, double[] x, double[] y) {
    inRounds(
        y,
        columns,
        (i, j, worker) -> {
          double[] tile = tiles.tile(i, j, worker);
          addProduct(false, i, j, tile, columns, x, y);
          if (i != j) {
            addProduct(true, j, i, tile, columns, x, y);
          }
        });
  }

  void multiplySingle(FloatTiles tiles, int columns, double[] x, double[] y) {
    float[] rounded = new float[x.length];
    for (int k = 0; k < x.length; k++) {
      rounded[k] = (float) x[k];
    }
    float[][] partial = new float[workers.threads()][grid.tileRows() * columns];
    inRounds(
        y,
        columns,
        (i, j, worker) -> {
          float[] tile = tiles.tile(i, j, worker);
          addProduct(false, i, j, tile, columns, rounded, y, partial[worker]);
          if (i != j) {
            addProduct(true, j, i, tile, columns, rounded, y, partial[worker]);
          }
        });
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

  /** Y_to += op(tile) X_from. */
  private void addProduct(
      boolean transpose, int to, int from, double[] tile, int columns, double[] x, double[] y) {
    blas.gemm(
        transpose,
        false,
        grid.rows(to),
        columns,
        grid.rows(from),
        1,
        tile,
        0,
        transpose ? grid.rows(to) : grid.rows(from),
        x,
        grid.first(from) * columns,
        columns,
        1,
        y,
        grid.first(to) * columns,
        columns);
  }

  private void addProduct(
      boolean transpose,
      int to,
      int from,
      float[] tile,
      int columns,
      float[] x,
      double[] y,
      float[] partial) {
    blas.gemm(
        transpose,
        false,
        grid.rows(to),
        columns,
        grid.rows(from),
        1f,
        tile,
        0,
        transpose ? grid.rows(to) : grid.rows(from),
        x,
        grid.first(from) * columns,
        columns,
        0f,
        partial,
        0,
        columns);
    int start = grid.first(to) * columns;
    int length = grid.rows(to) * columns;
    for (int k = 0; k < length; k++) {
      y[start + k] += partial[k];
    }
  }
}
