package dev.mercer.internal.linalg;

/** A symmetric matrix as an operator, by the definition of the product. */
public final class MatrixOperator implements ExplicitOperator {

  private final int n;
  private final double[] matrix;

  /**
   * @param matrix n x n, row-major, symmetric
   */
  public MatrixOperator(int n, double[] matrix) {
    this.n = n;
    this.matrix = matrix;
  }

  @Override
  public int size() {
    return n;
  }

  @Override
  public void apply(int columns, double[] x, double[] y) {
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < columns; c++) {
        y[i * columns + c] = 0;
      }
      for (int j = 0; j < n; j++) {
        for (int c = 0; c < columns; c++) {
          y[i * columns + c] += matrix[i * n + j] * x[j * columns + c];
        }
      }
    }
  }

  @Override
  public void copyLower(double[] into) {
    for (int i = 0; i < n; i++) {
      System.arraycopy(matrix, i * n, into, i * n, i + 1);
      // The contract leaves the upper triangle undefined: readers of it should notice.
      java.util.Arrays.fill(into, i * n + i + 1, (i + 1) * n, Double.NaN);
    }
  }
}
