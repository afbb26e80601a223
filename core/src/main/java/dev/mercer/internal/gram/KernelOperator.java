package dev.mercer.internal.gram;

import dev.mercer.internal.linalg.ExplicitOperator;
import dev.mercer.internal.linalg.RowBlocks;

/** The Gram matrix of some rows as an operator; it counts the kernel values it computes. */
public interface KernelOperator extends ExplicitOperator {

  /** {@code stored}, {@code tiled} or {@code precomputed}. */
  String kind();

  /** Bytes a product with so many vectors allocates for itself at most, centered or not. */
  static long productBytes(int size, int columns, int threads) {
    return TileProduct.bytes(size, columns, threads) + RowBlocks.bytes(size, 1, columns + 1);
  }

  /** The diagonal, k(x_i, x_i). */
  double[] diagonal();

  /** The distance from 1 to the next number of the arithmetic that made the entries. */
  default double epsilon() {
    return Math.ulp(1.0);
  }

  /** By how much an entry may be off beyond rounding. */
  default double entryError() {
    return 0;
  }

  /** Kernel values computed so far. */
  long evaluations();
}
