package dev.mercer.internal.linalg;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import java.util.Arrays;

/**
 * Eigenvalues of a symmetric matrix and its orthonormal eigenvectors.
 *
 * @param values the eigenvalues, in the order of the vectors
 * @param vectors one eigenvector per column
 */
public record Eigenpairs(double[] values, View vectors) {

  /**
   * If more than one in this many of all pairs is wanted, computing all of them takes no longer.
   */
  private static final int SHARE_WORTH_ALL = 3;

  /**
   * All pairs, in ascending order.
   *
   * @param symmetric a view of a whole array without gaps; only the lower triangle is read, and
   *     afterwards the array holds the vectors
   */
  public static Eigenpairs ascending(View symmetric, Blas blas) {
    int n = order(symmetric);
    double[] values = new double[n];
    blas.symmetricEigen(n, symmetric.values(), values);
    return new Eigenpairs(values, symmetric.t());
  }

  /**
   * The pairs of the largest eigenvalues, in descending order. If they are few, only they are
   * computed; otherwise they are taken from all pairs.
   *
   * @param symmetric as for {@link #ascending}; destroyed
   */
  public static Eigenpairs leading(View symmetric, int count, Blas blas) {
    return count * SHARE_WORTH_ALL > order(symmetric)
        ? ascending(symmetric, blas).largest(count)
        : leadingAlone(symmetric, count, blas);
  }

  /**
   * The pairs of the largest eigenvalues, in descending order. Only they are computed, however many
   * they are.
   *
   * @param symmetric as for {@link #ascending}; destroyed
   */
  public static Eigenpairs leadingAlone(View symmetric, int count, Blas blas) {
    int n = order(symmetric);
    double[] values = new double[n];
    View vectors = View.zeros(count, n);
    if (count > 0) {
      blas.symmetricEigenLargest(n, symmetric.values(), count, values, vectors.values());
    }
    return new Eigenpairs(Arrays.copyOf(values, count), vectors.t()).largest(count);
  }

  private static int order(View symmetric) {
    int n = symmetric.rows();
    if (symmetric.columns() != n || symmetric.offset() != 0 || symmetric.stride() != n) {
      throw new IllegalArgumentException(
          "eigenpairs are those of a whole array, not of " + symmetric);
    }
    return n;
  }

  /** The last pairs of ascending ones, in descending order, in new arrays. */
  public Eigenpairs largest(int count) {
    int n = vectors.height();
    double[] descending = new double[count];
    View columns = View.zeros(n, count);
    for (int c = 0; c < count; c++) {
      int from = values.length - 1 - c;
      descending[c] = values[from];
      for (int i = 0; i < n; i++) {
        columns.set(i, c, vectors.get(i, from));
      }
    }
    return new Eigenpairs(descending, columns);
  }

  /** The first pairs; the vectors are a view, not a copy. */
  public Eigenpairs first(int count) {
    return new Eigenpairs(Arrays.copyOf(values, count), vectors.columns(0, count));
  }
}
