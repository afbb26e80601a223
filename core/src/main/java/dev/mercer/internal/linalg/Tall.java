package dev.mercer.internal.linalg;

import dev.mercer.internal.backend.View;

/**
 * A tall matrix inside a row-major array: {@code columns} neighboring columns of the array, whose
 * rows are {@code stride} entries apart. It is a view and not a copy, so writing to it writes to
 * the array.
 *
 * @param values the array
 * @param offset where row 0 starts
 * @param stride distance of two rows, at least {@code columns}
 * @param columns number of columns in the view
 */
public record Tall(double[] values, int offset, int stride, int columns) {

  /**
   * A new matrix of zeros. Its array has one row more than asked for: the BLAS binding requires
   * whole rows to fit into the array, including the last row of a view that does not begin at
   * column 0.
   */
  public static Tall allocate(int rows, int columns) {
    long entries = (rows + 1L) * columns;
    if (entries > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "a block of "
              + rows
              + " x "
              + columns
              + " numbers exceeds one array (2,147,483,639 entries); use at most "
              + (Integer.MAX_VALUE - 8) / (rows + 1)
              + " columns");
    }
    return of(new double[(int) entries], columns);
  }

  /** A view of a whole row-major array with {@code columns} columns. */
  public static Tall of(double[] values, int columns) {
    return new Tall(values, 0, columns, columns);
  }

  /** Some rows of the matrix. */
  public View rows(int from, int count) {
    return View.at(values, offset + from * stride, count, columns, stride);
  }

  /** The view of columns {@code from} to {@code from + count - 1}. */
  public Tall columns(int from, int count) {
    if (from < 0 || count < 0 || from + count > columns) {
      throw new IndexOutOfBoundsException(
          "columns " + from + " to " + (from + count - 1) + " of " + columns);
    }
    return new Tall(values, offset + from, stride, count);
  }
}
