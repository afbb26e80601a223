package dev.mercer.internal.explicit;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;

/**
 * The two products that sums and scores by a {@link FeatureMap} consist of, computed block by block
 * in parallel: moments S Z(Y)' V of rows Y, and values Z(X) C at rows X.
 *
 * <p>Moments are summed for a fixed number of groups of blocks and the groups are added in order,
 * so that the bits do not depend on the number of threads. Working memory is reused from one
 * product to the next.
 */
public final class FeatureProducts {

  private final FeatureMap map;
  private final int stride;
  private final int mostGroups;
  private final Workers workers;
  private final FeatureBlock[] places;
  private final Blas blas;

  /**
   * @param stride number of rows in a block
   * @param mostGroups largest number of partial sums of moments
   */
  public FeatureProducts(FeatureMap map, int stride, int mostGroups, Workers workers) {
    this.map = map;
    this.stride = stride;
    this.mostGroups = mostGroups;
    this.workers = workers;
    this.blas = workers.blas();
    this.places = new FeatureBlock[workers.threads()];
  }

  /**
   * S Z(Y)' V, M x columns, row-major.
   *
   * @param vectors V, one row per row of Y, row-major
   */
  public double[] moments(Rows rows, int columns, double[] vectors) {
    int terms = map.terms();
    int entries = Math.multiplyExact(terms, columns);
    int blocks = (rows.count() + stride - 1) / stride;
    int groups = Math.max(1, Math.min(mostGroups, blocks));
    double[][] partial = new double[groups][];
    workers.run(
        groups,
        (group, worker) -> {
          FeatureBlock place = place(worker);
          double[] sum = new double[entries];
          int end = (int) ((long) blocks * (group + 1) / groups);
          for (int b = (int) ((long) blocks * group / groups); b < end; b++) {
            int first = b * stride;
            int count = Math.min(stride, rows.count() - first);
            place.load(rows, first, count);
            View v = View.at(vectors, first * columns, count, columns, columns);
            blas.add(1, place.terms(count), v, View.of(sum, terms, columns));
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
        sum[k] *= signs[k / columns];
      }
    }
    return sum;
  }

  /**
   * Z(X) C - 1 b'.
   *
   * @param moments C, M x columns, row-major
   * @param offset b, or null for none
   * @param result one row per row of X, row-major; overwritten
   */
  public void values(Rows rows, int columns, double[] moments, double[] offset, double[] result) {
    workers.run(
        (rows.count() + stride - 1) / stride,
        (index, worker) -> {
          FeatureBlock place = place(worker);
          int first = index * stride;
          int count = Math.min(stride, rows.count() - first);
          place.load(rows, first, count);
          for (int k = 0; offset != null && k < count * columns; k++) {
            result[first * columns + k] = -offset[k % columns];
          }
          View c = View.of(moments, map.terms(), columns);
          View values = View.at(result, first * columns, count, columns, columns);
          blas.multiply(1, place.terms(count).t(), c, offset == null ? 0 : 1, values);
        });
  }

  private FeatureBlock place(int worker) {
    if (places[worker] == null) {
      places[worker] = new FeatureBlock(map, stride, workers.backend());
    }
    return places[worker];
  }
}
