package dev.mercer.internal.features;

import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.GramColumns;

/**
 * Weighted sums over all rows of some columns X of the Gram matrix: of the columns themselves, 1'W
 * X, and of their products, X'W X.
 *
 * <ol>
 *   <li>the rows are read in chunks of {@value #CHUNK}; the kernel values of a chunk are computed
 *       by blocks of rows, in parallel
 *   <li>X'W X += the chunk's contribution, tiles in parallel; this runs in one batch with the
 *       blocks of the next chunk, so that threads wait for each other once per chunk and the batch
 *       ends with small tasks
 *   <li>sums over blocks are added in the order of the rows
 * </ol>
 *
 * So the bits do not depend on the number of threads. Cost: n p kernel values, n p^2 flops; memory
 * for two chunks and p^2.
 */
final class GramColumnMoments {

  /** Rows whose kernel values one task computes. */
  static final int BLOCK = GramColumns.BLOCK_ROWS;

  /** Few blocks, so that a chunk is still in the cache when its products are computed. */
  static final int CHUNK = 4 * BLOCK;

  /** Number of scalar entries that {@link #addTo} writes before the sums. */
  private static final int FIRST = 4;

  private final int columns;
  private final double[] sums;
  private final double[] second;
  private double[] buffer = new double[0]; // reused from one addition to the next
  private double[] otherBuffer = new double[0];
  private long rows;
  private long chunks;
  private double weightSum;
  private double trace;

  /** Creates sums over no rows yet. */
  GramColumnMoments(int columns) {
    this.columns = columns;
    this.sums = new double[columns];
    this.second = new double[Math.multiplyExact(columns, columns)];
  }

  /** Bytes held while the rows are read. */
  static long bytes(int columns) {
    return 8L * columns * (2 * (CHUNK + 1) + columns + 2 + CHUNK / BLOCK);
  }

  /**
   * Reads all rows.
   *
   * @param weights of the rows, or null for ones
   * @param source the columns X, prepared for {@link #BLOCK} rows at a time
   */
  static GramColumnMoments of(GramColumns gram, double[] weights, GramColumns.Columns source) {
    GramColumnMoments moments = new GramColumnMoments(source.count());
    moments.add(gram, weights, source);
    return moments;
  }

  /** Number of entries that {@link #addTo} writes for this many columns. */
  static int length(int columns) {
    return Math.toIntExact(FIRST + columns + (long) columns * (columns + 1) / 2);
  }

  /**
   * Adds everything to {@code sum}, in consecutive entries starting at {@code at}, the triangle row
   * by row.
   */
  void addTo(double[] sum, int at) {
    sum[at] += rows;
    sum[at + 1] += weightSum;
    sum[at + 2] += trace;
    sum[at + 3] += chunks;
    int to = at + FIRST;
    for (int c = 0; c < columns; c++) {
      sum[to++] += sums[c];
    }
    for (int i = 0; i < columns; i++) {
      for (int j = 0; j <= i; j++) {
        sum[to++] += second[i * columns + j];
      }
    }
  }

  /** Reads what {@link #addTo} wrote, which may be the sum of any number of parts. */
  static GramColumnMoments read(int columns, double[] sum, int at) {
    GramColumnMoments result = new GramColumnMoments(columns);
    result.rows = (long) sum[at];
    result.weightSum = sum[at + 1];
    result.trace = sum[at + 2];
    result.chunks = (long) sum[at + 3];
    System.arraycopy(sum, at + FIRST, result.sums, 0, columns);
    int from = at + FIRST + columns;
    for (int i = 0; i < columns; i++) {
      System.arraycopy(sum, from, result.second, i * columns, i + 1);
      from += i + 1;
    }
    return result;
  }

  /** Number of rows of positive weight. */
  long rows() {
    return rows;
  }

  /**
   * The most additions that any term of a sum went through: those within a chunk, and one per
   * chunk, whatever the order in which chunks were added.
   */
  long longestChain() {
    return Math.min(rows, CHUNK) + chunks;
  }

  /** The sum of the weights, 1'W 1. */
  double weightSum() {
    return weightSum;
  }

  /** sum w k(x, x). */
  double trace() {
    return trace;
  }

  /** 1'W X; the internal array, not a copy. */
  double[] sums() {
    return sums;
  }

  /** X'W X, of which only the lower triangle is set; the internal array, not a copy. */
  double[] second() {
    return second;
  }

  /**
   * Adds the sums over some rows.
   *
   * @param weights of the rows, or null for ones
   * @param source the columns X, prepared for {@link #BLOCK} rows at a time
   */
  void add(GramColumns gram, double[] weights, GramColumns.Columns source) {
    int n = gram.size();
    double[] own = gram.diagonal();
    Workers workers = gram.workers();
    SecondTiles tiles = new SecondTiles(columns, workers.blas());
    // One row more than used, because the BLAS binding requires a full row after every view of
    // columns.
    buffer = room(buffer, Math.multiplyExact(Math.min(n, CHUNK) + 1, columns));
    otherBuffer = room(otherBuffer, n > CHUNK ? buffer.length : 0);
    double[] values = buffer;
    double[] spare = otherBuffer;
    double[] last = null;
    int lastRows = 0;
    for (int chunk = 0; chunk < n || last != null; chunk += CHUNK) {
      int from = chunk;
      int count = Math.max(0, Math.min(CHUNK, n - chunk));
      int blocks = (count + BLOCK - 1) / BLOCK;
      BlockSums[] parts = new BlockSums[blocks];
      double[] now = values;
      double[] before = last;
      int beforeRows = lastRows;
      workers.run(
          blocks + (before == null ? 0 : tiles.count()),
          (index, worker) -> {
            if (index >= blocks) {
              View x = View.of(before, beforeRows, columns);
              tiles.add(index - blocks, x, View.of(second, columns, columns));
              return;
            }
            int first = index * BLOCK;
            int height = Math.min(BLOCK, count - first);
            source.fill(from + first, height, now, first * columns, worker);
            parts[index] = sums(from + first, height, now, first * columns, weights, own);
          });
      for (BlockSums part : parts) {
        add(part);
      }
      chunks += blocks == 0 ? 0 : 1;
      last = blocks == 0 ? null : now;
      lastRows = count;
      values = spare;
      spare = now;
    }
  }

  private static double[] room(double[] old, int length) {
    return old.length >= length ? old : new double[length];
  }

  /** Sums of one block. */
  private static final class BlockSums {
    long rows;
    double weight;
    double own;
    double[] sums;
  }

  private void add(BlockSums part) {
    rows += part.rows;
    weightSum += part.weight;
    trace += part.own;
    for (int c = 0; c < columns; c++) {
      sums[c] += part.sums[c];
    }
  }

  /**
   * Computes the sums of a block; then multiplies its rows by the square roots of their weights.
   */
  private BlockSums sums(
      int first, int height, double[] values, int at, double[] weights, double[] own) {
    BlockSums result = new BlockSums();
    result.sums = new double[columns];
    for (int i = 0; i < height; i++) {
      int row = at + i * columns;
      double weight = weights == null ? 1 : weights[first + i];
      if (weights == null) {
        addRow(values, row, result.sums);
      } else {
        addAndScaleRow(values, row, weight, result.sums);
      }
      result.rows += weight > 0 ? 1 : 0;
      result.weight += weight;
      result.own += weight * own[first + i];
    }
    return result;
  }

  private static void addRow(double[] values, int row, double[] sums) {
    for (int c = 0; c < sums.length; c++) {
      sums[c] += values[row + c];
    }
  }

  private static void addAndScaleRow(double[] values, int row, double weight, double[] sums) {
    double root = Math.sqrt(weight);
    for (int c = 0; c < sums.length; c++) {
      double value = values[row + c];
      sums[c] += weight * value;
      values[row + c] = root * value;
    }
  }
}
