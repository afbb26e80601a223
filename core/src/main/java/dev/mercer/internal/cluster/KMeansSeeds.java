package dev.mercer.internal.cluster;

import dev.mercer.NumericalException;
import dev.mercer.internal.backend.Simd;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * First centers for k-means by k-means++ [Arthur and Vassilvitskii, 2007]: a row is drawn with
 * probability proportional to its weight times D^2, the squared distance to the nearest center so
 * far; the first row is drawn by its weight alone.
 *
 * <p>Drawing one row at a time would cost a pass over all rows per center. Here a batch is drawn at
 * once and then thinned, which gives the same distribution at the speed of GEMM:
 *
 * <ol>
 *   <li>draw a batch of proposals, independently, using the current values of D^2
 *   <li>go through them in order and accept a proposal with probability (its D^2 including the
 *       centers accepted before it in this batch) / (its D^2 when the batch was drawn); the first
 *       is always accepted
 *   <li>update D^2 of all rows with those accepted
 * </ol>
 *
 * The batch size grows while at least half of a batch is accepted and shrinks otherwise. Cost: 2 n
 * m d flops and O(n) per batch; memory: two numbers per row. Fewer rows than asked for are returned
 * if every row is a duplicate of a center.
 */
final class KMeansSeeds {

  private static final int LARGEST_BATCH = 256;

  private final ShiftedRows rows;
  private final double[] weights;
  private final SplittableRandom random;
  private final double[] squaredDistances;
  private final double[] sums;

  private KMeansSeeds(ShiftedRows rows, double[] weights, SplittableRandom random) {
    this.rows = rows;
    this.weights = weights;
    this.random = random;
    this.squaredDistances = new double[rows.count()];
    this.sums = new double[rows.count()];
    Arrays.fill(squaredDistances, 1); // so that the first is drawn by its weight
  }

  /** The row numbers of the centers, distinct, in the order in which they were drawn. */
  static int[] choose(ShiftedRows rows, double[] weights, int count, SplittableRandom random) {
    return new KMeansSeeds(rows, weights, random).choose(count);
  }

  private int[] choose(int count) {
    int[] chosen = new int[count];
    accumulate();
    chosen[0] = draw();
    Arrays.fill(squaredDistances, Double.POSITIVE_INFINITY);
    update(new int[] {chosen[0]});
    int done = 1;
    int batch = 1;
    while (done < count) {
      if (!(accumulate() > 0)) {
        return Arrays.copyOf(chosen, done);
      }
      int[] accepted = thin(proposals(Math.min(batch, count - done)));
      System.arraycopy(accepted, 0, chosen, done, accepted.length);
      done += accepted.length;
      if (done < count) {
        update(accepted);
      }
      batch = 2 * accepted.length >= batch ? Math.min(LARGEST_BATCH, 2 * batch) : (batch + 1) / 2;
    }
    return chosen;
  }

  private double accumulate() {
    double sum = 0;
    for (int i = 0; i < sums.length; i++) {
      sum += (weights == null ? 1 : weights[i]) * squaredDistances[i];
      sums[i] = sum;
    }
    if (!Double.isFinite(sum)) {
      throw new NumericalException(
          "k-means: the sum of squared distances is " + sum + "; scale the data");
    }
    return sum;
  }

  /**
   * The first row whose cumulative sum exceeds a random share of the total; a row without mass is
   * never drawn.
   */
  private int draw() {
    double target = random.nextDouble() * sums[sums.length - 1];
    int low = 0;
    int high = sums.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sums[middle] > target) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    // If the share was rounded up to the total, the search ends after the last row with mass; step
    // back to it.
    while (low > 0 && sums[low] == sums[low - 1]) {
      low--;
    }
    return low;
  }

  private int[] proposals(int size) {
    int[] result = new int[size];
    for (int i = 0; i < size; i++) {
      result[i] = draw();
    }
    return result;
  }

  private int[] thin(int[] proposals) {
    int b = proposals.length;
    ShiftedRows.Points points = rows.points(proposals);
    double[] stored = new double[b * rows.width()];
    double[] h = new double[b * b];
    rows.gather(proposals, 0, b, stored);
    rows.products(stored, b, points, h);
    int[] places = new int[b];
    int count = 0;
    for (int i = 0; i < b; i++) {
      double known = squaredDistances[proposals[i]];
      double now = known;
      for (int a = 0; a < count; a++) {
        now = Math.min(now, squaredDistance(proposals[i], points, places[a], h[i * b + places[a]]));
      }
      if (random.nextDouble() * known < now) {
        places[count++] = i;
      }
    }
    int[] accepted = new int[count];
    for (int a = 0; a < count; a++) {
      accepted[a] = proposals[places[a]];
    }
    return accepted;
  }

  private double squaredDistance(int row, ShiftedRows.Points points, int point, double h) {
    double squared = rows.squaredNorm(row) - 2 * h;
    double terms = rows.squaredNorm(row) + points.squaredNorms()[point];
    return squared > Simd.CANCELLATION * terms ? squared : rows.squaredDistance(row, points, point);
  }

  private void update(int[] accepted) {
    new NearestPoints(rows, rows.points(accepted))
        .find(
            (row, point, squared) ->
                squaredDistances[row] = Math.min(squaredDistances[row], squared));
  }
}
