package dev.mercer.internal.select;

import dev.mercer.data.Rows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.gram.GramColumns.Columns;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.Farthest;
import java.util.Arrays;

/**
 * {@link Farthest}: repeatedly takes the row farthest from those chosen.
 *
 * <p>A row's distance to the nearest chosen row can only shrink. So the next choices can be made
 * among the rows that are farthest now, as long as one of these is still farther than every row
 * that is not among them:
 *
 * <ol>
 *   <li>find the farthest rows S, and the largest distance of any row outside S, called the bar
 *   <li>compute the kernel values among them; take the farthest of S and repeat while it is above
 *       the bar: exactly the choice that taking one row at a time would make
 *   <li>compute the kernel values of all rows with those taken, by GEMM, and update the distances
 * </ol>
 *
 * The first landmark is the row farthest from the origin of the feature space; under a kernel of
 * constant diagonal that is the first row. Cost: n m kernel values, O(n) memory. Stops early, with
 * a note, if every row equals a chosen one.
 */
final class FarthestSelector implements Selector {

  /** Squared distances below this share of the largest diagonal entry count as rounding errors. */
  private static final double TIE = 1e-14;

  @Override
  public double kernelValues(int rows, int landmarks) {
    return 1.1 * rows * landmarks;
  }

  @Override
  public long bytes(Rows rows, Kernel kernel, int landmarks, int threads) {
    return PivotBatches.bytes(rows, kernel, landmarks, threads);
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    int count = request.requireCandidates();
    GramColumns gram = request.gram();
    double[] distances = new double[request.size()];
    Arrays.fill(distances, Double.POSITIVE_INFINITY);
    int[] chosen = new int[count];
    chosen[0] = start(request);
    int taken = 1;
    double tie = TIE * request.largestDiagonal();
    approach(request, new int[] {chosen[0]}, distances);
    int candidates = PivotBatches.FEWEST_CANDIDATES;
    while (taken < count) {
      int first = PivotBatches.largest(distances, tie);
      if (!(distances[first] > tie)) {
        break;
      }
      int[] rows = PivotBatches.candidates(distances, first, candidates);
      double bar = PivotBatches.bar(distances, rows);
      int most = Math.min(PivotBatches.MOST_TAKEN, count - taken);
      int[] next = take(gram, rows, first, distances, bar, tie, most);
      approach(request, next, distances);
      System.arraycopy(next, 0, chosen, taken, next.length);
      taken += next.length;
      candidates = PivotBatches.next(next.length);
    }
    Landmarks result = Landmarks.ofRows(gram, Arrays.copyOf(chosen, taken), null);
    return taken == count
        ? result
        : result.with(
            taken
                + " landmarks instead of "
                + count
                + ": every other row has the same feature as one of them");
  }

  private static int start(SelectionRequest request) {
    double[] diagonal = request.gram().diagonal();
    double largest = Double.NEGATIVE_INFINITY;
    double magnitude = 0;
    for (int i = 0; i < diagonal.length; i++) {
      if (request.weight(i) > 0) {
        largest = Math.max(largest, diagonal[i]);
        magnitude = Math.max(magnitude, Math.abs(diagonal[i]));
      }
    }
    int row = 0;
    while (!(request.weight(row) > 0 && diagonal[row] >= largest - TIE * magnitude)) {
      row++;
    }
    return row;
  }

  /**
   * Updates the distance of every row with its distances to these rows; it becomes 0 for rows of
   * weight 0.
   */
  private static void approach(SelectionRequest request, int[] rows, double[] distances) {
    GramColumns gram = request.gram();
    double[] diagonal = gram.diagonal();
    Columns columns = gram.of(rows);
    double[][] buffers = new double[gram.workers().threads()][];
    gram.forBlocks(
        (block, first, height, worker) -> {
          if (buffers[worker] == null) {
            buffers[worker] = new double[GramColumns.BLOCK_ROWS * rows.length];
          }
          double[] values = buffers[worker];
          columns.fill(first, height, values, 0, worker);
          for (int i = 0; i < height; i++) {
            int row = first + i;
            double nearest = request.weight(row) > 0 ? distances[row] : 0;
            for (int j = 0; j < rows.length; j++) {
              double distance = diagonal[row] + diagonal[rows[j]] - 2 * values[i * rows.length + j];
              nearest = Math.min(nearest, distance);
            }
            // An indefinite kernel can make a squared distance negative.
            distances[row] = Math.max(0, nearest);
          }
        });
    for (int row : rows) {
      distances[row] = 0;
    }
  }

  /** Takes the farthest of the candidates, one after the other, while they are above the bar. */
  private static int[] take(
      GramColumns gram,
      int[] rows,
      int first,
      double[] distances,
      double bar,
      double tie,
      int most) {
    int b = rows.length;
    double[] diagonal = gram.diagonal();
    double[] among = gram.of(rows).among();
    double[] left = new double[b];
    Arrays.setAll(left, i -> distances[rows[i]]);
    int[] taken = new int[Math.min(most, b)];
    int next = Arrays.binarySearch(rows, first);
    for (int count = 0; count < taken.length; count++) {
      if (count > 0) {
        next = PivotBatches.largest(left, tie);
        if (!(left[next] > bar + tie)) {
          return Arrays.copyOf(taken, count);
        }
      }
      taken[count] = rows[next];
      for (int i = 0; i < b; i++) {
        double distance = diagonal[rows[i]] + diagonal[rows[next]] - 2 * among[next * b + i];
        left[i] = Math.max(0, Math.min(left[i], distance));
      }
      left[next] = 0;
    }
    return taken;
  }
}
