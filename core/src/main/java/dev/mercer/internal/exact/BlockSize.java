package dev.mercer.internal.exact;

/**
 * How many vectors a block solver multiplies at once.
 *
 * <p>More vectors per pass over the matrix mean fewer passes, with diminishing gain. A pass over a
 * stored matrix is limited by memory up to one vector register of columns, 8 doubles or 16 floats;
 * beyond that it costs in proportion to the number of vectors. So one register is best, until so
 * many components are wanted that the solver's own work per pass matters. A pass over a recomputed
 * matrix costs d multiplications per entry for its tiles and one per vector for the product, so up
 * to d/8 vectors are nearly free.
 */
final class BlockSize {

  private static final int SPARE = 2;
  private static final int REGISTERS_OF_RANK = 3;
  private static final int MOST_STORED = 32;
  private static final int MOST_TILED = 48;

  private BlockSize() {}

  static int of(int n, int rank, int columns, boolean recomputed, boolean floats) {
    int lanes = floats ? 16 : 8;
    int wanted =
        recomputed
            ? Math.min(MOST_TILED, Math.max(rank + SPARE, columns / 8))
            : Math.min(MOST_STORED, Math.max(lanes, rank / REGISTERS_OF_RANK));
    return Math.max(1, Math.min((wanted + lanes - 1) / lanes * lanes, n));
  }
}
