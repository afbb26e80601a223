package dev.mercer.internal.gram;

import dev.mercer.internal.linalg.ExplicitOperator;
import dev.mercer.internal.linalg.RowBlocks;

/** The Gram matrix of some rows as an operator; it counts the kernel values it computes. */
public interface KernelOperator extends ExplicitOperator {

  /** {@code stored}, {@code tiled} or {@code precomputed}. */
  String kind();

  /**
   * An upper bound on the bytes that a product with this many vectors allocates, centered or not.
   */
  static long productBytes(int size, int columns, int threads) {
    return TileProduct.bytes(size, columns, threads) + RowBlocks.bytes(size, 1, columns + 1);
  }

  /** The diagonal, k(x_i, x_i). */
  double[] diagonal();

  /**
   * The machine epsilon of the arithmetic that computed the entries: the distance from 1 to the
   * next larger number.
   */
  default double epsilon() {
    return Math.ulp(1.0);
  }

  /** How much an entry may be wrong by, in addition to rounding. */
  default double entryError() {
    return 0;
  }

  /** Kernel values computed so far. */
  long evaluations();
}
