package dev.mercer.internal.features;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.rows.KeyedRows;
import dev.mercer.internal.rows.RowKeys;

/**
 * Draws rows of a part with probability proportional to their weighted residual w r, without
 * replacement, for pivots that are chosen from all parts of a cluster.
 *
 * <p>The draw works like a race: row i arrives at the time E_i / (w_i r_i), where E_i is
 * exponentially distributed, and the rows that arrive first are drawn, in that order. E_i is
 * computed by {@link RowKeys} from the values of the row, so the first rows of all parts together
 * are the same however the rows are divided; but equal rows count once.
 *
 * <p>Cost: kernel values and features of all rows; memory for a block and the rows drawn.
 */
public final class ResidualRace {

  private static final int SUMS = 4; // tr K, tr R, sum of masses, largest k(x, x)

  private final PartTask task;
  private final long seed;
  private final double cutOff;
  private final Workers workers;
  private final KeyedRows drawn;
  private final double[] sums = new double[SUMS];
  private final Blas blas;

  /**
   * @param task contains the landmarks so far; there may be none
   * @param cutOff rows whose residual is not above this are never drawn
   * @param most the largest number of rows drawn
   */
  public ResidualRace(PartTask task, long seed, double cutOff, int most, Workers workers) {
    this.task = task;
    this.seed = seed;
    this.cutOff = cutOff;
    this.workers = workers;
    this.blas = workers.blas();
    this.drawn = new KeyedRows(task.landmarks().columns(), most);
  }

  /** Adds some rows; {@code weights} holds one weight per row, or is null for ones. */
  public void add(Rows rows, double[] weights) {
    int n = rows.count();
    int d = rows.columns();
    int k = task.factor().rank();
    GramColumns gram = task.gram(rows, workers);
    double[] own = gram.diagonal();
    LandmarkFeatures source =
        k == 0
            ? null
            : new LandmarkFeatures(gram, Landmarks.ofPoints(task.landmarks(), null), task.factor());
    int most = Math.min(GramColumns.BLOCK_ROWS, n);
    double[] features = new double[most * Math.max(1, k)];
    double[] values = new double[most * d];
    for (int first = 0; first < n; first += GramColumns.BLOCK_ROWS) {
      int count = Math.min(GramColumns.BLOCK_ROWS, n - first);
      if (source != null) {
        source.fill(first, count, features, 0, 0);
      }
      rows.copy(first, count, values, 0);
      for (int i = 0; i < count; i++) {
        double weight = weights == null ? 1 : weights[first + i];
        double seen = k == 0 ? 0 : blas.dot(k, features, i * k, features, i * k);
        double left = Math.max(0, own[first + i] - seen);
        sums[0] += weight * own[first + i];
        sums[1] += weight * left;
        sums[3] = Math.max(sums[3], own[first + i]);
        double mass = left > cutOff ? weight * left : 0;
        if (mass > 0) {
          sums[2] += mass;
          double exponential = -Math.log1p(-RowKeys.key(seed, values, i * d, d));
          drawn.offer(exponential / mass, mass, values, i * d);
        }
      }
    }
  }

  /** The result in one array, so that it can be sent elsewhere. */
  public double[] result() {
    double[] rows = drawn.toArray();
    double[] result = java.util.Arrays.copyOf(sums, SUMS + rows.length);
    System.arraycopy(rows, 0, result, SUMS, rows.length);
    return result;
  }

  /** Merges the results of two parts; an empty array stands for no rows. */
  public static double[] merge(double[] one, double[] other, int columns, int most) {
    if (one.length == 0 || other.length == 0) {
      return one.length == 0 ? other : one;
    }
    double[] rows = drawn(one, columns, most).mergeArray(other, SUMS).toArray();
    double[] result = new double[SUMS + rows.length];
    for (int i = 0; i < 3; i++) {
      result[i] = one[i] + other[i];
    }
    result[3] = Math.max(one[3], other[3]);
    System.arraycopy(rows, 0, result, SUMS, rows.length);
    return result;
  }

  /** The rows that arrived first, with their masses as weights. */
  public static KeyedRows drawn(double[] result, int columns, int most) {
    return new KeyedRows(columns, most).mergeArray(result, SUMS);
  }

  public static double trace(double[] result) {
    return result[0];
  }

  public static double residualTrace(double[] result) {
    return result[1];
  }

  public static double mass(double[] result) {
    return result[2];
  }

  public static double largest(double[] result) {
    return result[3];
  }
}
