package dev.mercer.landmark;

import dev.mercer.gram.GramColumns;

/**
 * Features F of all rows seen through landmarks, K^ = F F', kept in memory by blocks of rows: what
 * a selector that computes them on the way hands on, so that they are not computed twice.
 *
 * <p>Row i is in block i / {@link GramColumns#BLOCK_ROWS}; rows of a block are {@link #stride}
 * apart, and their first {@link #columns} entries are used: F in the order of the landmarks, lower
 * triangular on the landmarks themselves.
 */
public final class RowFeatures {

  private final int rows;
  private int stride;
  private final double[][] blocks;
  private int columns;

  /**
   * @param stride most columns there can be
   */
  public RowFeatures(int rows, int stride) {
    this.rows = rows;
    this.stride = stride;
    this.blocks = new double[(rows + GramColumns.BLOCK_ROWS - 1) / GramColumns.BLOCK_ROWS][];
    for (int b = 0; b < blocks.length; b++) {
      int count = Math.min(GramColumns.BLOCK_ROWS, rows - b * GramColumns.BLOCK_ROWS);
      blocks[b] = new double[Math.multiplyExact(count, stride)];
    }
  }

  private RowFeatures(int rows, int stride, double[][] blocks) {
    this.rows = rows;
    this.stride = stride;
    this.blocks = blocks;
  }

  /** Bytes of so many features. */
  public static long bytes(int rows, int stride) {
    return 8L * rows * stride;
  }

  public int rows() {
    return rows;
  }

  public int stride() {
    return stride;
  }

  /** Columns in use. */
  public int columns() {
    return columns;
  }

  /** Says how many columns are in use. */
  public void columns(int used) {
    if (used < columns || used > stride) {
      throw new IllegalArgumentException(used + " columns of " + stride);
    }
    columns = used;
  }

  /** These features with only the first columns in use; the memory is shared. */
  RowFeatures narrowed(int used) {
    RowFeatures result = new RowFeatures(rows, stride, blocks);
    result.columns(used);
    return result;
  }

  /**
   * Makes room for more columns, keeping those in use; block by block, so that memory never
   * doubles.
   */
  public void widen(int wider) {
    for (int b = 0; b < blocks.length; b++) {
      int count = Math.min(GramColumns.BLOCK_ROWS, rows - b * GramColumns.BLOCK_ROWS);
      double[] wide = new double[Math.multiplyExact(count, wider)];
      for (int i = 0; i < count; i++) {
        System.arraycopy(blocks[b], i * stride, wide, i * wider, columns);
      }
      blocks[b] = wide;
    }
    stride = wider;
  }

  /** The rows of one block, row-major. */
  public double[] block(int index) {
    return blocks[index];
  }

  /** Where a row starts in its block. */
  public int offset(int row) {
    return row % GramColumns.BLOCK_ROWS * stride;
  }
}
