package dev.mercer.internal.blocks;

import dev.mercer.internal.backend.PanelProducts;

/**
 * Divides n rows into row ranges of equal length (called stretches in the code), so that the lower
 * triangle of a symmetric matrix consists of square tiles, and orders the tiles for parallel work.
 *
 * <p>The grid depends on n alone, never on the number of threads, so that results are the same to
 * the last bit for any number of threads.
 *
 * <p>{@link #pairs} lists the off-diagonal tiles in rounds, as in a round-robin tournament: in a
 * round, no row range appears twice. So the tiles of a round can update the product Y = K V in both
 * of their row ranges at the same time without locks, and each row range of Y receives its terms in
 * the order of the rounds.
 */
public final class TileGrid {

  /**
   * Rows of a tile. A tile of 504 x 504 doubles is just under 2 MiB, so that it wastes no part of a
   * region of the garbage collector and fits into one core's share of the last-level cache, and it
   * is large enough for GEMM to run at full speed.
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
    // Small matrices are divided into 4 row ranges, which gives a few threads enough work in few
    // rounds.
    int even = (int) ((size + WANTED_TILES - 1L) / WANTED_TILES);
    int rounded = (even + LANES - 1) / LANES * LANES;
    int wanted = Math.max(SMALLEST_TILE, Math.min(LARGEST_TILE, rounded));
    this.tile = Math.max(1, Math.min(size, wanted)); // buffers are allocated for whole tiles
    this.count = (int) ((size + tile - 1L) / tile);
  }

  /** The order n of the matrix. */
  public int size() {
    return size;
  }

  /** The number of row ranges. */
  public int count() {
    return count;
  }

  /** The number of rows in every row range but the last. */
  public int tileRows() {
    return tile;
  }

  /** The first row of a row range. */
  public int first(int stretch) {
    return stretch * tile;
  }

  /** The number of rows in a row range. */
  public int rows(int stretch) {
    return Math.min(tile, size - stretch * tile);
  }

  /**
   * The number of entries from one row of a stored tile to the next. Products need a distance of
   * {@link PanelProducts#STRIDE}, so tiles that are nearly that wide are stored with gaps. Strips
   * of narrower tiles are copied in every product instead, because gaps would add more than a third
   * to their memory.
   */
  public static int rowDistance(int width) {
    return 4 * width >= 3 * PanelProducts.STRIDE ? PanelProducts.STRIDE : width;
  }

  /**
   * The position of tile (i, j), where j is at most i, in a list of all tiles of the lower
   * triangle.
   */
  public int index(int i, int j) {
    return i * (i + 1) / 2 + j;
  }

  /**
   * Counting the tiles below the diagonal row by row, the row of the tile with this number: row i
   * has i such tiles, which start at number i (i - 1) / 2.
   */
  public static int rowBelow(int number) {
    int i = (int) ((1 + Math.sqrt(8.0 * number + 1)) / 2);
    // Rounding of the square root may give a neighboring row of the triangle.
    while (i * (i - 1L) / 2 > number) {
      i--;
    }
    while ((i + 1L) * i / 2 <= number) {
      i++;
    }
    return i;
  }

  /** The number of tiles in the lower triangle, including the diagonal. */
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

  /** The same, without the limit of an int. */
  public long tileCount() {
    return count * (count + 1L) / 2;
  }

  /** The number of rounds of the tournament; 0 if there is only one row range. */
  public int rounds() {
    int players = count + (count & 1);
    return Math.max(0, players - 1);
  }

  /**
   * The pairs of one round, as {i, j, i, j, …} with i greater than j.
   *
   * <p>The circle method: the last player stays in place, and all others move by one place per
   * round. If the number of row ranges is odd, one more player is added, and the row range that
   * meets it has no tile in that round.
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
