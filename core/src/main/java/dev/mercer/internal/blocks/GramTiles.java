package dev.mercer.internal.blocks;

import dev.mercer.internal.backend.Workers;

/** The source of the entries of a Gram matrix, tile by tile. */
public interface GramTiles {

  /** The order n of the matrix. */
  int size();

  /**
   * Writes the entries of {@code rows} rows from {@code firstRow} and {@code columns} columns from
   * {@code firstColumn}, row-major without gaps. Tiles on the diagonal are exactly symmetric.
   *
   * @param zeros whether {@code out} holds zeros, as a new array does; that may be faster
   * @param worker number of the thread, below the number of threads given at construction
   */
  void tile(
      int firstRow,
      int rows,
      int firstColumn,
      int columns,
      double[] out,
      boolean zeros,
      int worker);

  /** The same in single precision. */
  void tile(
      int firstRow, int rows, int firstColumn, int columns, float[] out, boolean zeros, int worker);

  /**
   * Writes whole columns of the matrix side by side: entry (i, j) of {@code into}, n x
   * chosen.length, row-major, belongs to row i and column {@code chosen[j]}.
   */
  void columns(int[] chosen, double[] into, Workers workers);

  /** The n diagonal entries. */
  double[] diagonal();

  /** Kernel values computed so far. */
  long evaluations();
}
