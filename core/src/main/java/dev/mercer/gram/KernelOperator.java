package dev.mercer.gram;

import dev.mercer.linalg.ExplicitOperator;

/** The Gram matrix of some rows as an operator; it counts the kernel values it computes. */
public interface KernelOperator extends ExplicitOperator {

  /** {@code stored}, {@code tiled} or {@code precomputed}. */
  String kind();

  /** Bytes a product with so many vectors allocates for itself at most. */
  static long productBytes(int size, int columns, int threads) {
    return TileProduct.bytes(size, columns, threads);
  }

  /** The diagonal, k(x_i, x_i). */
  double[] diagonal();

  /** Kernel values computed so far. */
  long evaluations();
}
