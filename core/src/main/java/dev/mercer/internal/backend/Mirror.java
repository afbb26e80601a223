package dev.mercer.internal.backend;

/**
 * Copies the lower half of a square matrix to its upper half, so that it is symmetric to the bit.
 *
 * <p>In blocks that stay in the first-level cache: along a column every entry lies in a cache line
 * of its own, and taken row by row each of these lines would be fetched again for every entry.
 * Twice because generics of Java do not range over numbers, and a call per entry would cost more.
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
