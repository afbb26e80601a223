package dev.mercer.internal.cluster;

import dev.mercer.internal.backend.Simd;

/**
 * For every row the nearest of some points, by Euclidean distance; ties go to the lowest point.
 *
 * <ol>
 *   <li>compute the products of a few rows with all points by GEMM, and the largest product of each
 *       row
 *   <li>compare the points whose product is within rounding of the largest by the definition of
 *       their distances
 * </ol>
 *
 * So the result is the same as that of a plain double loop. Cost: 2 n m d flops; memory: {@value
 * #PANEL_ENTRIES} products per thread, or 16 m if that is more. Results do not depend on the number
 * of threads.
 */
final class NearestPoints {

  /** Number of products held at a time: half of them fit a core's share of the last-level cache. */
  private static final int PANEL_ENTRIES = 1 << 19;

  private static final int FEWEST_ROWS = 16;

  private static final int NONE = -1;

  private final ShiftedRows rows;
  private final ShiftedRows.Points points;
  private final int panelRows;
  private final double[][] stored;
  private final double[][] products;

  /** Receives the results, on any thread; called once per row. */
  interface Found {
    /**
     * @param squaredDistance computed from the products, or by definition if the products would
     *     lose digits
     */
    void accept(int row, int point, double squaredDistance);
  }

  NearestPoints(ShiftedRows rows, ShiftedRows.Points points) {
    this.rows = rows;
    this.points = points;
    int m = Math.max(1, points.count());
    this.panelRows = Math.max(FEWEST_ROWS, Math.min(ShiftedRows.BLOCK_ROWS, PANEL_ENTRIES / m));
    this.stored = new double[rows.workers().threads()][];
    this.products = new double[rows.workers().threads()][];
  }

  /** Finds the nearest point of every row. */
  void find(Found found) {
    int n = rows.count();
    rows.workers()
        .run(
            (n + panelRows - 1) / panelRows,
            (index, worker) -> {
              int first = index * panelRows;
              int count = Math.min(panelRows, n - first);
              if (stored[worker] == null) {
                int most = Math.min(panelRows, n);
                stored[worker] = new double[most * rows.width()];
                products[worker] = new double[Math.multiplyExact(most, points.count())];
              }
              rows.load(first, count, stored[worker]);
              rows.products(stored[worker], count, points, products[worker]);
              for (int i = 0; i < count; i++) {
                decide(first + i, products[worker], i * points.count(), found);
              }
            });
  }

  private void decide(int row, double[] h, int at, Found found) {
    int m = points.count();
    double most = Double.NEGATIVE_INFINITY;
    int nearest = 0;
    for (int j = 0; j < m; j++) {
      if (h[at + j] > most) {
        most = h[at + j];
        nearest = j;
      }
    }
    // The point that is nearest by definition has a product of at least this.
    double least = most - rows.rounding(row, points.largestNorm());
    int close = 0;
    for (int j = 0; j < m; j++) {
      close += h[at + j] < least ? 0 : 1; // NaN counts as close
    }
    double squared = rows.squaredNorm(row) - 2 * most;
    double terms = rows.squaredNorm(row) + points.squaredNorms()[nearest];
    if (close == 1 && squared > Simd.CANCELLATION * terms) {
      found.accept(row, nearest, squared);
      return;
    }
    squared = Double.POSITIVE_INFINITY;
    nearest = NONE;
    for (int j = 0; j < m; j++) {
      if (!(h[at + j] < least)) {
        double exact = rows.squaredDistance(row, points, j);
        if (nearest == NONE || exact < squared) {
          squared = exact;
          nearest = j;
        }
      }
    }
    found.accept(row, nearest, squared);
  }
}
