package dev.mercer.internal.select;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.features.RowFeatures;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.gram.GramColumns.Columns;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;

/**
 * Squared weighted norms of all columns of the Gram matrix K, or of the residual K - F F': s_i =
 * sum_j w_j k_ij^2. They are exact, and the matrix is not stored.
 *
 * <ol>
 *   <li>the rows are divided into ranges of {@value #WIDTH}; the columns of each range are computed
 *       by blocks of rows, starting with the range itself: the matrix is symmetric, so entry (i, j)
 *       below the range contributes to column j and to column i
 *   <li>the diagonal block of a range contributes to its own columns only
 * </ol>
 *
 * Cost: n^2 / 2 kernel values, and as many inner products of m terms if features are given. Sums
 * are taken by blocks in a fixed order, so the bits are the same for any number of threads.
 */
public final class ColumnNorms {

  private static final int WIDTH = GramColumns.BLOCK_ROWS;

  private ColumnNorms() {}

  /** Bytes held beside the rows and their features. */
  static long bytes(Rows rows, Kernel kernel, int threads) {
    int width = Math.min(WIDTH, rows.count());
    return GramColumns.bytes(rows, kernel, width, threads)
        + 8L * threads * (GramColumns.BLOCK_ROWS + 1) * width
        + 8L * rows.count();
  }

  /**
   * @param features F, or null for K itself
   */
  public static double[] squared(SelectionRequest request, RowFeatures features) {
    GramColumns gram = request.gram();
    Blas blas = gram.workers().blas();
    int n = gram.size();
    double[] result = new double[n];
    double[][] buffers = new double[gram.workers().threads()][];
    for (int start = 0; start < n; start += WIDTH) {
      int from = start;
      int width = Math.min(WIDTH, n - start);
      int[] stretch = new int[width];
      Arrays.setAll(stretch, j -> from + j);
      Columns columns = gram.of(stretch);
      int firstBlock = start / GramColumns.BLOCK_ROWS;
      double[][] sums = new double[gram.blocks() - firstBlock][];
      gram.workers()
          .run(
              sums.length,
              (index, worker) -> {
                int block = firstBlock + index;
                int first = block * GramColumns.BLOCK_ROWS;
                int height = Math.min(GramColumns.BLOCK_ROWS, n - first);
                if (buffers[worker] == null) {
                  buffers[worker] = new double[(GramColumns.BLOCK_ROWS + 1) * Math.min(WIDTH, n)];
                }
                double[] values = buffers[worker];
                columns.fill(first, height, values, 0, worker);
                if (features != null) {
                  View left = features.block(first, height);
                  View right = features.block(from, width); // the range is one block of rows, too
                  blas.add(-1, left, right.t(), View.of(values, height, width));
                }
                sums[index] = new double[width];
                boolean below = first >= from + width;
                for (int i = 0; i < height; i++) {
                  double weight = request.weight(first + i);
                  double across = 0;
                  for (int j = 0; j < width; j++) {
                    double value = values[i * width + j];
                    sums[index][j] += weight * value * value;
                    across += request.weight(from + j) * value * value;
                  }
                  if (below) {
                    result[first + i] += across;
                  }
                }
              });
      for (double[] part : sums) {
        for (int j = 0; j < width; j++) {
          result[start + j] += part[j];
        }
      }
    }
    return result;
  }
}
