package dev.mercer.internal.explicit;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.RowScores;

/**
 * Scores of new rows if the kernel is a sum of finitely many terms: Y = Z(X) W - 1 b', where all
 * points have been summed into one vector per component.
 *
 * <ol>
 *   <li>once: W = S Z(P)' A, M x r, with a fixed number of partial sums added in order
 *   <li>blocks of new rows in parallel: their terms, and one product with W
 * </ol>
 *
 * Cost: the terms of every point once; then the terms of each new row and 2 M r flops, however many
 * points there are. The bits do not depend on the number of threads.
 */
public final class FeatureScores implements RowScores {

  /** Number of values in a block: enough rows for GEMM, few enough for the cache. */
  private static final int BLOCK_VALUES = 1 << 18;

  /**
   * Not a power of two, so that the coordinates of a point do not compete for the same cache lines.
   */
  private static final int LARGEST_BLOCK = 1000;

  private static final int LARGEST_GROUPS = 8;

  /** Largest number of entries of all partial sums together. */
  private static final int PARTIAL_ENTRIES = 1 << 24;

  private final FeatureMap map;
  private final int rank;
  private final int stride;
  private final double[] offset;
  private final double[] axes;

  /** Reads the points once. */
  public FeatureScores(
      FeatureMap map, Rows points, Matrix coefficients, double[] offset, Workers workers) {
    this.map = map;
    this.rank = coefficients.columns();
    this.stride = FeatureBlock.strideFor(map, BLOCK_VALUES, LARGEST_BLOCK);
    this.offset = offset;
    this.axes = axes(points, coefficients.values(), workers);
  }

  /** Bytes of working memory beside points and coefficients. */
  public static long bytes(FeatureMap map, int points, int rank, int threads) {
    int stride = FeatureBlock.strideFor(map, BLOCK_VALUES, LARGEST_BLOCK);
    long entries = (long) map.terms() * rank;
    long blocks = (points + stride - 1L) / stride;
    long groups = Math.max(1, Math.min(blocks, groups(entries)));
    return 8 * groups * entries + threads * FeatureBlock.bytes(map, stride);
  }

  private static int groups(long entries) {
    return (int) Math.min(LARGEST_GROUPS, PARTIAL_ENTRIES / Math.max(1, entries));
  }

  /** Computes W. */
  private double[] axes(Rows points, double[] coefficients, Workers workers) {
    int entries = Math.multiplyExact(map.terms(), rank);
    return new FeatureProducts(map, stride, groups(entries), workers)
        .moments(points, rank, coefficients);
  }

  @Override
  public void score(Rows rows, double[] into, Workers workers) {
    if (rows.columns() != map.columns()) {
      throw new IllegalArgumentException(
          "the rows have " + rows.columns() + " columns, the model's points " + map.columns());
    }
    new FeatureProducts(map, stride, 1, workers).values(rows, rank, axes, offset, into);
  }
}
