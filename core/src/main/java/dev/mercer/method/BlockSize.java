package dev.mercer.method;

/**
 * How many vectors a block solver multiplies at once.
 *
 * <p>More vectors a pass mean fewer passes, with less and less gain. A pass over a stored matrix
 * waits for memory and costs little more for 16 vectors than for 8; a pass over a recomputed one
 * costs d multiplications an entry for its tiles and one a vector for the product, so that d/8
 * vectors are nearly free. Blocks are multiples of the widest vector registers, 8 doubles or 16
 * floats.
 */
final class BlockSize {

  private static final int SPARE = 2;
  private static final int MOST_STORED = 32;
  private static final int MOST_TILED = 48;

  private BlockSize() {}

  static int of(int n, int rank, int columns, boolean recomputed, boolean floats) {
    int wanted = rank + SPARE;
    int block =
        recomputed
            ? Math.min(MOST_TILED, Math.max(wanted, columns / 8))
            : Math.min(MOST_STORED, wanted);
    int lanes = floats ? 16 : 8;
    return Math.max(1, Math.min((block + lanes - 1) / lanes * lanes, n));
  }
}
