package dev.mercer.internal.cluster;

import dev.mercer.internal.rows.EqualRows;
import java.util.Arrays;

/**
 * For each of some points the nearest row, by Euclidean distance, where no row is used twice; rows
 * that are equal count as one.
 *
 * <ol>
 *   <li>compute the products of blocks of rows with all points by GEMM; rows that could be nearest
 *       within rounding are compared by the definition of their distance; ties go to the lowest row
 *   <li>go through the points in order: if the nearest row equals one that an earlier point has
 *       taken, it is replaced by the nearest row that is still free, found by another pass for that
 *       point
 * </ol>
 *
 * Cost: 2 n m d flops, and 3 n d for every row that must be replaced.
 */
public final class NearestRows {

  private static final int NONE = -1;

  private final ShiftedRows rows;
  private final boolean[] excluded;

  private NearestRows(ShiftedRows rows, boolean[] excluded) {
    this.rows = rows;
    this.excluded = excluded;
  }

  /**
   * @param weights of the rows, null for ones; rows without weight are skipped, and the others must
   *     contain at least as many different rows as there are points
   */
  public static int[] distinct(ShiftedRows rows, double[] weights, ShiftedRows.Points points) {
    boolean[] excluded = new boolean[rows.count()];
    for (int i = 0; i < excluded.length; i++) {
      excluded[i] = weights != null && !(weights[i] > 0);
    }
    NearestRows search = new NearestRows(rows, excluded);
    int[] result = search.nearest(points);
    int d = rows.columns();
    EqualRows taken = new EqualRows(rows.rows());
    for (int j = 0; j < result.length; j++) {
      if (taken.has(result[j])) {
        for (int i = 0; i < excluded.length; i++) {
          excluded[i] |= taken.has(i);
        }
        double[] point = Arrays.copyOfRange(points.given(), j * d, (j + 1) * d);
        result[j] = search.nearest(rows.points(point))[0];
      }
      taken.take(result[j]);
    }
    return result;
  }

  /**
   * The nearest rows found by one thread; distances are exact, so it does not matter which thread
   * read a row.
   */
  private static final class Best {
    final int[] row;
    final double[] squared;
    final double[] upper;
    final double[] stored;
    final double[] products;

    Best(int m, int rows, int width) {
      row = new int[m];
      Arrays.fill(row, NONE);
      squared = new double[m];
      Arrays.fill(squared, Double.POSITIVE_INFINITY);
      upper = new double[m];
      stored = new double[rows * width];
      products = new double[Math.multiplyExact(rows, m)];
    }

    void offer(int point, int other, double distance) {
      if (row[point] == NONE
          || distance < squared[point]
          || (distance == squared[point] && other < row[point])) {
        row[point] = other;
        squared[point] = distance;
      }
    }
  }

  private int[] nearest(ShiftedRows.Points points) {
    int m = points.count();
    Best[] found = new Best[rows.workers().threads()];
    rows.forBlocks(
        (index, first, count, worker) -> {
          if (found[worker] == null) {
            found[worker] = new Best(m, rows.largestBlock(), rows.width());
          }
          Best best = found[worker];
          rows.load(first, count, best.stored);
          rows.products(best.stored, count, points, best.products);
          look(first, count, points, best);
        });
    Best all = new Best(m, 0, 0);
    for (Best best : found) {
      for (int j = 0; best != null && j < m; j++) {
        if (best.row[j] != NONE) {
          all.offer(j, best.row[j], best.squared[j]);
        }
      }
    }
    return all.row;
  }

  private void look(int first, int count, ShiftedRows.Points points, Best best) {
    int m = points.count();
    // By definition, the nearest row of the block is no farther than upper.
    System.arraycopy(best.squared, 0, best.upper, 0, m);
    for (int i = 0; i < count; i++) {
      if (!excluded[first + i]) {
        double most = rows.squaredNorm(first + i) + rounding(first + i, points);
        for (int j = 0; j < m; j++) {
          double squared = most - 2 * best.products[i * m + j];
          best.upper[j] = squared < best.upper[j] ? squared : best.upper[j];
        }
      }
    }
    for (int i = 0; i < count; i++) {
      if (!excluded[first + i]) {
        double least = rows.squaredNorm(first + i) - rounding(first + i, points);
        for (int j = 0; j < m; j++) {
          // Written so that NaN is examined.
          if (!(least - 2 * best.products[i * m + j] > best.upper[j])) {
            best.offer(j, first + i, rows.squaredDistance(first + i, points, j));
          }
        }
      }
    }
  }

  private double rounding(int row, ShiftedRows.Points points) {
    return rows.rounding(row, points.largestNorm());
  }
}
