package dev.mercer.use.manifold;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.gram.KernelOperator;
import dev.mercer.internal.linalg.ExplicitOperator;
import java.util.Arrays;

/**
 * The symmetric form of the random walk on a graph whose points have weights, with its trivial
 * eigenvector moved to the end of the spectrum: B = S K S - 3 t t'.
 *
 * <p>The weights are w, the first degrees are q = K w, f are the factors of the map, and d are the
 * degrees of K_ij f_i f_j. All sums over points are weighted. With S = diag(sqrt(w) f d^-1/2), S K
 * S has the eigenvalues of the walk, all between -1 and 1, and t = sqrt(w d / sum w d) is the
 * eigenvector for the eigenvalue 1. To subtract 3 t t' moves this eigenvalue to -2, below all
 * others, so that the largest eigenvalues of B are those wanted. Since t is known exactly, other
 * eigenvectors with eigenvalues close to 1 (of a graph in two parts) cannot mix with it.
 */
final class GraphOperator implements ExplicitOperator {

  private static final double SHIFT = 3;

  private final KernelOperator gram;
  private final double[] scale;
  private final double[] trivial;
  private final Blas blas;

  /**
   * @param scale the diagonal of S
   * @param trivial t, a vector of length one
   */
  GraphOperator(KernelOperator gram, double[] scale, double[] trivial, Blas blas) {
    this.blas = blas;
    this.gram = gram;
    this.scale = scale;
    this.trivial = trivial;
  }

  @Override
  public int size() {
    return gram.size();
  }

  @Override
  public void apply(int columns, double[] x, double[] y) {
    int n = size();
    double[] input = Arrays.copyOf(x, n * columns);
    scaleRows(columns, input);
    gram.apply(columns, input, y);
    scaleRows(columns, y);
    View along = blas.product(View.of(trivial, 1, n), View.of(x, n, columns));
    blas.add(-SHIFT, View.of(trivial, n, 1), along, View.of(y, n, columns));
  }

  private void scaleRows(int columns, double[] x) {
    for (int i = 0; i < size(); i++) {
      for (int c = 0; c < columns; c++) {
        x[i * columns + c] *= scale[i];
      }
    }
  }

  @Override
  public void copyLower(double[] into) {
    int n = size();
    gram.copyLower(into);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        into[i * n + j] = scale[i] * into[i * n + j] * scale[j] - SHIFT * trivial[i] * trivial[j];
      }
    }
  }
}
