package dev.mercer.internal.problem;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.certify.CapturedVariance;
import dev.mercer.internal.linalg.ColumnSpan;
import java.util.Arrays;

/**
 * What axes over all rows capture of them, T = tr((C'KC)^-1 Y'Y), Y = W^1/2 H K C, and how far
 * rounding can put it off, whatever the condition of the axes.
 *
 * <ol>
 *   <li>an orthonormal basis Q of the coefficients, C = Q R ({@link ColumnSpan}); the caller
 *       multiplies it, not C, by K: P = K Q. Axes that are nearly alike have coefficients nearly
 *       alike, and K Q tells them apart where K C has lost them
 *   <li>G = Q'P and Y = W^1/2 H P; axis after axis, b_j with b_j'G b_j = 1 and b_i'G b_j = 0: B =
 *       (b_j), the inverse of the Cholesky factor of G
 *   <li>Z = Y B, the scores on orthonormal axes; T = |Z|^2
 * </ol>
 *
 * <p>Rounding. With d the roots of the diagonal of K, |k_ij| is at most d_i d_j, so row i of P is
 * off by at most g d_i u_j, u_j = d'|q_j|: g = (16 + 4 sqrt(n) + r) eps has some eps of every
 * kernel value, 4 sqrt(n) for sums of n terms of independent signs, and r for the elimination.
 * Column c of C differs from Q R by {@link ColumnSpan#rounding} of its length, which turns q_j by
 * t_j ({@link ColumnSpan#turned}) and adds d_i |d| t_j. With e_j = g u_j + |d| t_j, in all:
 *
 * <ul>
 *   <li>G_ij is off by at most u_i e_j + u_j e_i, and Y_j by 2 sqrt(w'd^2) e_j in length
 *   <li>so with U = |B|'u and E = |B|'e, B'G B is off from the identity by D, |D_ij| at most U_i
 *       E_j + U_j E_i, and column j of Z by 2 sqrt(w'd^2) E_j
 *   <li>T = tr((I - D)^-1 (Z - X)'(Z - X)): the terms of first order are at most 2 S_U S_E + 4
 *       sqrt(w'd^2) S_E, S_U = sum U_j |z_j| and S_E = sum E_j |z_j|; those of second order are
 *       computed alike; further ones fall by |D| each
 *   <li>Z itself is rounded by eps r |Y| |B|
 *   <li>an axis with U_j E_j above 1 / (16 r) is not known beside the others and is left out: it
 *       cannot take away from what they capture, and adds at most what they leave
 * </ul>
 *
 * Each is no larger than g tr K for the eigenvectors themselves, and grows with the condition of
 * the axes, not with its square. Cost: 6 n r^2 flops, memory 3 n r.
 */
public final class RowSpan {

  private final int n;
  private final int columns;
  private final ColumnSpan span;
  private final int q;
  private final double[] basis; // Q, n x q
  private final Blas blas;

  // After products():
  private double[] gram; // G, q x q
  private double[] scores; // Y, n x q
  private double[] reach; // u
  private double[] errors; // e
  private double size; // sqrt(w'd^2)

  /**
   * @param coefficients C, n x columns, row-major
   */
  public RowSpan(int n, int columns, double[] coefficients, Blas blas) {
    this.blas = blas;
    this.n = n;
    this.columns = columns;
    this.span = new ColumnSpan(n, columns, coefficients, blas);
    this.q = span.rank();
    this.basis = span.basis();
  }

  /** Bytes of so many axes. */
  public static long bytes(int n, int columns) {
    return ColumnSpan.bytes(n, columns) + 8L * 3 * n * columns;
  }

  /** Columns of Q. */
  public int rank() {
    return q;
  }

  /** Q, n x rank(), row-major. */
  public double[] basis() {
    return basis;
  }

  /** R, rank() x columns: what any matrix times Q becomes for C. */
  public double[] triangle() {
    return span.triangle();
  }

  /**
   * Takes the products.
   *
   * @param diagonal of K
   * @param weights of the rows, or null for ones
   * @param product K Q, n x rank()
   * @param means the weighted mean of each column, or null where nothing is centered
   */
  public void products(double[] diagonal, double[] weights, double[] product, double[] means) {
    gram = blas.product(View.of(basis, n, q).t(), View.of(product, n, q)).values();
    scores = product.clone();
    reach = new double[q];
    double squares = 0;
    double weighted = 0;
    for (int i = 0; i < n; i++) {
      double weight = weights == null ? 1 : weights[i];
      double own = Math.sqrt(Math.max(0, diagonal[i]));
      squares += diagonal[i];
      weighted += weight * diagonal[i];
      for (int j = 0; j < q; j++) {
        reach[j] += own * Math.abs(basis[i * q + j]);
        int at = i * q + j;
        scores[at] = Math.sqrt(weight) * (scores[at] - (means == null ? 0 : means[j]));
      }
    }
    size = Math.sqrt(weighted);
    double unit = (16 + 4 * Math.sqrt(n) + columns) * Math.ulp(1.0);
    double[] off = new double[columns];
    Arrays.fill(off, span.rounding());
    errors = span.turned(off);
    for (int j = 0; j < q; j++) {
      errors[j] = unit * reach[j] + Math.sqrt(squares) * errors[j];
    }
  }

  /** G, Y'WY of Q become those of C. */
  public double[] ofColumns(double[] matrix) {
    View r = View.of(triangle(), q, columns);
    return blas.product(r.t(), blas.product(View.of(matrix, q, q), r)).values();
  }

  /** G = Q'K Q. */
  public double[] gram() {
    return gram;
  }

  /** Y'Y of Q. */
  public double[] second() {
    View y = View.of(scores, n, q);
    return blas.product(y.t(), y).values();
  }

  /**
   * Orthonormal axes in the span of the first columns.
   *
   * @param combinations B, s x count: axis j is the combination b_j of the first s vectors of Q
   * @param scores Z, n x count
   * @param leftOut axes that are not known beside the others
   * @param reach U
   * @param errors E
   */
  public record Axes(
      int count,
      double[] combinations,
      double[] scores,
      int leftOut,
      double[] reach,
      double[] errors) {}

  /** Step 2 and 3 for the first {@code some} columns of C. */
  public Axes axes(int some) {
    int s = span.rank(some);
    double[] b = new double[s * s];
    double[] u = new double[s];
    double[] e = new double[s];
    int count = 0;
    for (int j = 0; j < s; j++) {
      double[] own = new double[s];
      own[j] = 1;
      double squared = gram[j * q + j];
      for (int c = 0; c < count; c++) {
        double along = 0; // b_c'G e_j
        for (int i = 0; i < j; i++) {
          along += b[i * s + c] * (gram[i * q + j] + gram[j * q + i]) / 2;
        }
        squared -= along * along;
        for (int i = 0; i < j; i++) {
          own[i] -= along * b[i * s + c];
        }
      }
      double root = squared > 0 ? Math.sqrt(squared) : 0;
      double reached = 0;
      double off = 0;
      for (int i = 0; i <= j; i++) {
        own[i] /= root;
        reached += Math.abs(own[i]) * reach[i];
        off += Math.abs(own[i]) * errors[i];
      }
      if (root > 0 && reached * off * 16 * columns <= 1) {
        for (int i = 0; i <= j; i++) {
          b[i * s + count] = own[i];
        }
        u[count] = reached;
        e[count] = off;
        count++;
      }
    }
    double[] first = Components.firstColumns(s, s, b, count);
    View y = View.of(scores, n, q).columns(0, s);
    double[] z = blas.product(y, View.of(first, s, count)).values();
    return new Axes(
        count, first, z, some - count, Arrays.copyOf(u, count), Arrays.copyOf(e, count));
  }

  /**
   * What the first columns of C capture, and its ends.
   *
   * @param most the total variance, at most
   */
  public CapturedVariance captured(int some, double most) {
    Axes axes = axes(some);
    double rounding = rounding(axes);
    double value = 0;
    for (double score : axes.scores()) {
      value += score * score;
    }
    if (!(rounding < Double.MAX_VALUE)) {
      return new CapturedVariance(value, 0, Math.max(most, value));
    }
    double high = value + rounding;
    return new CapturedVariance(
        value, Math.max(0, value - rounding), axes.leftOut() > 0 ? Math.max(most, high) : high);
  }

  /** How far the sum of squares of the scores on some axes can be off; infinite if by anything. */
  public double rounding(Axes axes) {
    int count = axes.count();
    double[] lengths = lengths(axes.scores(), count);
    double[] ofBasis = lengths(scores, q);
    int s = count == 0 ? 0 : axes.combinations().length / count;
    double su = 0;
    double se = 0;
    double uu = 0;
    double ee = 0;
    double ue = 0;
    double squares = 0;
    double product = 0; // sum |y_i| |b_ij| |z_j|
    for (int c = 0; c < count; c++) {
      double u = axes.reach()[c];
      double e = axes.errors()[c];
      su += u * lengths[c];
      se += e * lengths[c];
      uu += u * u;
      ee += e * e;
      ue += u * e;
      squares += lengths[c] * lengths[c];
      for (int i = 0; i < s; i++) {
        product += ofBasis[i] * Math.abs(axes.combinations()[i * count + c]) * lengths[c];
      }
    }
    double identity = 2 * Math.sqrt(uu * ee); // |D|_F at most
    double first = 2 * su * se + 4 * size * se;
    double second =
        2 * (ee * su * su + uu * se * se) + 4 * size * (su * ee + se * ue) + 4 * size * size * ee;
    double sums = 2 * (Math.sqrt(n) + count) * Math.ulp(1.0) * (product + squares);
    return identity < 0.5 ? first + second / (1 - identity) + sums : Double.POSITIVE_INFINITY;
  }

  private double[] lengths(double[] matrix, int width) {
    double[] squares = new double[width];
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < width; c++) {
        squares[c] += matrix[i * width + c] * matrix[i * width + c];
      }
    }
    for (int c = 0; c < width; c++) {
      squares[c] = Math.sqrt(squares[c]);
    }
    return squares;
  }
}
