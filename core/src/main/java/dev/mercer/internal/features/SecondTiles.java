package dev.mercer.internal.features;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.blocks.TileGrid;

/**
 * S += X'X by tiles of the lower triangle of S, each a task of its own.
 *
 * <p>Tiles are as even as columns allow, at most {@value #MOST} wide: enough to run at the speed of
 * GEMM, and several for every thread. Those below the diagonal are taken in two halves, one above
 * the other, which take as long as a tile on it. The tiles depend on the number of columns alone,
 * so the bits do not depend on the number of threads.
 *
 * <p>Cost: rows columns^2 flops.
 */
final class SecondTiles {

  private static final int MOST = 576;

  /** Widths are multiples of this, so that tiles begin where the loops of BLAS do. */
  private static final int UNIT = 8;

  private final int columns;
  private final int width;
  private final int across;
  private final Blas blas;

  SecondTiles(int columns, Blas blas) {
    this.blas = blas;
    this.columns = columns;
    int parts = Math.max(1, (columns + MOST - 1) / MOST);
    int even = (columns + parts - 1) / parts;
    this.width = Math.max(UNIT, (even + UNIT - 1) / UNIT * UNIT);
    this.across = (columns + width - 1) / width;
  }

  /** How many tiles there are. */
  int count() {
    return across * across;
  }

  /**
   * Adds to one tile.
   *
   * @param x X, rows of an array with room for a row more: the BLAS binding wants whole rows behind
   *     every view of columns
   * @param second S, columns x columns; only its lower triangle is written
   */
  void add(int index, View x, View second) {
    int halves = across * (across - 1);
    if (index >= halves) {
      int i = (index - halves) * width;
      int size = Math.min(width, columns - i);
      blas.lowerGram(1, x.columns(i, size), 1, second.rows(i, size).columns(i, size));
      return;
    }
    int tile = index / 2;
    int row = TileGrid.rowBelow(tile);
    int height = Math.min(width, columns - row * width);
    int half = (height / 2 + UNIT - 1) / UNIT * UNIT;
    int i = row * width + (index % 2 == 0 ? 0 : half);
    int j = (tile - row * (row - 1) / 2) * width;
    int tall = index % 2 == 0 ? half : height - half;
    blas.add(
        1, x.columns(i, tall).t(), x.columns(j, width), second.rows(i, tall).columns(j, width));
  }
}
