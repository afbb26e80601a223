package dev.mercer.internal.select;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import java.util.Arrays;

/**
 * How good a set of landmarks is: J_1, the variance of all rows that the best {@code rank} axes in
 * the span of the landmarks capture. By SK (21) and (40), minimizing the empirical error over the
 * landmarks means maximizing the sum of the largest kappa.
 *
 * <ol>
 *   <li>pivoted Cholesky K_y = L L' of the landmarks' kernel values; landmarks that others span, to
 *       1e-10 of the largest diagonal entry, are dropped
 *   <li>the features f = L^-1 h of every row, by blocks
 *   <li>their weighted second moment, about the weighted mean of all rows if features are centered
 *       (never about the mean of the landmarks)
 *   <li>J_1 is the sum of its {@code rank} largest eigenvalues
 * </ol>
 *
 * Cost: n m kernel values, O(n m^2 + m^3) flops, at most 17 m^2 doubles. The moments of blocks are
 * merged in a fixed order, so the bits are the same for any number of threads.
 */
public final class SubsetCriterion {

  /**
   * A landmark counts as spanned by others if its residual is at most this share of the largest
   * diagonal entry.
   */
  static final double SPANNED = 1e-10;

  /** Most partial moments, each over neighboring blocks; enough for the cores of one machine. */
  private static final int MOST_PARTS = 16;

  private final SelectionRequest request;
  private final Blas blas;

  /** The criterion for the rows, weights, centering and rank of a request. */
  public SubsetCriterion(SelectionRequest request) {
    this.request = request;
    this.blas = request.workers().blas();
  }

  /**
   * J_1 with these rows as landmarks, a lower estimate of the sum of the largest eigenvalues of the
   * Gram matrix.
   */
  public double value(int[] landmarks) {
    Moment moment = moment(landmarks);
    int order = moment.order();
    double[] eigenvalues = new double[order];
    blas.symmetricEigenvalues(order, moment.values(), eigenvalues);
    Arrays.sort(eigenvalues);
    double sum = 0;
    for (int i = 1; i <= Math.min(request.rank(), order); i++) {
      sum += eigenvalues[order - i];
    }
    return sum;
  }

  /**
   * The second moment of the features of all rows in the span of some landmarks.
   *
   * @param kept places, in the given array, of the landmarks that are not spanned by others, in the
   *     order of the pivots
   * @param factor L of the landmarks kept, row-major; the strict upper triangle is zero
   * @param values second moment of the features L^-1 h, its lower triangle
   */
  public record Moment(int[] kept, double[] factor, double[] values) {
    public int order() {
      return kept.length;
    }
  }

  public Moment moment(int[] landmarks) {
    GramColumns gram = request.gram();
    double[] among = gram.of(landmarks).among();
    int[] kept = new int[landmarks.length];
    double[] factor = pivotedCholesky(landmarks.length, among, kept);
    int order = (int) Math.round(Math.sqrt(factor.length));
    kept = Arrays.copyOf(kept, order);
    int[] rows = new int[order];
    for (int i = 0; i < order; i++) {
      rows[i] = landmarks[kept[i]];
    }
    return new Moment(kept, factor, secondMoment(rows, factor));
  }

  /**
   * Step 1: L of the pivots in the order in which they were chosen; ties go to the lowest place.
   */
  private static double[] pivotedCholesky(int m, double[] among, int[] pivots) {
    double[] residual = new double[m];
    double largest = 0;
    for (int i = 0; i < m; i++) {
      residual[i] = among[i * m + i];
      largest = Math.max(largest, residual[i]);
    }
    double[] all = new double[m * m];
    int order = 0;
    while (order < m) {
      int pivot = 0;
      for (int i = 1; i < m; i++) {
        if (residual[i] > residual[pivot]) {
          pivot = i;
        }
      }
      if (!(residual[pivot] > SPANNED * largest)) {
        break;
      }
      double root = Math.sqrt(residual[pivot]);
      for (int i = 0; i < m; i++) {
        if (residual[i] == Double.NEGATIVE_INFINITY) {
          continue;
        }
        double sum = among[i * m + pivot];
        for (int l = 0; l < order; l++) {
          sum -= all[i * m + l] * all[pivot * m + l];
        }
        all[i * m + order] = i == pivot ? root : sum / root;
        residual[i] -= all[i * m + order] * all[i * m + order];
      }
      residual[pivot] = Double.NEGATIVE_INFINITY;
      pivots[order++] = pivot;
    }
    double[] factor = new double[order * order];
    for (int i = 0; i < order; i++) {
      System.arraycopy(all, pivots[i] * m, factor, i * order, i + 1);
    }
    return factor;
  }

  /** Weight, mean and moment about that mean of some rows. */
  private static final class Part {
    double weight;
    final double[] mean;
    final double[] moment;

    Part(int order) {
      mean = new double[order];
      moment = new double[order * order];
    }

    /** Adds the moment of other rows. */
    Part plus(Part other, boolean center) {
      for (int i = 0; i < moment.length; i++) {
        moment[i] += other.moment[i];
      }
      if (center) {
        shift(other.weight, other.mean);
      }
      return this;
    }

    /** Accounts for weight and mean of other rows, whose moment has already been added. */
    void shift(double otherWeight, double[] otherMean) {
      double both = weight + otherWeight;
      if (!(otherWeight > 0)) {
        return;
      }
      int order = mean.length;
      double share = otherWeight / both;
      double factor = weight * share;
      double[] difference = new double[order];
      for (int i = 0; i < order; i++) {
        difference[i] = otherMean[i] - mean[i];
        for (int j = 0; j <= i; j++) {
          moment[i * order + j] += factor * difference[i] * difference[j];
        }
        mean[i] += share * difference[i];
      }
      weight = both;
    }
  }

  /** Steps 2 and 3: the second moment of the features of all rows. */
  private double[] secondMoment(int[] rows, double[] factor) {
    int order = rows.length;
    if (order == 0) {
      return new double[0];
    }
    GramColumns gram = request.gram();
    GramColumns.Columns columns = gram.of(rows);
    int blocks = gram.blocks();
    int parts = Math.max(1, Math.min(MOST_PARTS, blocks));
    // Parts and their order are always the same; the memory only decides how many are held at once.
    long affordable = request.memory() / 4 / (8L * order * order);
    int atOnce = (int) Math.max(1, Math.min(parts, affordable));
    Part sum = null;
    for (int from = 0; from < parts; from += atOnce) {
      int start = from;
      Part[] results = new Part[Math.min(atOnce, parts - from)];
      request
          .workers()
          .run(
              results.length,
              (index, worker) ->
                  results[index] = part(start + index, parts, columns, factor, order, worker));
      for (Part part : results) {
        sum = sum == null ? part : sum.plus(part, request.center());
      }
    }
    return sum.moment;
  }

  /** The moment of the blocks of one part. */
  private Part part(
      int index, int parts, GramColumns.Columns columns, double[] factor, int order, int worker) {
    int blocks = request.gram().blocks();
    Part part = new Part(order);
    double[] features = new double[GramColumns.BLOCK_ROWS * order];
    int end = (int) ((index + 1L) * blocks / parts);
    for (int block = (int) ((long) index * blocks / parts); block < end; block++) {
      int first = block * GramColumns.BLOCK_ROWS;
      int count = Math.min(GramColumns.BLOCK_ROWS, request.size() - first);
      columns.fill(first, count, features, 0, worker);
      blas.solveLowerForRows(count, order, factor, order, features, 0, order);
      add(part, features, first, count);
    }
    return part;
  }

  /** Adds the moment of one block of features about its own mean; the features are overwritten. */
  private void add(Part part, double[] features, int first, int count) {
    int order = part.mean.length;
    double[] mean = new double[order];
    double weight = 0;
    if (request.center()) {
      for (int i = 0; i < count; i++) {
        weight += request.weight(first + i);
      }
      for (int i = 0; i < count && weight > 0; i++) {
        double share = request.weight(first + i) / weight;
        for (int l = 0; l < order; l++) {
          mean[l] += share * features[i * order + l];
        }
      }
    }
    for (int i = 0; i < count; i++) {
      double root = Math.sqrt(request.weight(first + i));
      for (int l = 0; l < order; l++) {
        features[i * order + l] = root * (features[i * order + l] - mean[l]);
      }
    }
    blas.syrkTransposed(order, count, 1, features, 0, order, 1, part.moment, 0, order);
    if (request.center()) {
      part.shift(weight, mean);
    }
  }
}
