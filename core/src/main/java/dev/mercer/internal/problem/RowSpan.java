package dev.mercer.internal.problem;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.linalg.ColumnSpan;
import java.util.Arrays;

/**
 * The variance that axes with coefficients C over all rows capture, T = tr((C'KC)^-1 Y'Y), Y =
 * W^1/2 H K C, and a bound of its rounding error that holds whatever the condition of the axes.
 *
 * <ol>
 *   <li>find an orthonormal basis Q of the coefficients, C = Q R ({@link ColumnSpan}); the caller
 *       multiplies K by Q, not by C: P = K Q. Axes that are nearly equal have nearly equal
 *       coefficients; rounding hides their difference in K C, but not in K Q
 *   <li>G = Q'P and Y = W^1/2 H P; for one axis after the other, find b_j with b_j'G b_j = 1 and
 *       b_i'G b_j = 0 for all i before j: B = (b_j) is the inverse of the Cholesky factor of G
 *   <li>Z = Y B, the scores on orthonormal axes; T = |Z|^2
 * </ol>
 *
 * <p>Rounding. Let d be the square roots of the diagonal of K. Then |k_ij| is at most d_i d_j, so
 * entry (i, j) of P has an error of at most g d_i u_j, u_j = d'|q_j|. In g = (16 + 4 sqrt(n) + r)
 * eps, 16 stands for the error of a kernel value, 4 sqrt(n) for sums of n terms whose errors have
 * independent signs, and r for the elimination. Column c of C differs from Q R by {@link
 * ColumnSpan#rounding} of its length, which rotates q_j by an angle t_j ({@link ColumnSpan#turned})
 * and adds d_i |d| t_j. With e_j = g u_j + |d| t_j, all of this means:
 *
 * <ul>
 *   <li>G_ij is off by at most u_i e_j + u_j e_i, and Y_j by 2 sqrt(w'd^2) e_j in length
 *   <li>so with U = |B|'u and E = |B|'e, B'G B is off from the identity by D, |D_ij| at most U_i
 *       E_j + U_j E_i, and column j of Z by 2 sqrt(w'd^2) E_j
 *   <li>T = tr((I - D)^-1 (Z - X)'(Z - X)), X the error of Z: the terms of first order are at most
 *       2 S_U S_E + 4 sqrt(w'd^2) S_E, S_U = sum U_j |z_j| and S_E = sum E_j |z_j|; those of second
 *       order are bounded in the same way; each further order is smaller by a factor |D|
 *   <li>computing Z adds a rounding error of eps r |Y| |B|
 *   <li>an axis with U_j E_j above 1 / (16 r) cannot be told apart from the others and is left out:
 *       the others capture what they capture without it, and it adds at most what they leave
 * </ul>
 *
 * For the eigenvectors themselves, each of these errors is at most g tr K. It grows with the
 * condition of the axes, not with its square. Cost: 6 n r^2 flops, memory 3 n r.
 */
public final class RowSpan {

  private final int n;
  private final int columns;
  private final ColumnSpan span;
  private final View basis; // Q
  private final View triangle; // R
  private final Blas blas;

  /**
   * @param coefficients C, n x columns, row-major
   */
  public RowSpan(int n, int columns, double[] coefficients, Blas blas) {
    this.blas = blas;
    this.n = n;
    this.columns = columns;
    this.span = new ColumnSpan(n, columns, coefficients, blas);
    this.basis = View.of(span.basis(), n, span.rank());
    this.triangle = View.of(span.triangle(), span.rank(), columns);
  }

  /** Bytes that this many axes take. */
  public static long bytes(int n, int columns) {
    return ColumnSpan.bytes(n, columns) + 8L * 3 * n * columns;
  }

  /** How many axes there are. */
  int columns() {
    return columns;
  }

  /** Columns of Q. */
  public int rank() {
    return span.rank();
  }

  /** Columns of Q that span the first {@code some} axes. */
  int rank(int some) {
    return span.rank(some);
  }

  /** Q, n x rank(), row-major. */
  public View basis() {
    return basis;
  }

  /** R, rank() x columns: a product M Q becomes M C by multiplying it with R from the right. */
  public View triangle() {
    return triangle;
  }

  /** R'M R, which turns M = Q'X Q into C'X C. */
  public View ofColumns(View matrix) {
    return blas.product(triangle.t(), blas.product(matrix, triangle));
  }

  Blas blas() {
    return blas;
  }

  /**
   * Computes G, Y and the error bounds from the product of K with the basis.
   *
   * @param diagonal of K
   * @param weights of the rows, or null for ones
   * @param product K Q, n x rank()
   * @param means the weighted mean of each column, or null where nothing is centered
   */
  public MeasuredSpan measured(double[] diagonal, double[] weights, View product, double[] means) {
    int q = rank();
    View gram = blas.product(basis.t(), product); // G
    View scores = product.copy(); // Y
    double[] reach = new double[q]; // u
    double squares = 0;
    double weighted = 0;
    for (int i = 0; i < n; i++) {
      double weight = weights == null ? 1 : weights[i];
      double own = Math.sqrt(Math.max(0, diagonal[i]));
      squares += diagonal[i];
      weighted += weight * diagonal[i];
      for (int j = 0; j < q; j++) {
        reach[j] += own * Math.abs(basis.get(i, j));
        double mean = means == null ? 0 : means[j];
        scores.set(i, j, Math.sqrt(weight) * (scores.get(i, j) - mean));
      }
    }
    double unit = (16 + 4 * Math.sqrt(n) + columns) * Math.ulp(1.0);
    double[] off = new double[columns];
    Arrays.fill(off, span.rounding());
    double[] errors = span.turned(off); // e
    for (int j = 0; j < q; j++) {
      errors[j] = unit * reach[j] + Math.sqrt(squares) * errors[j];
    }
    return new MeasuredSpan(this, gram, scores, reach, errors, Math.sqrt(weighted));
  }
}
