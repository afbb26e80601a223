package dev.mercer.internal.backend;

import dev.ludovic.netlib.blas.BLAS;
import dev.ludovic.netlib.lapack.LAPACK;
import org.netlib.util.intW;

/**
 * The dense linear algebra that the whole library uses, in row-major order: matrix products,
 * Cholesky factorizations, triangular solves and symmetric eigendecompositions.
 *
 * <p>Every call runs on one thread; parallel code works on several tiles at once instead. An array
 * argument is given with the offset of its first entry and its leading dimension, the distance
 * between two rows. A row-major matrix is its column-major transpose, so each call passes its
 * operands to the column-major library in swapped order, and nothing is copied.
 */
public final class Blas {

  // For norms between these, no square that contributes to the norm under- or overflows.
  private static final double SMALLEST_PLAIN_NORM = 1e-140;
  private static final double LARGEST_PLAIN_NORM = 1e150;

  private final String name;
  private final String detail;
  private final BLAS blas;
  private final LAPACK lapack;
  private final Products<double[]> doubles;
  private final Products<float[]> floats;
  private final SymmetricEigen eigen;

  Blas(String name, String detail, BLAS blas, LAPACK lapack) {
    this.name = name;
    this.detail = detail;
    this.blas = blas;
    this.lapack = lapack;
    this.doubles = new Products.OfDoubles(blas, name.equals("native"));
    this.floats = new Products.OfFloats(blas, name.equals("native"));
    this.eigen = new SymmetricEigen(lapack, this);
  }

  /** {@code "native"} or {@code "java"}. */
  public String name() {
    return name;
  }

  /** The name of the library, for reports. */
  public String detail() {
    return detail;
  }

  /** A B as a new matrix. */
  public View product(View a, View b) {
    View result = View.zeros(a.height(), b.width());
    multiply(1, a, b, 0, result);
    return result;
  }

  /** C = A B. */
  public void product(View a, View b, View into) {
    multiply(1, a, b, 0, into);
  }

  /** C += factor A B. */
  public void add(double factor, View a, View b, View into) {
    multiply(factor, a, b, 1, into);
  }

  /** C = alpha A B + beta C. */
  public void multiply(double alpha, View a, View b, double beta, View c) {
    if (a.width() != b.height() || a.height() != c.height() || b.width() != c.width()) {
      throw new IllegalArgumentException(
          String.format(
              "a product of %d x %d and %d x %d is no %d x %d matrix",
              a.height(), a.width(), b.height(), b.width(), c.height(), c.width()));
    }
    if (c.transposed()) { // (A B)' = B' A'
      multiply(alpha, b.t(), a.t(), beta, c.t());
      return;
    }
    gemm(
        a.transposed(),
        b.transposed(),
        c.rows(),
        c.columns(),
        a.width(),
        alpha,
        a.values(),
        a.offset(),
        a.stride(),
        b.values(),
        b.offset(),
        b.stride(),
        beta,
        c.values(),
        c.offset(),
        c.stride());
  }

  /**
   * The inner product of two matrices of the same size: the sum of the products of their entries,
   * tr(A'B).
   */
  public double dot(View a, View b) {
    if (a.height() != b.height() || a.width() != b.width()) {
      throw new IllegalArgumentException(
          String.format(
              "an inner product of %d x %d and %d x %d",
              a.height(), a.width(), b.height(), b.width()));
    }
    double[] x = a.height() == 1 && !a.transposed() ? a.values() : a.rowMajor();
    double[] y = b.height() == 1 && !b.transposed() ? b.values() : b.rowMajor();
    int length = a.height() * a.width();
    return dot(length, x, x == a.values() ? a.offset() : 0, y, y == b.values() ? b.offset() : 0);
  }

  /** The Frobenius norm of a matrix, which for a vector is the Euclidean norm. */
  public double norm(View a) {
    return norm(a.height() * a.width(), a.rowMajor(), 0);
  }

  /** The lengths of the columns of a matrix. */
  public double[] columnNorms(View a) {
    double[] norms = new double[a.width()];
    for (int c = 0; c < norms.length; c++) {
      norms[c] = norm(a.column(c));
    }
    return norms;
  }

  /**
   * X = B L^-T L^-1 row by row, in place: every row x of B becomes the solution of L L' y = x.
   *
   * @param lower L, k x k, row-major without gaps
   * @param rows B, whose rows have k entries
   */
  public void solveForRows(double[] lower, View rows) {
    int k = rows.columns();
    solveLowerForRows(rows.rows(), k, lower, k, rows.values(), rows.offset(), rows.stride());
    solveLowerTransposedForRows(
        rows.rows(), k, lower, k, rows.values(), rows.offset(), rows.stride());
  }

  /** C = alpha op(A) op(B) + beta C with op(A) m x k, op(B) k x n, C m x n; all row-major. */
  public void gemm(
      boolean transposeA,
      boolean transposeB,
      int m,
      int n,
      int k,
      double alpha,
      double[] a,
      int aOffset,
      int lda,
      double[] b,
      int bOffset,
      int ldb,
      double beta,
      double[] c,
      int cOffset,
      int ldc) {
    doubles.multiply(
        transposeA,
        transposeB,
        m,
        n,
        k,
        alpha,
        a,
        aOffset,
        lda,
        b,
        bOffset,
        ldb,
        beta,
        c,
        cOffset,
        ldc);
  }

  /**
   * C = alpha op(A) op(B) + beta C in single precision. The work of both forms is written once, in
   * {@link Products}.
   */
  public void gemm(
      boolean transposeA,
      boolean transposeB,
      int m,
      int n,
      int k,
      float alpha,
      float[] a,
      int aOffset,
      int lda,
      float[] b,
      int bOffset,
      int ldb,
      float beta,
      float[] c,
      int cOffset,
      int ldc) {
    floats.multiply(
        transposeA,
        transposeB,
        m,
        n,
        k,
        alpha,
        a,
        aOffset,
        lda,
        b,
        bOffset,
        ldb,
        beta,
        c,
        cOffset,
        ldc);
  }

  /**
   * C = alpha A'A + beta C for A (k x n): the lower triangle of C (n x n, row-major) only, at half
   * the cost of the full product. The entries above the diagonal are not changed.
   */
  public void syrkTransposed(
      int n,
      int k,
      double alpha,
      double[] a,
      int aOffset,
      int lda,
      double beta,
      double[] c,
      int cOffset,
      int ldc) {
    if (n == 0) {
      return;
    }
    int aStep = k == 1 ? n : lda;
    int cStep = n == 1 ? 1 : ldc;
    if (k > 1 && Products.overruns(a.length, aOffset, k, aStep)) {
      int aLast = aOffset + (k - 1) * lda;
      syrkTransposed(n, k - 1, alpha, a, aOffset, lda, beta, c, cOffset, ldc);
      syrkTransposed(n, 1, alpha, a, aLast, lda, 1, c, cOffset, ldc);
    } else if (k == 0 || Products.overruns(c.length, cOffset, n, cStep)) {
      int cLast = cOffset + (n - 1) * ldc;
      syrkTransposed(n - 1, k, alpha, a, aOffset, lda, beta, c, cOffset, ldc);
      gemm(
          true,
          false,
          1,
          n,
          k,
          alpha,
          a,
          aOffset + n - 1,
          lda,
          a,
          aOffset,
          lda,
          beta,
          c,
          cLast,
          ldc);
    } else {
      // The row-major lower triangle is the column-major upper triangle, and A is seen as n x k.
      blas.dsyrk("U", "N", n, k, alpha, a, aOffset, aStep, beta, c, cOffset, cStep);
    }
  }

  /**
   * C = alpha A A' + beta C for A (n x k): the lower triangle of C (n x n, row-major) only, at half
   * the cost of the full product. The entries above the diagonal are not changed.
   */
  public void syrk(
      int n,
      int k,
      double alpha,
      double[] a,
      int aOffset,
      int lda,
      double beta,
      double[] c,
      int cOffset,
      int ldc) {
    if (n == 0) {
      return;
    }
    int aStep = n == 1 ? k : lda;
    int cStep = n == 1 ? 1 : ldc;
    if (k == 0
        || Products.overruns(a.length, aOffset, n, aStep)
        || Products.overruns(c.length, cOffset, n, cStep)) {
      int aLast = aOffset + (n - 1) * lda;
      int cLast = cOffset + (n - 1) * ldc;
      syrk(n - 1, k, alpha, a, aOffset, lda, beta, c, cOffset, ldc);
      gemm(false, true, 1, n, k, alpha, a, aLast, lda, a, aOffset, lda, beta, c, cLast, ldc);
    } else {
      // The row-major lower triangle is the column-major upper triangle, and A is seen as k x n.
      blas.dsyrk("U", "T", n, k, alpha, a, aOffset, aStep, beta, c, cOffset, cStep);
    }
  }

  /**
   * C = alpha A'A + beta C, the lower triangle only, at half the cost of the full product.
   *
   * @param a a view that is not transposed
   * @param c a view that is not transposed; the entries above its diagonal are not changed
   */
  public void lowerGram(double alpha, View a, double beta, View c) {
    if (a.transposed() || c.transposed() || c.rows() != a.columns() || c.columns() != c.rows()) {
      throw new IllegalArgumentException(
          String.format(
              "the products of the columns of a %d x %d matrix are no %d x %d matrix of rows",
              a.height(), a.width(), c.height(), c.width()));
    }
    syrkTransposed(
        a.columns(),
        a.rows(),
        alpha,
        a.values(),
        a.offset(),
        a.stride(),
        beta,
        c.values(),
        c.offset(),
        c.stride());
  }

  /** Dot product of two contiguous ranges of arrays. */
  public double dot(int n, double[] x, int xOffset, double[] y, int yOffset) {
    return blas.ddot(n, x, xOffset, 1, y, yOffset, 1);
  }

  /** Dot product in single precision. */
  public float dot(int n, float[] x, int xOffset, float[] y, int yOffset) {
    return blas.sdot(n, x, xOffset, 1, y, yOffset, 1);
  }

  /** Euclidean norm, safe from overflow and underflow. */
  public double norm(int n, double[] x, int xOffset) {
    double norm = blas.dnrm2(n, x, xOffset, 1);
    if (norm > SMALLEST_PLAIN_NORM && norm < LARGEST_PLAIN_NORM) {
      return norm;
    }
    // netlib's Java version squares entries without scaling them first
    return scaledNorm(n, x, xOffset);
  }

  /** The norm by a plain loop that divides all entries by the largest before squaring them. */
  public static double scaledNorm(int n, double[] x, int xOffset) {
    double largest = 0;
    for (int i = xOffset; i < xOffset + n; i++) {
      largest = Math.max(largest, Math.abs(x[i]));
    }
    if (!(largest > 0) || Double.isInfinite(largest)) {
      return largest;
    }
    double sum = 0;
    for (int i = xOffset; i < xOffset + n; i++) {
      double share = x[i] / largest;
      sum += share * share;
    }
    return largest * Math.sqrt(sum);
  }

  /**
   * All eigenvalues, ascending, and eigenvectors of a symmetric matrix (n x n, dense, row-major).
   *
   * @param a the matrix, only its lower triangle is read; on return row i holds the eigenvector of
   *     {@code values[i]}
   * @param values receives the n eigenvalues in ascending order
   */
  public void symmetricEigen(int n, double[] a, double[] values) {
    eigen.all(n, a, values);
  }

  /**
   * The {@code count} largest eigenvalues, ascending, with eigenvectors; all other eigenvalues are
   * not computed.
   *
   * @param a the symmetric matrix (row-major, lower triangle read), destroyed
   * @param values receives {@code count} eigenvalues in its first entries, ascending; length n
   * @param vectors receives the eigenvectors as rows, count x n
   */
  public void symmetricEigenLargest(
      int n, double[] a, int count, double[] values, double[] vectors) {
    eigen.largest(n, a, count, values, vectors);
  }

  /** All eigenvalues, ascending, without vectors; a is destroyed. */
  public void symmetricEigenvalues(int n, double[] a, double[] values) {
    eigen.values(n, a, values);
  }

  /**
   * Cholesky factorization A = L L' in place: the lower triangle of row-major {@code a} becomes L;
   * the entries above the diagonal are not changed.
   *
   * @return 0 if it succeeded, otherwise the order of the first leading minor that is not positive;
   *     a minor with an entry that is not finite counts as not positive, and then nothing is
   *     computed
   */
  public int cholesky(int n, double[] a) {
    int notFinite = SymmetricEigen.firstRowNotFinite(n, a);
    if (n == 0 || notFinite < n) {
      return n == 0 ? 0 : notFinite + 1;
    }
    intW info = new intW(0);
    // Row-major lower is column-major upper: A = U'U, where U is the transpose of our L.
    lapack.dpotrf("U", n, a, n, info);
    SymmetricEigen.requireSuccess("dpotrf", Math.min(0, info.val));
    return info.val;
  }

  /**
   * X = X L^-T in place for a lower triangular L: solves L y = x for every row x of X.
   *
   * @param rows number of rows of X
   * @param n order of L and number of columns of X
   */
  public void solveLowerForRows(
      int rows, int n, double[] l, int ldl, double[] x, int xOffset, int ldx) {
    // Column-major: X' (n x rows) := (L_colmajor-upper)^-T X'.
    solve("T", rows, n, l, ldl, x, xOffset, ldx);
  }

  /** X = X L^-1 in place: solves L' y = x for every row x of X. */
  public void solveLowerTransposedForRows(
      int rows, int n, double[] l, int ldl, double[] x, int xOffset, int ldx) {
    solve("N", rows, n, l, ldl, x, xOffset, ldx);
  }

  private void solve(
      String transpose, int rows, int n, double[] l, int ldl, double[] x, int xOffset, int ldx) {
    if (rows == 0 || n == 0) {
      return;
    }
    int step = rows == 1 ? n : ldx;
    if (Products.overruns(x.length, xOffset, rows, step)) {
      solve(transpose, rows - 1, n, l, ldl, x, xOffset, ldx);
      solve(transpose, 1, n, l, ldl, x, xOffset + (rows - 1) * ldx, ldx);
    } else {
      blas.dtrsm("L", "U", transpose, "N", n, rows, 1, l, 0, ldl, x, xOffset, step);
    }
  }
}
