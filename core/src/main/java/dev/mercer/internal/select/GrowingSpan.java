package dev.mercer.internal.select;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.features.RowFeatures;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.rows.EqualRows;
import java.util.Arrays;

/**
 * The span of landmarks that grows one landmark at a time, and what every other row would add to
 * it.
 *
 * <p>K^ = F F' is the part of K that the landmarks span, R = K - F F' the part they do not, M = W
 * (or W - w w' / N if features are centered), and S = F' M F the second moment of the features. Row
 * j as the next landmark appends g_j = R e_j / sqrt(r_j) to F, where r_j = R(j,j), and borders S by
 * F' M g_j and g_j' M g_j. For every row j are kept:
 *
 * <ul>
 *   <li>{@code borders}, F' M R e_j;
 *   <li>{@code spreads}, e_j' R M R e_j, with a bound of its rounding error: once r_j is small it
 *       is a small difference of large numbers, until it is {@link #refresh refreshed};
 *   <li>{@code residuals}, r_j.
 * </ul>
 *
 * A landmark with its column g changes all of them by R -= g g' and one product K M g. Cost per
 * landmark: that product and O(n k) flops. Memory: 2 n m doubles.
 */
public final class GrowingSpan {

  /** Relative rounding error that a sum of products may accumulate. */
  private static final double ROUNDING = 16 * Math.ulp(1.0);

  private final SelectionRequest request;
  private final GramColumns gram;
  private final WholeGram whole;
  private final int n;
  private final int capacity;
  private final double totalWeight;
  private final double largestDiagonal;
  private final RowFeatures features;
  private final RowFeatures borders;
  private final double[] residuals;
  private final double[] spreads;
  private final double[] errors;
  private final double[] columnNorms;
  private final double[] moment;
  private final int[] landmarks;
  private final boolean[] open;
  private final Blas blas;
  private int count;

  /**
   * @param capacity the largest number of landmarks
   */
  public GrowingSpan(SelectionRequest request, WholeGram whole, int capacity) {
    this.request = request;
    this.gram = request.gram();
    this.whole = whole;
    this.blas = gram.workers().blas();
    this.n = request.size();
    this.capacity = capacity;
    features = new RowFeatures(n, capacity, gram.workers());
    borders = new RowFeatures(n, capacity, gram.workers());
    residuals = gram.diagonal().clone();
    spreads = new double[n];
    errors = new double[n];
    columnNorms = new double[n];
    moment = new double[Math.multiplyExact(capacity, capacity)];
    landmarks = new int[capacity];
    open = new boolean[n];
    double sum = 0;
    for (int j = 0; j < n; j++) {
      sum += request.weight(j);
    }
    totalWeight = sum;
    largestDiagonal = request.largestDiagonal();
    whole.columnMoments(columnNorms, spreads);
    EqualRows seen = new EqualRows(request.rows());
    for (int j = 0; j < n; j++) {
      errors[j] = ROUNDING * columnNorms[j];
      columnNorms[j] = Math.sqrt(columnNorms[j]);
      // Of equal rows only the first is a candidate: the others would add the same as it.
      open[j] = request.weight(j) > 0 && outsideSpan(residuals[j]) && seen.take(j) == j;
    }
  }

  /** Bytes held for this many rows and landmarks. */
  public static long bytes(int rows, int capacity) {
    return 2 * RowFeatures.bytes(rows, capacity) + 5L * 8 * rows + 8L * capacity * capacity;
  }

  private boolean outsideSpan(double residual) {
    return residual > SubsetCriterion.SPANNED * largestDiagonal;
  }

  /** Number of landmarks so far. */
  public int count() {
    return count;
  }

  public int[] landmarks() {
    return Arrays.copyOf(landmarks, count);
  }

  public RowFeatures features() {
    return features;
  }

  /** F' M R e_j for every row j. */
  RowFeatures borders() {
    return borders;
  }

  /**
   * Whether a row may become a landmark: it has a positive weight and does not lie in the span yet.
   */
  public boolean open(int row) {
    return open[row];
  }

  /** The part of a row's diagonal entry that the span leaves, R(j,j). */
  double residual(int row) {
    return residuals[row];
  }

  /**
   * The diagonal entry by which the second moment would be bordered with this row as a landmark.
   */
  double corner(int row) {
    return Math.max(0, spreads[row]) / residuals[row];
  }

  /** A bound of the rounding error of {@link #corner}. */
  double cornerError(int row) {
    return errors[row] / residuals[row];
  }

  /** tr W (K - K^). */
  public double residualTrace() {
    double sum = 0;
    for (int j = 0; j < n; j++) {
      sum += request.weight(j) * Math.max(0, residuals[j]);
    }
    return sum;
  }

  /** The second moment of the features, count x count. */
  double[] moment() {
    double[] result = new double[count * count];
    for (int i = 0; i < count; i++) {
      System.arraycopy(moment, i * capacity, result, i * count, count);
    }
    return result;
  }

  /**
   * Recomputes the residual columns of some rows from kernel values, and with them the rows'
   * spreads.
   */
  void refresh(int[] rows) {
    double[] columns = residualColumns(rows);
    WholeGram.RunningSpread spread = new WholeGram.RunningSpread(rows.length, request.center());
    double[] block = new double[GramColumns.BLOCK_ROWS * rows.length];
    for (int first = 0; first < n; first += GramColumns.BLOCK_ROWS) {
      int height = Math.min(GramColumns.BLOCK_ROWS, n - first);
      System.arraycopy(columns, first * rows.length, block, 0, height * rows.length);
      spread.add(block, height, first, request);
    }
    // Every entry of a residual column carries the rounding error of the kernel values it is made
    // of.
    double off = ROUNDING * largestDiagonal * Math.sqrt(totalWeight);
    for (int c = 0; c < rows.length; c++) {
      spreads[rows[c]] = spread.spreads[c];
      errors[rows[c]] = off * (2 * Math.sqrt(spread.squares[c]) + off);
    }
  }

  /** The columns R e_j for the given rows j, n x rows.length row-major. */
  private double[] residualColumns(int[] rows) {
    int width = rows.length;
    GramColumns.Columns columns = gram.of(rows);
    double[] own = new double[width * Math.max(1, count)];
    for (int c = 0; c < width; c++) {
      System.arraycopy(features.array(rows[c]), features.offset(rows[c]), own, c * count, count);
    }
    double[] result = new double[Math.multiplyExact(n, width)];
    gram.forBlocks(
        (block, first, height, worker) -> {
          columns.fill(first, height, result, first * width, worker);
          View known = features.block(first, height).columns(0, count);
          View some = View.of(result, n, width).rows(first, height);
          blas.add(-1, known, View.of(own, width, count).t(), some);
        });
    return result;
  }

  /**
   * Makes rows landmarks, in this order; a row that the ones before it span is skipped. Once the
   * capacity is reached, what the other rows would add is no longer updated.
   */
  public void add(int[] rows) {
    int before = count;
    int width = rows.length;
    double[] weighted = new double[Math.multiplyExact(n, width)];
    for (int row : rows) {
      append(row, weighted, count - before, width);
    }
    features.columns(count);
    if (count == capacity) {
      return;
    }
    double[] products = new double[n * width];
    whole.multiply(width, weighted, products);
    gram.forBlocks(
        (block, first, height, worker) -> {
          for (int j = first; j < first + height; j++) {
            for (int c = before; c < count; c++) {
              update(j, c, products[j * width + c - before]);
            }
            open[j] = open[j] && outsideSpan(residuals[j]);
          }
        });
  }

  /**
   * Appends the column g of a landmark to the features and its row to the moment.
   *
   * @param weighted receives M g in the column {@code target}
   */
  private void append(int row, double[] weighted, int target, int width) {
    double[] column = residualColumns(new int[] {row});
    open[row] = false;
    if (!outsideSpan(column[row])) {
      return;
    }
    double scale = 1 / Math.sqrt(column[row]);
    for (int l = 0; l < count; l++) {
      column[landmarks[l]] = 0; // exactly zero but for rounding
    }
    double sum = 0;
    if (request.center()) {
      for (int j = 0; j < n; j++) {
        sum += request.weight(j) * column[j];
      }
    }
    double mean = sum / totalWeight * scale;
    int last = count;
    double[][] parts = new double[gram.blocks()][last + 1];
    gram.forBlocks(
        (block, first, height, worker) -> {
          double[] values = features.array(first);
          int start = features.offset(first);
          double[] part = parts[block];
          for (int i = 0; i < height; i++) {
            double value = column[first + i] * scale;
            double moved = request.weight(first + i) * (value - mean);
            values[start + i * capacity + last] = value;
            weighted[(first + i) * width + target] = moved;
            for (int l = 0; l <= last; l++) {
              part[l] += values[start + i * capacity + l] * moved;
            }
          }
        });
    for (double[] part : parts) {
      for (int l = 0; l <= last; l++) {
        moment[last * capacity + l] += part[l];
      }
    }
    for (int l = 0; l < last; l++) {
      moment[l * capacity + last] = moment[last * capacity + l];
    }
    landmarks[count++] = row;
  }

  /**
   * Updates what row j leaves and would add, now that landmark c with its column g is in the span.
   *
   * @param product (K M g)_j
   */
  private void update(int j, int c, double product) {
    double[] feature = features.array(j);
    double[] border = borders.array(j);
    int start = features.offset(j);
    int row = c * capacity;
    double own = feature[start + c];
    double across = product; // becomes g' M R e_j, with R before this landmark
    for (int l = 0; l < c; l++) {
      across -= moment[row + l] * feature[start + l];
      border[start + l] -= own * moment[row + l];
    }
    double corner = moment[row + c];
    border[start + c] = across - own * corner;
    spreads[j] += own * (own * corner - 2 * across);
    errors[j] += ROUNDING * Math.abs(own) * Math.sqrt(corner) * columnNorms[j];
    residuals[j] -= own * own;
  }
}
