package dev.mercer.internal.select;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.kernel.Kernel;

/**
 * Shadow centers ({@link ShadowSelector}) of rows that come block by block: the same centers and
 * weights, in the same order, as for all rows at once. The centers so far are put in front of every
 * block; none of them covers another, so each stays a center and covers rows before any new one.
 *
 * <p>To merge the centers of several parts, the centers of one part are added to another's, with
 * their weights. Each row is then closer than epsilon to the center of its part, and that center is
 * closer than epsilon to the center it was merged into: 2 epsilon together, if centers are merged
 * once.
 *
 * <p>Cost: m (m + b) distances per block of b rows.
 */
public final class ShadowStream {

  private final Kernel kernel;
  private final Selector selector;
  private final int columns;
  private final Workers workers;
  private Rows centers;
  private double[] weights = new double[0];

  /**
   * @param selector one whose {@link Selector#guarantee} is {@link Guarantee#SHADOWS}
   */
  public ShadowStream(Kernel kernel, Selector selector, int columns, Workers workers) {
    this.kernel = kernel;
    this.selector = selector;
    this.columns = columns;
    this.workers = workers;
    this.centers = DenseRows.wrap(0, columns, new double[0]);
    selector.radius(kernel); // throws for kernels without a width
  }

  /**
   * Adds rows; {@code rowWeights} holds one weight per row, or is null for ones; rows of weight
   * zero are left out.
   */
  public void add(Rows rows, double[] rowWeights) {
    int m = centers.count();
    int n = rows.count();
    double[] values = new double[Math.multiplyExact(m + n, columns)];
    double[] all = java.util.Arrays.copyOf(weights, m + n);
    centers.copy(0, m, values, 0);
    int kept = m;
    double[] row = new double[columns];
    for (int i = 0; i < n; i++) {
      double weight = rowWeights == null ? 1 : rowWeights[i];
      if (weight > 0) {
        rows.copy(i, 1, row, 0);
        System.arraycopy(row, 0, values, kept * columns, columns);
        all[kept++] = weight;
      }
    }
    if (kept == m) {
      return;
    }
    Rows together = DenseRows.wrap(kept, columns, java.util.Arrays.copyOf(values, kept * columns));
    GramColumns gram = new GramColumns(together, kernel, 0, workers);
    Landmarks found =
        selector.select(
            new SelectionRequest(
                gram, java.util.Arrays.copyOf(all, kept), false, 1, kept, 0, 0, Long.MAX_VALUE));
    centers = found.points();
    weights = found.weights();
  }

  /** The centers so far, in the order of their rows. */
  public Rows centers() {
    return centers;
  }

  /** For each center, the total weight of the rows it covers. */
  public double[] weights() {
    return weights;
  }
}
