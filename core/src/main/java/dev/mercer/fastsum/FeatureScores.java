package dev.mercer.fastsum;

import dev.mercer.backend.Backend;
import dev.mercer.backend.Blas;
import dev.mercer.backend.Workers;
import dev.mercer.data.Rows;
import dev.mercer.linalg.Matrix;

/**
 * Scores of new rows where the kernel is a sum of finitely many terms: Y = Z(X) W - 1 b', in which
 * all points have collapsed into one vector a component.
 *
 * <ol>
 *   <li>once: W = S Z(P)' A, M x r, a fixed number of partial sums added in order
 *   <li>blocks of new rows in parallel: their terms, one product with W
 * </ol>
 *
 * Cost: the terms of every point once; then the terms of a row and 2 M r flops, however many points
 * there are. The bits do not depend on the number of threads.
 */
public final class FeatureScores {

  /** Values of a block: enough rows for GEMM, few enough for the cache. */
  private static final int BLOCK_VALUES = 1 << 18;

  /** Not a power of two, so that coordinates of a point do not share a place in the cache. */
  private static final int LARGEST_BLOCK = 1000;

  private static final int LARGEST_GROUPS = 8;

  /** Entries of all partial sums together. */
  private static final int PARTIAL_ENTRIES = 1 << 24;

  private final FeatureMap map;
  private final int rank;
  private final int stride;
  private final double[] offset;
  private final double[] axes;
  private final Blas blas = Backend.instance().blas();

  /** Reads the points once. */
  public FeatureScores(
      FeatureMap map, Rows points, Matrix coefficients, double[] offset, Workers workers) {
    this.map = map;
    this.rank = coefficients.columns();
    this.stride = FeatureBlock.strideFor(map, BLOCK_VALUES, LARGEST_BLOCK);
    this.offset = offset;
    this.axes = axes(points, coefficients.values(), workers);
  }

  /** W. */
  private double[] axes(Rows points, double[] coefficients, Workers workers) {
    int terms = map.terms();
    int entries = Math.multiplyExact(terms, rank);
    int blocks = (points.count() + stride - 1) / stride;
    int affordable = Math.min(LARGEST_GROUPS, PARTIAL_ENTRIES / Math.max(1, entries));
    int groups = Math.max(1, Math.min(affordable, blocks));
    double[][] partial = new double[groups][];
    FeatureBlock[] places = new FeatureBlock[workers.threads()];
    workers.run(
        groups,
        (group, worker) -> {
          FeatureBlock place = place(places, worker);
          double[] sum = new double[entries];
          int end = (int) ((long) blocks * (group + 1) / groups);
          for (int b = (int) ((long) blocks * group / groups); b < end; b++) {
            int first = b * stride;
            int count = Math.min(stride, points.count() - first);
            place.load(points, first, count);
            double[] z = place.terms();
            int at = first * rank;
            blas.gemm(
                false,
                false,
                terms,
                rank,
                count,
                1,
                z,
                0,
                stride,
                coefficients,
                at,
                rank,
                1,
                sum,
                0,
                rank);
          }
          partial[group] = sum;
        });
    double[] sum = partial[0];
    for (int group = 1; group < groups; group++) {
      for (int k = 0; k < entries; k++) {
        sum[k] += partial[group][k];
      }
    }
    double[] signs = map.signs();
    if (signs != null) {
      for (int k = 0; k < entries; k++) {
        sum[k] *= signs[k / rank];
      }
    }
    return sum;
  }

  /** Writes the scores of all rows, row-major, from {@code into[0]} on. */
  public void score(Rows rows, double[] into, Workers workers) {
    if (rows.columns() != map.columns()) {
      throw new IllegalArgumentException(
          "the rows have " + rows.columns() + " columns, the model's points " + map.columns());
    }
    int blocks = (rows.count() + stride - 1) / stride;
    FeatureBlock[] places = new FeatureBlock[workers.threads()];
    workers.run(
        blocks,
        (index, worker) -> {
          FeatureBlock place = place(places, worker);
          int first = index * stride;
          int count = Math.min(stride, rows.count() - first);
          place.load(rows, first, count);
          for (int i = 0; i < count; i++) {
            for (int c = 0; c < rank; c++) {
              into[(first + i) * rank + c] = -offset[c];
            }
          }
          double[] z = place.terms();
          int at = first * rank;
          blas.gemm(
              true,
              false,
              count,
              rank,
              map.terms(),
              1,
              z,
              0,
              stride,
              axes,
              0,
              rank,
              1,
              into,
              at,
              rank);
        });
  }

  private FeatureBlock place(FeatureBlock[] places, int worker) {
    if (places[worker] == null) {
      places[worker] = new FeatureBlock(map, stride);
    }
    return places[worker];
  }
}
