package dev.mercer.data;

import java.util.Arrays;

/** A dense row-major matrix of doubles that does not change once made. */
public final class Matrix {

  private final int rows;
  private final int columns;
  private final double[] values;

  private Matrix(int rows, int columns, double[] values) {
    if (rows < 0 || columns < 0 || (long) rows * columns != values.length) {
      throw new IllegalArgumentException(
          "a "
              + rows
              + " x "
              + columns
              + " matrix has "
              + (long) rows * columns
              + " entries, not "
              + values.length);
    }
    this.rows = rows;
    this.columns = columns;
    this.values = values;
  }

  /**
   * A matrix over {@code values} itself: the caller gives the array away and must not write to it.
   */
  public static Matrix wrap(int rows, int columns, double[] values) {
    return new Matrix(rows, columns, values);
  }

  /** A copy of an array of rows of equal length. */
  public static Matrix of(double[][] rows) {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    double[] values = new double[Math.multiplyExact(rows.length, columns)];
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != columns) {
        throw new IllegalArgumentException(
            "row " + i + " has " + rows[i].length + " entries, the first one " + columns);
      }
      System.arraycopy(rows[i], 0, values, i * columns, columns);
    }
    return new Matrix(rows.length, columns, values);
  }

  /** The number of rows. */
  public int rows() {
    return rows;
  }

  /** The number of columns. */
  public int columns() {
    return columns;
  }

  /** The entry at a place, both numbers counted from 0. */
  public double get(int row, int column) {
    if (column < 0 || column >= columns) {
      throw new IndexOutOfBoundsException("column " + column + " of " + columns);
    }
    return values[row * columns + column];
  }

  /** A copy of one row. */
  public double[] row(int row) {
    return Arrays.copyOfRange(values, row * columns, (row + 1) * columns);
  }

  /** A copy of one column. */
  public double[] column(int column) {
    double[] result = new double[rows];
    for (int i = 0; i < rows; i++) {
      result[i] = get(i, column);
    }
    return result;
  }

  /** A copy of all entries, row-major. */
  public double[] toArray() {
    return values.clone();
  }

  /** The entries themselves, row-major, for reading only: hot loops and BLAS calls take this. */
  public double[] values() {
    return values;
  }

  /** A copy with rows and columns exchanged. */
  public Matrix transpose() {
    double[] result = new double[values.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        result[j * rows + i] = values[i * columns + j];
      }
    }
    return new Matrix(columns, rows, result);
  }

  @Override
  public String toString() {
    return "Matrix " + rows + " x " + columns;
  }
}
