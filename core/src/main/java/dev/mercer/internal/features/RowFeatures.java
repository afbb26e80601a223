package dev.mercer.internal.features;

import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.GramColumns;

/**
 * Features F of all rows from landmarks, K^ = F F', kept in memory: a selector that computes them
 * anyway passes them on, so that they are not computed twice.
 *
 * <p>Rows are stored one after the other in a few arrays, {@link #stride} apart. Row i begins at
 * {@link #offset} in {@link #array}, and its first {@link #columns} entries are used: F in the
 * order of the landmarks, lower triangular on the rows of the landmarks themselves. A block of
 * {@link GramColumns#BLOCK_ROWS} rows never spans two arrays. After the last row of every array
 * there is space for one more row, which BLAS may require.
 *
 * <p>Arrays are just under 32 MiB: so large that garbage collectors never move them, and of a size
 * that wastes little of any collector's regions.
 */
public final class RowFeatures {

  /** The largest number of entries, which leaves space for the header of an array. */
  private static final int MOST_ENTRIES = (1 << 22) - 8;

  private final int rows;
  private int stride;
  private int rowsTogether;
  private double[][] arrays;
  private int columns;

  /**
   * @param stride the largest number of columns
   * @param workers clear the memory in parallel
   */
  public RowFeatures(int rows, int stride, Workers workers) {
    this.rows = rows;
    this.stride = stride;
    this.rowsTogether = rowsTogether(stride);
    this.arrays = new double[arrays(rows, rowsTogether)][];
    workers.run(arrays.length, (index, worker) -> arrays[index] = allocate(index));
  }

  private RowFeatures(RowFeatures other, int columns) {
    this.rows = other.rows;
    this.stride = other.stride;
    this.rowsTogether = other.rowsTogether;
    this.arrays = other.arrays;
    columns(columns);
  }

  private static int rowsTogether(int stride) {
    int most = MOST_ENTRIES / Math.max(1, stride) - 1;
    return Math.max(1, most / GramColumns.BLOCK_ROWS) * GramColumns.BLOCK_ROWS;
  }

  private static int arrays(int rows, int rowsTogether) {
    return (rows + rowsTogether - 1) / rowsTogether;
  }

  private double[] allocate(int index) {
    int count = Math.min(rowsTogether, rows - index * rowsTogether);
    return new double[Math.multiplyExact(count + 1, stride)];
  }

  /** Bytes of the features of this many rows. */
  public static long bytes(int rows, int stride) {
    return 8L * stride * (rows + arrays(rows, rowsTogether(stride)));
  }

  public int rows() {
    return rows;
  }

  public int stride() {
    return stride;
  }

  /** Number of columns in use. */
  public int columns() {
    return columns;
  }

  /** Sets how many columns are in use. */
  public void columns(int used) {
    if (used < columns || used > stride) {
      throw new IllegalArgumentException(used + " columns of " + stride);
    }
    columns = used;
  }

  /** These features with only the first columns in use; the memory is shared. */
  public RowFeatures narrowed(int used) {
    return new RowFeatures(this, used);
  }

  /**
   * Makes space for more columns, keeping those in use; array by array, so that the memory in use
   * never doubles.
   */
  public void widen(int wider) {
    double[][] old = arrays;
    int oldStride = stride;
    int oldTogether = rowsTogether;
    stride = wider;
    rowsTogether = rowsTogether(wider);
    arrays = new double[arrays(rows, rowsTogether)][];
    for (int i = 0; i < rows; i++) {
      if (i % rowsTogether == 0) {
        arrays[i / rowsTogether] = allocate(i / rowsTogether);
      }
      if (i % oldTogether == 0 && i > 0) {
        old[i / oldTogether - 1] = null;
      }
      int from = i % oldTogether * oldStride;
      System.arraycopy(old[i / oldTogether], from, array(i), offset(i), columns);
    }
  }

  /** The features of some rows of a block, as a matrix. */
  public View block(int first, int count) {
    return View.at(array(first), offset(first), count, columns(), stride);
  }

  /** The array that holds a row. */
  public double[] array(int row) {
    return arrays[row / rowsTogether];
  }

  /** Where a row starts in the array that holds it. */
  public int offset(int row) {
    return row % rowsTogether * stride;
  }

  /** How many rows, from this one on, lie in one array. */
  int together(int row) {
    return Math.min(rows - row, rowsTogether - row % rowsTogether);
  }
}
