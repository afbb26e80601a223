package dev.mercer.internal.linalg;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import java.util.Arrays;

/**
 * Principal angles between the spans of two orthonormal bases A (n x p) and B (n x q), q &lt;= p.
 *
 * <ol>
 *   <li>cosines: singular values of A'B
 *   <li>sines: singular values of B - A A'B
 *   <li>an angle below 45 degrees is computed from its sine and any other from its cosine, so that
 *       both tiny and nearly right angles are accurate [Bjorck and Golub 1973]
 * </ol>
 *
 * Singular values are computed by one-sided Jacobi rotations, which are accurate for small values
 * too. Cost: 4 n p q flops and 6 n q^2 per sweep of rotations, of which a few are needed. Memory: 2
 * n q doubles.
 */
public final class SubspaceAngles {

  private static final int MOST_SWEEPS = 60;

  private SubspaceAngles() {}

  /** The min(p, q) angles in radians, ascending. */
  public static double[] between(Matrix a, Matrix b, Blas blas) {
    if (a.rows() != b.rows()) {
      throw new IllegalArgumentException(
          "bases of " + a.rows() + " and " + b.rows() + " rows; both must have the same");
    }
    if (a.columns() < b.columns()) {
      return between(b, a, blas);
    }
    int n = a.rows();
    int p = a.columns();
    int q = b.columns();
    View basis = View.of(a.values(), n, p);
    View inner = blas.product(View.of(b.values(), n, q).t(), basis); // rows: columns of A'B
    double[] outside = b.transpose().toArray(); // rows are the columns of B - A A'B
    blas.add(-1, inner, basis.t(), View.of(outside, q, n));
    double[] cosines = singularValues(q, p, inner.values(), blas);
    double[] sines = singularValues(q, n, outside, blas);
    double[] angles = new double[q];
    for (int i = 0; i < q; i++) {
      double cosine = cosines[q - 1 - i];
      angles[i] = cosine * cosine > 0.5 ? Math.asin(Math.min(1, sines[i])) : Math.acos(cosine);
    }
    return angles;
  }

  /** The largest angle, in radians; 0 if the subspaces are the same. */
  public static double largest(Matrix a, Matrix b, Blas blas) {
    double[] angles = between(a, b, blas);
    return angles.length == 0 ? 0 : angles[angles.length - 1];
  }

  /**
   * The singular values, in ascending order, of the matrix with the given rows, which are
   * destroyed.
   */
  private static double[] singularValues(int count, int length, double[] rows, Blas blas) {
    boolean turned = true;
    for (int sweep = 0; turned && sweep < MOST_SWEEPS; sweep++) {
      turned = false;
      for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++) {
          turned |= makeOrthogonal(i * length, j * length, length, rows, blas);
        }
      }
    }
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = blas.norm(length, rows, i * length);
    }
    Arrays.sort(values);
    return values;
  }

  /**
   * Rotates two rows in their plane so that they become orthogonal; returns false if they already
   * were.
   */
  private static boolean makeOrthogonal(int x, int y, int length, double[] rows, Blas blas) {
    double xx = blas.dot(length, rows, x, rows, x);
    double yy = blas.dot(length, rows, y, rows, y);
    double xy = blas.dot(length, rows, x, rows, y);
    if (Math.abs(xy) <= Math.ulp(1.0) * Math.sqrt(xx) * Math.sqrt(yy)) {
      return false;
    }
    double zeta = (yy - xx) / (2 * xy);
    double tangent = Math.copySign(1, zeta) / (Math.abs(zeta) + Math.hypot(1, zeta));
    double cosine = 1 / Math.hypot(1, tangent);
    double sine = cosine * tangent;
    for (int i = 0; i < length; i++) {
      double xi = rows[x + i];
      double yi = rows[y + i];
      rows[x + i] = cosine * xi - sine * yi;
      rows[y + i] = sine * xi + cosine * yi;
    }
    return true;
  }
}
