package dev.mercer.internal.linalg;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import java.util.Arrays;

/**
 * Cholesky factor of a positive semidefinite matrix A that may be numerically singular.
 *
 * <ol>
 *   <li>first, the plain factorization in the given order; it is used if every squared pivot is
 *       above the cut-off times the largest diagonal entry
 *   <li>otherwise, a factorization with diagonal pivoting (largest remaining entry first, the
 *       lowest index among equal ones), which stops at the cut-off: then A is L L' except for what
 *       was dropped
 * </ol>
 *
 * Cost: m^3 / 3 flops, in panels of {@value #PANEL} columns, so that almost all of them are in
 * GEMM.
 */
public final class PivotedCholeskyFactor {

  private static final int PANEL = 64;

  private final int size;
  private final int[] order;
  private final double[] lower;
  private final double[] all;

  private PivotedCholeskyFactor(int size, int[] order, double[] lower, double[] all) {
    this.size = size;
    this.order = order;
    this.lower = lower;
    this.all = all;
  }

  /**
   * @param matrix symmetric m x m, row-major; not changed
   * @param cutOff pivots of at most this share of the largest diagonal entry count as zero
   */
  public static PivotedCholeskyFactor of(int m, double[] matrix, double cutOff, Blas blas) {
    double largest = 0;
    for (int i = 0; i < m; i++) {
      largest = Math.max(largest, matrix[i * m + i]);
    }
    double[] plain = matrix.clone();
    if (blas.cholesky(m, plain) == 0 && above(m, plain, cutOff * largest)) {
      for (int i = 0; i < m; i++) {
        Arrays.fill(plain, i * m + i + 1, (i + 1) * m, 0);
      }
      int[] order = new int[m];
      Arrays.setAll(order, i -> i);
      return new PivotedCholeskyFactor(m, order, plain, plain);
    }
    return pivoted(m, matrix, cutOff * largest, blas);
  }

  private static boolean above(int m, double[] factor, double level) {
    for (int i = 0; i < m; i++) {
      if (!(factor[i * m + i] * factor[i * m + i] > level)) {
        return false;
      }
    }
    return true;
  }

  private static PivotedCholeskyFactor pivoted(int m, double[] matrix, double level, Blas blas) {
    double[] diagonal = new double[m];
    boolean[] used = new boolean[m];
    for (int i = 0; i < m; i++) {
      diagonal[i] = matrix[i * m + i];
    }
    double[] factor = new double[m * m]; // row i belongs to index i; columns are in pivot order
    double[] rest = matrix.clone(); // A minus the products of all finished panels
    int[] order = new int[m];
    int rank = 0;
    boolean done = false;
    while (!done && rank < m) {
      int panelStart = rank;
      while (rank < m && rank < panelStart + PANEL) {
        int pivot = -1;
        for (int i = 0; i < m; i++) {
          if (!used[i] && diagonal[i] > level && (pivot < 0 || diagonal[i] > diagonal[pivot])) {
            pivot = i;
          }
        }
        if (pivot < 0) {
          done = true;
          break;
        }
        used[pivot] = true;
        order[rank] = pivot;
        double root = Math.sqrt(diagonal[pivot]);
        for (int i = 0; i < m; i++) {
          if (used[i] && i != pivot) {
            continue;
          }
          double value = rest[i * m + pivot];
          for (int c = panelStart; c < rank; c++) {
            value -= factor[i * m + c] * factor[pivot * m + c];
          }
          factor[i * m + rank] = i == pivot ? root : value / root;
        }
        for (int i = 0; i < m; i++) {
          if (!used[i]) {
            diagonal[i] -= factor[i * m + rank] * factor[i * m + rank];
          }
        }
        rank++;
      }
      if (!done && rank < m) {
        View panel = View.at(factor, panelStart, m, rank - panelStart, m);
        blas.add(-1, panel, panel.t(), View.of(rest, m, m));
      }
    }
    double[] all = new double[m * rank];
    for (int i = 0; i < m; i++) {
      System.arraycopy(factor, i * m, all, i * rank, rank);
    }
    double[] lower = new double[rank * rank];
    for (int p = 0; p < rank; p++) {
      System.arraycopy(all, order[p] * rank, lower, p * rank, rank);
    }
    return new PivotedCholeskyFactor(m, Arrays.copyOf(order, rank), lower, all);
  }

  /** Order of the matrix, m. */
  public int size() {
    return size;
  }

  /** The number of pivots above the cut-off, k. */
  public int rank() {
    return order.length;
  }

  /**
   * The indices that were kept, in pivot order. The array is shared, so callers must not write to
   * it.
   */
  public int[] order() {
    return order;
  }

  /**
   * L for the kept indices in pivot order, k x k, with zeros above the diagonal. Shared; callers
   * must not write to it.
   */
  public double[] lower() {
    return lower;
  }

  /**
   * The rows of the factor for all indices in their original order, m x k: A is approximately this
   * matrix times its transpose. Shared; callers must not write to it.
   */
  public double[] all() {
    return all;
  }
}
