package dev.mercer.method;

/**
 * How many vectors a block solver multiplies at once.
 *
 * <p>A pass over a stored matrix costs about the same for 8 to 16 vectors (it waits for memory),
 * and a pass over a recomputed one the same for up to d/8 (the tiles cost d multiplications an
 * entry, the product one a vector). More vectors a pass mean fewer passes.
 */
final class BlockSize {

  private static final int LEAST = 8;
  private static final int MOST_STORED = 24;
  private static final int MOST_TILED = 48;

  private BlockSize() {}

  static int of(int n, int rank, int columns, boolean recomputed) {
    int wanted = rank + 4;
    int block =
        recomputed
            ? Math.max(Math.min(wanted, MOST_TILED), Math.min(columns / 8, MOST_TILED))
            : Math.min(wanted, MOST_STORED);
    return Math.max(1, Math.min(Math.max(LEAST, block), n));
  }
}
