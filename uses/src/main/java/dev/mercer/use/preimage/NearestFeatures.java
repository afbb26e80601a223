package dev.mercer.use.preimage;

import java.util.Arrays;

/**
 * The points of a model whose features are nearest to projections, nearest first; ties go to the
 * lowest point.
 *
 * <ol>
 *   <li>inner products of some projections with the features of all points by GEMM
 *   <li>of k(x_i, x_i) - 2 &lt;phi(x_i), P phi(x)&gt;, the squared distance less |P phi(x)|^2, the
 *       smallest are kept in order
 * </ol>
 *
 * Cost per row: 2 p (r + 1) flops and one comparison for each point.
 */
final class NearestFeatures {

  /** The number of inner products held at a time. */
  private static final int PANEL_VALUES = 1 << 17;

  private final FeatureProjection projection;
  private final int count;

  /**
   * @param wanted the number of points per row; fewer if the model has fewer
   */
  NearestFeatures(FeatureProjection projection, int wanted) {
    this.projection = projection;
    this.count = Math.min(wanted, projection.points());
  }

  /** The number of points found for each row. */
  int count() {
    return count;
  }

  /**
   * @param withOne scores with a one appended to each row
   * @param numbers receives {@link #count} points per row
   * @param misfits receives their squared distances minus |P phi(x)|^2
   */
  void find(double[] withOne, int first, int rows, int[] numbers, double[] misfits) {
    int p = projection.points();
    int step = Math.max(1, Math.min(rows, PANEL_VALUES / p));
    double[] panel = new double[step * p];
    for (int from = 0; from < rows; from += step) {
      int some = Math.min(step, rows - from);
      projection.products(withOne, first + from, some, panel);
      for (int i = 0; i < some; i++) {
        keepSmallest(panel, i * p, (from + i) * count, numbers, misfits);
      }
    }
  }

  private void keepSmallest(double[] products, int at, int to, int[] numbers, double[] misfits) {
    Arrays.fill(misfits, to, to + count, Double.POSITIVE_INFINITY);
    Arrays.fill(numbers, to, to + count, 0);
    int last = to + count - 1;
    for (int j = 0; j < projection.points(); j++) {
      double misfit = projection.diagonal(j) - 2 * products[at + j];
      if (misfit < misfits[last]) {
        int place = last;
        while (place > to && misfit < misfits[place - 1]) {
          misfits[place] = misfits[place - 1];
          numbers[place] = numbers[place - 1];
          place--;
        }
        misfits[place] = misfit;
        numbers[place] = j;
      }
    }
  }
}
