package dev.mercer.internal.gram;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.GramTiles;
import dev.mercer.internal.blocks.TileGrid;

/**
 * A Gram matrix computed once and kept as the lower triangle of square tiles, in double or float.
 *
 * <p>Memory: n(n + tile)/2 entries, plus gaps between the rows of a tile where {@link
 * TileGrid#rowDistance} asks for them; no array is larger than 2 MiB. Cost: each entry is evaluated
 * once, and a product reads every tile once.
 */
public final class StoredGram implements KernelOperator {

  private final GramTiles source;
  private final TileGrid grid;
  private final TileProduct product;
  private final double[][] tiles;
  private final float[][] floatTiles;

  /**
   * Computes one tile. The tiles on the diagonal come last: they take less time, so that the
   * threads finish at nearly the same time.
   */
  public StoredGram(GramTiles source, boolean single, Workers workers) {
    this.source = source;
    this.grid = new TileGrid(source.size());
    this.product = new TileProduct(grid, true, workers);
    this.tiles = single ? null : new double[grid.tiles()][];
    this.floatTiles = single ? new float[grid.tiles()][] : null;
    workers.run(grid.tiles(), (index, worker) -> compute(index, worker));
  }

  /**
   * Moves the rows of a tile without gaps to their places in the layout with gaps, the last row
   * first.
   */
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
    int rows = grid.rows(i);
    int width = grid.rows(j);
    int distance = TileGrid.rowDistance(width);
    if (tiles != null) {
      double[] tile = new double[rows * distance];
      source.tile(grid.first(i), rows, grid.first(j), width, tile, true, worker);
      spread(tile, rows, width, distance);
      tiles[index] = tile;
    } else {
      float[] tile = new float[rows * distance];
      source.tile(grid.first(i), rows, grid.first(j), width, tile, true, worker);
      spread(tile, rows, width, distance);
      floatTiles[index] = tile;
    }
  }

  /** Bytes of the tiles for a matrix of order n, computed without allocating any. */
  private static void spread(Object tile, int rows, int width, int distance) {
    for (int i = rows - 1; i > 0 && distance > width; i--) {
      System.arraycopy(tile, i * width, tile, i * distance, width);
    }
  }

  /** Bytes of the tiles for a matrix of order n, known before any is made. */
  public static long bytes(int size, boolean single) {
    TileGrid grid = new TileGrid(size);
    long entries = 0;
    int distance = TileGrid.rowDistance(grid.tileRows());
    for (int i = 0; i < grid.count(); i++) {
      int rows = grid.rows(i);
      entries += (long) rows * ((long) i * distance + TileGrid.rowDistance(rows));
    }
    long headers = 24L * grid.tileCount();
    return entries * (single ? 4 : 8) + headers;
  }

  @Override
  public double epsilon() {
    return floatTiles != null ? Math.ulp(1f) : Math.ulp(1.0);
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
        int distance = TileGrid.rowDistance(width);
        for (int row = 0; row < grid.rows(i); row++) {
          int to = (grid.first(i) + row) * n + grid.first(j);
          if (tiles != null) {
            System.arraycopy(tiles[index], row * distance, into, to, width);
          } else {
            for (int c = 0; c < width; c++) {
              into[to + c] = floatTiles[index][row * distance + c];
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
