package dev.mercer.internal.backend;

import dev.mercer.data.Matrix;

/**
 * A matrix inside a row-major array, so that a formula of a paper becomes one line of code: {@code
 * blas.add(-1, f, f.row(j).t(), column)} is column -= F f_j. Nothing is copied, and writing to the
 * view writes to the array.
 *
 * @param values the array
 * @param offset the index of the first entry
 * @param rows rows in the array, before transposition
 * @param columns columns in the array, before transposition
 * @param stride distance between two rows in the array, at least {@code columns}
 * @param transposed whether the view is the transpose of the matrix in the array
 */
public record View(
    double[] values, int offset, int rows, int columns, int stride, boolean transposed) {

  public View {
    if (rows < 0 || columns < 0 || offset < 0 || stride < columns) {
      throw new IllegalArgumentException(
          "a view of "
              + rows
              + " x "
              + columns
              + " at "
              + offset
              + " with rows "
              + stride
              + " apart");
    }
    if (rows > 0 && columns > 0) {
      long last = offset + (rows - 1L) * stride + columns;
      if (last > values.length) {
        throw new IndexOutOfBoundsException(
            "a view that ends at entry " + last + " of an array of " + values.length);
      }
    }
  }

  /** A view of a whole array, or of its first entries. */
  public static View of(double[] values, int rows, int columns) {
    return at(values, 0, rows, columns, columns);
  }

  /** A view of a part of an array. */
  public static View at(double[] values, int offset, int rows, int columns, int stride) {
    return new View(values, offset, rows, columns, stride, false);
  }

  /** A view of the entries of a matrix. */
  public static View of(Matrix matrix) {
    return of(matrix.values(), matrix.rows(), matrix.columns());
  }

  /** A vector as a matrix of one column. */
  public static View column(double[] vector) {
    return of(vector, vector.length, 1);
  }

  /** A new matrix of zeros. */
  public static View zeros(int rows, int columns) {
    return of(new double[Math.multiplyExact(rows, columns)], rows, columns);
  }

  /** The transpose. */
  public View t() {
    return new View(values, offset, rows, columns, stride, !transposed);
  }

  /** The number of rows, after transposition. */
  public int height() {
    return transposed ? columns : rows;
  }

  /** The number of columns, after transposition. */
  public int width() {
    return transposed ? rows : columns;
  }

  /** Some rows, after transposition. */
  public View rows(int first, int count) {
    return transposed
        ? new View(values, offset + first, rows, count, stride, true)
        : new View(values, offset + first * stride, count, columns, stride, false);
  }

  /** Some columns, after transposition. */
  public View columns(int first, int count) {
    return t().rows(first, count).t();
  }

  /** One row, as a matrix of one row. */
  public View row(int index) {
    return rows(index, 1);
  }

  /** One column, as a matrix of one column. */
  public View column(int index) {
    return columns(index, 1);
  }

  /** One entry; row and column are those after transposition. */
  public double get(int row, int column) {
    return values[at(row, column)];
  }

  /** Writes one entry; row and column are those after transposition. */
  public void set(int row, int column, double value) {
    values[at(row, column)] = value;
  }

  private int at(int row, int column) {
    return offset + (transposed ? column * stride + row : row * stride + column);
  }

  /** Sum of the diagonal entries. */
  public double trace() {
    double sum = 0;
    for (int i = 0; i < Math.min(rows, columns); i++) {
      sum += get(i, i);
    }
    return sum;
  }

  /** A'x, summed in the order of the rows. */
  public double[] transposeTimes(double[] x) {
    double[] result = new double[width()];
    for (int i = 0; i < height(); i++) {
      for (int c = 0; c < result.length; c++) {
        result[c] += get(i, c) * x[i];
      }
    }
    return result;
  }

  /** The mean of the rows. */
  public double[] columnMeans() {
    double[] result = new double[width()];
    for (int i = 0; i < height(); i++) {
      for (int c = 0; c < result.length; c++) {
        result[c] += get(i, c) / height();
      }
    }
    return result;
  }

  /** The same matrix in a new array that holds it row by row and nothing else. */
  public View copy() {
    View copy = zeros(height(), width());
    for (int i = 0; i < height(); i++) {
      if (transposed) {
        for (int j = 0; j < width(); j++) {
          copy.values[i * width() + j] = get(i, j);
        }
      } else {
        System.arraycopy(values, offset + i * stride, copy.values, i * columns, columns);
      }
    }
    return copy;
  }

  /** The entries row by row: the array itself if it holds exactly these, otherwise a copy. */
  public double[] rowMajor() {
    boolean whole =
        !transposed && offset == 0 && stride == columns && values.length == rows * columns;
    return whole ? values : copy().values;
  }
}
