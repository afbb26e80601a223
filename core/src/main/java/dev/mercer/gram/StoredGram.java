package dev.mercer.gram;

import dev.mercer.backend.Workers;

/**
 * A Gram matrix computed once and kept as the lower triangle of square tiles, in double or float.
 *
 * <p>Memory: n(n + tile)/2 entries, no array above 2 MiB. Cost: each entry evaluated once; a
 * product reads every tile once.
 */
public final class StoredGram implements KernelOperator {

  private final GramTiles source;
  private final TileGrid grid;
  private final TileProduct product;
  private final double[][] tiles;
  private final float[][] floatTiles;

  /** Computes all tiles. */
  public StoredGram(GramTiles source, boolean single, Workers workers) {
    this.source = source;
    this.grid = new TileGrid(source.size());
    this.product = new TileProduct(grid, workers);
    this.tiles = single ? null : new double[grid.tiles()][];
    this.floatTiles = single ? new float[grid.tiles()][] : null;
    workers.run(grid.tiles(), (index, worker) -> compute(index, worker));
  }

  /** Tiles on the diagonal come last: they take less time and fill the end of the work. */
  private void compute(int task, int worker) {
    int below = grid.tiles() - grid.count();
    int i;
    int j;
    if (task < below) {
      i = TileGrid.rowBelow(task);
      j = task - i * (i - 1) / 2;
    } else {
      i = task - below;
      j = i;
    }
    int index = grid.index(i, j);
    int entries = grid.rows(i) * grid.rows(j);
    if (tiles != null) {
      tiles[index] = new double[entries];
      source.tile(
          grid.first(i), grid.rows(i), grid.first(j), grid.rows(j), tiles[index], true, worker);
    } else {
      floatTiles[index] = new float[entries];
      source.tile(
          grid.first(i),
          grid.rows(i),
          grid.first(j),
          grid.rows(j),
          floatTiles[index],
          true,
          worker);
    }
  }

  /** Bytes of the tiles for a matrix of order n, known before any is made. */
  public static long bytes(int size, boolean single) {
    TileGrid grid = new TileGrid(size);
    long entries = 0;
    for (int i = 0; i < grid.count(); i++) {
      entries += (long) grid.rows(i) * (grid.first(i) + grid.rows(i));
    }
    long headers = 24L * grid.tiles();
    return entries * (single ? 4 : 8) + headers;
  }

  @Override
  public int size() {
    return grid.size();
  }

  @Override
  public void apply(int columns, double[] x, double[] y) {
    if (tiles != null) {
      product.multiply((i, j, worker) -> tiles[grid.index(i, j)], columns, x, y);
    } else {
      product.multiplySingle((i, j, worker) -> floatTiles[grid.index(i, j)], columns, x, y);
    }
  }

  @Override
  public void copyLower(double[] into) {
    int n = grid.size();
    for (int i = 0; i < grid.count(); i++) {
      for (int j = 0; j <= i; j++) {
        int index = grid.index(i, j);
        int width = grid.rows(j);
        for (int row = 0; row < grid.rows(i); row++) {
          int to = (grid.first(i) + row) * n + grid.first(j);
          if (tiles != null) {
            System.arraycopy(tiles[index], row * width, into, to, width);
          } else {
            for (int c = 0; c < width; c++) {
              into[to + c] = floatTiles[index][row * width + c];
            }
          }
        }
      }
    }
  }

  @Override
  public String kind() {
    return "stored";
  }

  @Override
  public double[] diagonal() {
    return source.diagonal();
  }

  @Override
  public long evaluations() {
    return source.evaluations();
  }
}
