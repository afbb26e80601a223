package dev.mercer.internal.features;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.blocks.TileGrid;

/**
 * S += X'X by tiles of the lower triangle of S, each a task of its own.
 *
 * <p>Tiles are as equal in width as the number of columns allows, at most {@value #MOST} wide:
 * large enough to run at the speed of GEMM, and several for every thread. Tiles below the diagonal
 * are divided into an upper and a lower half, each of which takes as long as a tile on the
 * diagonal. The tiles depend only on the number of columns, so the bits do not depend on the number
 * of threads.
 *
 * <p>Cost: rows columns^2 flops.
 */
final class SecondTiles {

  private static final int MOST = 576;

  /** Widths are multiples of this, so that tiles start where the loops of BLAS do. */
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

  /** The number of tasks. */
  int count() {
    return across * across;
  }

  /**
   * Computes one task.
   *
   * @param x X, rows of an array that is at least one row longer, because the BLAS binding requires
   *     a full row after every view of columns
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
