package dev.mercer.use.ica;

import dev.mercer.data.Matrix;

/**
 * How far an unmixing matrix W is from undoing a mixing matrix A, regardless of the order, signs
 * and scales of the sources (Amari, Cichocki and Yang; Bach and Jordan 2002). With P = W A, m x m:
 *
 * <p>d = 1/(2 m (m-1)) [ sum_i (sum_j |p_ij| / max_j |p_ij| - 1) + sum_j (sum_i |p_ij| / max_i
 * |p_ij| - 1) ]
 *
 * <p>It is 0 if P is a permutation of scaled sources, and at most 1. Bach and Jordan leave out the
 * factor 1/(m-1), so their number goes from 0 to m - 1.
 */
final class AmariDistance {

  private AmariDistance() {}

  /**
   * @param unmixing W, m x d
   * @param mixing A, d x m
   * @return between 0 and 1
   */
  static double of(Matrix unmixing, Matrix mixing) {
    int m = unmixing.rows();
    if (mixing.columns() != m || mixing.rows() != unmixing.columns() || m < 2) {
      throw new IllegalArgumentException(
          "an unmixing matrix of "
              + m
              + " x "
              + unmixing.columns()
              + " and a mixing matrix of "
              + mixing.rows()
              + " x "
              + mixing.columns()
              + "; their product must be square and of order 2 at least");
    }
    double[][] product = new double[m][m];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        double sum = 0;
        for (int k = 0; k < unmixing.columns(); k++) {
          sum += unmixing.get(i, k) * mixing.get(k, j);
        }
        product[i][j] = Math.abs(sum);
      }
    }
    double total = 0;
    for (int i = 0; i < m; i++) {
      double row = 0;
      double largestOfRow = 0;
      double column = 0;
      double largestOfColumn = 0;
      for (int j = 0; j < m; j++) {
        row += product[i][j];
        largestOfRow = Math.max(largestOfRow, product[i][j]);
        column += product[j][i];
        largestOfColumn = Math.max(largestOfColumn, product[j][i]);
      }
      if (largestOfRow == 0 || largestOfColumn == 0) {
        throw new IllegalArgumentException(
            "the product of unmixing and mixing has a row or column of zeros: source "
                + i
                + " is lost, and no distance is defined");
      }
      total += row / largestOfRow - 1 + column / largestOfColumn - 1;
    }
    return total / (2.0 * m * (m - 1));
  }
}
