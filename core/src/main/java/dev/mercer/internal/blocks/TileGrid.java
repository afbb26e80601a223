package dev.mercer.internal.blocks;

import dev.mercer.internal.backend.PanelProducts;

/**
 * Cuts n rows into stretches of equal length, so that a symmetric matrix is a triangle of square
 * tiles, and orders the tiles for parallel work.
 *
 * <p>The grid depends on n alone, never on the number of threads: that is what makes results the
 * same bits for any number of them.
 *
 * <p>{@link #pairs} lists the off-diagonal tiles in rounds, as a round-robin tournament: within a
 * round no stretch of rows appears twice, so the tiles of a round may update the product Y = K V at
 * both of their stretches at once without locks, and each stretch of Y receives its terms in the
 * order of the rounds.
 */
public final class TileGrid {

  /**
   * Rows of a tile: 504 x 504 doubles are just under 2 MiB, which wastes no part of a garbage
   * collector's region, stays in a core's share of the last cache, and keeps GEMM at full speed.
   */
  public static final int LARGEST_TILE = PanelProducts.STRIDE;

  private static final int SMALLEST_TILE = 64;
  private static final int WANTED_TILES = 4;
  private static final int LANES = 8;

  private final int size;
  private final int tile;
  private final int count;

  public TileGrid(int size) {
    this.size = size;
    // Small matrices are cut into 4 stretches: work for a few threads, in few rounds.
    int even = (int) ((size + WANTED_TILES - 1L) / WANTED_TILES);
    int rounded = (even + LANES - 1) / LANES * LANES;
    int wanted = Math.max(SMALLEST_TILE, Math.min(LARGEST_TILE, rounded));
    this.tile = Math.max(1, Math.min(size, wanted)); // buffers are made for whole tiles
    this.count = (int) ((size + tile - 1L) / tile);
  }

  /** The order n of the matrix. */
  public int size() {
    return size;
  }

  /** Number of stretches. */
  public int count() {
    return count;
  }

  /** Rows in every stretch but the last. */
  public int tileRows() {
    return tile;
  }

  /** First row of a stretch. */
  public int first(int stretch) {
    return stretch * tile;
  }

  /** Rows in a stretch. */
  public int rows(int stretch) {
    return Math.min(tile, size - stretch * tile);
  }

  /**
   * Entries from a row of a stored tile to the next. Products want {@link PanelProducts#STRIDE}, so
   * tiles nearly as wide have gaps; of others strips are copied in every product, for gaps would be
   * more than a third of their memory.
   */
  public static int rowDistance(int width) {
    return 4 * width >= 3 * PanelProducts.STRIDE ? PanelProducts.STRIDE : width;
  }

  /** Position of tile (i, j), j at most i, in a list of all tiles of the lower triangle. */
  public int index(int i, int j) {
    return i * (i + 1) / 2 + j;
  }

  /**
   * The row of the tile with this number among those below the diagonal, row after row: row i has i
   * of them, from i (i - 1) / 2 on.
   */
  public static int rowBelow(int number) {
    int i = (int) ((1 + Math.sqrt(8.0 * number + 1)) / 2);
    // The square root may round across a row of the triangle.
    while (i * (i - 1L) / 2 > number) {
      i--;
    }
    while ((i + 1L) * i / 2 <= number) {
      i++;
    }
    return i;
  }

  /** Tiles of the lower triangle, diagonal included. */
  public int tiles() {
    if (tileCount() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "a matrix of "
              + size
              + " rows has "
              + tileCount()
              + " tiles, more than the 2^31 - 1 that are allowed; take fewer rows, or landmarks");
    }
    return (int) tileCount();
  }

  /** The same, however many there are. */
  public long tileCount() {
    return count * (count + 1L) / 2;
  }

  /** Rounds of the tournament; 0 if there is only one stretch. */
  public int rounds() {
    int players = count + (count & 1);
    return Math.max(0, players - 1);
  }

  /**
   * The pairs of one round, as {i, j, i, j, …} with i greater than j.
   *
   * <p>The circle method: the last player stays, the others turn by one place a round; with an odd
   * number of stretches, who meets the missing player rests.
   */
  public int[] pairs(int round) {
    int players = count + (count & 1);
    int[] result = new int[players];
    int filled = 0;
    for (int k = 0; k < players / 2; k++) {
      int a = k == 0 ? players - 1 : (round + k) % (players - 1);
      int b = k == 0 ? round : (round - k + players - 1) % (players - 1);
      if (a < count && b < count) {
        result[filled++] = Math.max(a, b);
        result[filled++] = Math.min(a, b);
      }
    }
    return java.util.Arrays.copyOf(result, filled);
  }
}
