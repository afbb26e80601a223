package dev.mercer.use.manifold;

import java.util.Arrays;

/**
 * How well clusters agree with classes.
 *
 * <ol>
 *   <li>the table of how many rows each cluster shares with each class
 *   <li>accuracy: the share of rows in the best matching of clusters to different classes, found by
 *       the Hungarian method in O(k^3), where k is the number of clusters or of classes, whichever
 *       is larger
 *   <li>the adjusted Rand index [Hubert and Arabie, 1985]: counts pairs of rows that are together
 *       in both or apart in both; 1 for equal partitions, and 0 on average for random partitions of
 *       the same sizes
 * </ol>
 *
 * @param accuracy from 0 to 1
 * @param adjustedRand at most 1; also 1 if both put all rows together, or all apart
 */
public record ClusterAgreement(double accuracy, double adjustedRand) {

  /**
   * Compares the clusters of rows with the classes of the same rows.
   *
   * @param clusters one per row, numbered from 0
   * @param classes one per row, numbered from 0
   */
  public static ClusterAgreement of(int[] clusters, int[] classes) {
    if (clusters.length != classes.length || clusters.length == 0) {
      throw new IllegalArgumentException(
          clusters.length + " clusters and " + classes.length + " classes; give one of each a row");
    }
    int k =
        1
            + Math.max(
                Arrays.stream(clusters).max().orElseThrow(),
                Arrays.stream(classes).max().orElseThrow());
    long[][] table = new long[k][k];
    for (int i = 0; i < clusters.length; i++) {
      table[clusters[i]][classes[i]]++;
    }
    return new ClusterAgreement(
        (double) bestMatching(table) / clusters.length, adjustedRand(table, clusters.length));
  }

  private static double adjustedRand(long[][] table, int rows) {
    int k = table.length;
    double[] classSizes = new double[k];
    double together = 0;
    double inClusters = 0;
    double inClasses = 0;
    for (long[] cluster : table) {
      double size = 0;
      for (int c = 0; c < k; c++) {
        together += pairs(cluster[c]);
        size += cluster[c];
        classSizes[c] += cluster[c];
      }
      inClusters += pairs(size);
    }
    for (double size : classSizes) {
      inClasses += pairs(size);
    }
    double expected = rows < 2 ? 0 : inClusters * inClasses / pairs(rows);
    double most = (inClusters + inClasses) / 2;
    return most == expected ? 1 : (together - expected) / (most - expected);
  }

  private static double pairs(double size) {
    return size * (size - 1) / 2;
  }

  /**
   * The largest sum of entries with one in each row and each column. The method is shortest
   * augmenting paths on costs that are the negative entries, with potentials that keep reduced
   * costs from falling below zero. Rows and columns count from 1; 0 means none.
   */
  private static long bestMatching(long[][] table) {
    int k = table.length;
    long[] rowPotential = new long[k + 1];
    long[] columnPotential = new long[k + 1];
    int[] rowOf = new int[k + 1];
    for (int row = 1; row <= k; row++) {
      long[] least = new long[k + 1];
      int[] before = new int[k + 1];
      boolean[] done = new boolean[k + 1];
      Arrays.fill(least, Long.MAX_VALUE);
      rowOf[0] = row;
      int column = 0;
      do {
        done[column] = true;
        int next = 0;
        long step = Long.MAX_VALUE;
        for (int c = 1; c <= k; c++) {
          if (!done[c]) {
            int r = rowOf[column];
            long reduced = -table[r - 1][c - 1] - rowPotential[r] - columnPotential[c];
            if (reduced < least[c]) {
              least[c] = reduced;
              before[c] = column;
            }
            if (least[c] < step) {
              step = least[c];
              next = c;
            }
          }
        }
        for (int c = 0; c <= k; c++) {
          if (done[c]) {
            rowPotential[rowOf[c]] += step;
            columnPotential[c] -= step;
          } else {
            least[c] -= step;
          }
        }
        column = next;
      } while (rowOf[column] != 0);
      while (column != 0) {
        rowOf[column] = rowOf[before[column]];
        column = before[column];
      }
    }
    long sum = 0;
    for (int c = 1; c <= k; c++) {
      sum += table[rowOf[c] - 1][c - 1];
    }
    return sum;
  }
}
