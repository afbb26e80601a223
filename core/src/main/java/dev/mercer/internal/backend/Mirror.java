package dev.mercer.internal.backend;

/**
 * Copies the lower half of a square matrix to its upper half, so that the matrix is symmetric to
 * the last bit.
 *
 * <p>It works in small blocks that stay in the first-level cache. In a column, every entry lies in
 * a different cache line; copied row by row over the whole width, each of these lines would be
 * fetched again for every entry. The method exists twice because Java's generics do not cover
 * primitive numbers, and one call per entry would cost more than the copy.
 */
public final class Mirror {

  private static final int BLOCK = 16;

  private Mirror() {}

  public static void lowerToUpper(double[] matrix, int order) {
    for (int firstRow = 0; firstRow < order; firstRow += BLOCK) {
      int rowEnd = Math.min(order, firstRow + BLOCK);
      for (int firstColumn = 0; firstColumn <= firstRow; firstColumn += BLOCK) {
        for (int i = firstRow; i < rowEnd; i++) {
          int columnEnd = Math.min(i, firstColumn + BLOCK);
          for (int j = firstColumn; j < columnEnd; j++) {
            matrix[j * order + i] = matrix[i * order + j];
          }
        }
      }
    }
  }

  public static void lowerToUpper(float[] matrix, int order) {
    for (int firstRow = 0; firstRow < order; firstRow += BLOCK) {
      int rowEnd = Math.min(order, firstRow + BLOCK);
      for (int firstColumn = 0; firstColumn <= firstRow; firstColumn += BLOCK) {
        for (int i = firstRow; i < rowEnd; i++) {
          int columnEnd = Math.min(i, firstColumn + BLOCK);
          for (int j = firstColumn; j < columnEnd; j++) {
            matrix[j * order + i] = matrix[i * order + j];
          }
        }
      }
    }
  }
}
