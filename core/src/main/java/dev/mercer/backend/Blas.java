package dev.mercer.backend;

import dev.ludovic.netlib.blas.BLAS;
import dev.ludovic.netlib.lapack.LAPACK;
import org.netlib.util.intW;

/**
 * The dense linear algebra everything stands on, in row-major order: matrix products, Cholesky,
 * triangular solves and symmetric eigen-decompositions.
 *
 * <p>Every call is single-threaded; threads work on tiles above it. An array argument is given with
 * the offset of its first entry and its leading dimension, the distance between two rows. A
 * row-major matrix is the column-major transpose, so each call passes its operands to the
 * column-major library in the swapped order and nothing is copied.
 */
public final class Blas {

  // netlib's Java dgemm indexes a packed buffer with an int product and leaves its fast path when
  // m * n * k is near 2^31: Java-side products are cut along k so that they stay far below.
  private static final long JAVA_PRODUCT_LIMIT = 1L << 28;

  private final String name;
  private final String detail;
  private final BLAS blas;
  private final LAPACK lapack;

  Blas(String name, String detail, BLAS blas, LAPACK lapack) {
    this.name = name;
    this.detail = detail;
    this.blas = blas;
    this.lapack = lapack;
  }

  /** {@code "native"} or {@code "java"}. */
  public String name() {
    return name;
  }

  /** Which library, for reports. */
  public String detail() {
    return detail;
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
    if (m == 0 || n == 0) {
      return;
    }
    String opA = transposeA ? "T" : "N";
    String opB = transposeB ? "T" : "N";
    int step = depthOfOneCall(m, n, k);
    double factor = beta;
    int from = 0;
    do {
      int depth = Math.min(step, k - from);
      int aFrom = aOffset + (transposeA ? from * lda : from);
      int bFrom = bOffset + (transposeB ? from : from * ldb);
      blas.dgemm(
          opB, opA, n, m, depth, alpha, b, bFrom, ldb, a, aFrom, lda, factor, c, cOffset, ldc);
      factor = 1;
      from += depth;
    } while (from < k);
  }

  /** C = alpha op(A) op(B) + beta C in single precision; see the double form. */
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
    if (m == 0 || n == 0) {
      return;
    }
    String opA = transposeA ? "T" : "N";
    String opB = transposeB ? "T" : "N";
    int step = depthOfOneCall(m, n, k);
    float factor = beta;
    int from = 0;
    do {
      int depth = Math.min(step, k - from);
      int aFrom = aOffset + (transposeA ? from * lda : from);
      int bFrom = bOffset + (transposeB ? from : from * ldb);
      blas.sgemm(
          opB, opA, n, m, depth, alpha, b, bFrom, ldb, a, aFrom, lda, factor, c, cOffset, ldc);
      factor = 1;
      from += depth;
    } while (from < k);
  }

  private int depthOfOneCall(int m, int n, int k) {
    if (name.equals("native")) {
      return Math.max(k, 1);
    }
    return (int) Math.max(1, Math.min(k, JAVA_PRODUCT_LIMIT / ((long) m * n)));
  }

  /**
   * C = alpha A'A + beta C for A (k x n): the lower triangle of C (n x n, row-major) only, at half
   * the cost of the full product. The strict upper triangle is left alone.
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
    // The row-major lower triangle is the column-major upper one; A is seen as n x k.
    blas.dsyrk("U", "N", n, k, alpha, a, aOffset, lda, beta, c, cOffset, ldc);
  }

  /** Dot product of two stretches of memory. */
  public double dot(int n, double[] x, int xOffset, double[] y, int yOffset) {
    return blas.ddot(n, x, xOffset, 1, y, yOffset, 1);
  }

  /** Euclidean norm, safe from overflow and underflow. */
  public double norm(int n, double[] x, int xOffset) {
    return blas.dnrm2(n, x, xOffset, 1);
  }

  /**
   * All eigenvalues, ascending, and eigenvectors of a symmetric matrix (n x n, dense, row-major).
   *
   * @param a the matrix, only its lower triangle is read; on return row i holds the eigenvector of
   *     {@code values[i]}
   * @param values receives the n eigenvalues in ascending order
   */
  public void symmetricEigen(int n, double[] a, double[] values) {
    intW info = new intW(0);
    double[] size = new double[1];
    int[] intSize = new int[1];
    lapack.dsyevd("V", "U", n, a, n, values, size, -1, intSize, -1, info);
    double[] work = new double[(int) size[0]];
    int[] intWork = new int[intSize[0]];
    lapack.dsyevd("V", "U", n, a, n, values, work, work.length, intWork, intWork.length, info);
    requireSuccess("dsyevd", info.val);
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
    intW info = new intW(0);
    intW found = new intW(0);
    int[] support = new int[2 * n];
    double[] size = new double[1];
    int[] intSize = new int[1];
    int first = n - count + 1;
    lapack.dsyevr(
        "V", "I", "U", n, a, n, 0, 0, first, n, 0, found, values, vectors, n, support, size, -1,
        intSize, -1, info);
    double[] work = new double[(int) size[0]];
    int[] intWork = new int[intSize[0]];
    lapack.dsyevr(
        "V",
        "I",
        "U",
        n,
        a,
        n,
        0,
        0,
        first,
        n,
        0,
        found,
        values,
        vectors,
        n,
        support,
        work,
        work.length,
        intWork,
        intWork.length,
        info);
    requireSuccess("dsyevr", info.val);
    if (found.val != count) {
      throw new ArithmeticException(
          "dsyevr found " + found.val + " of " + count + " eigenvalues of a matrix of size " + n);
    }
  }

  /** All eigenvalues, ascending, without vectors; a is destroyed. */
  public void symmetricEigenvalues(int n, double[] a, double[] values) {
    intW info = new intW(0);
    double[] size = new double[1];
    lapack.dsyev("N", "U", n, a, n, values, size, -1, info);
    double[] work = new double[(int) size[0]];
    lapack.dsyev("N", "U", n, a, n, values, work, work.length, info);
    requireSuccess("dsyev", info.val);
  }

  /**
   * Cholesky A = L L' in place: the lower triangle of row-major {@code a} becomes L, the strict
   * upper one is left alone.
   *
   * @return 0 if it succeeded, else the order of the first leading minor that is not positive
   */
  public int cholesky(int n, double[] a) {
    intW info = new intW(0);
    // Row-major lower is column-major upper: A = U'U with U the transpose of our L.
    lapack.dpotrf("U", n, a, n, info);
    requireSuccess("dpotrf", Math.min(0, info.val));
    return info.val;
  }

  /**
   * X = X L^-T in place (row by row: solves L y = x for every row x of X) with L lower triangular.
   *
   * @param rows rows of X
   * @param n order of L and columns of X
   */
  public void solveLowerForRows(
      int rows, int n, double[] l, int ldl, double[] x, int xOffset, int ldx) {
    if (rows > 0) {
      // Column-major: X' (n x rows) := (L_colmajor-upper)^-T X'.
      blas.dtrsm("L", "U", "T", "N", n, rows, 1, l, 0, ldl, x, xOffset, ldx);
    }
  }

  /** X = X L^-1 in place (row by row: solves L' y = x for every row x of X). */
  public void solveLowerTransposedForRows(
      int rows, int n, double[] l, int ldl, double[] x, int xOffset, int ldx) {
    if (rows > 0) {
      blas.dtrsm("L", "U", "N", "N", n, rows, 1, l, 0, ldl, x, xOffset, ldx);
    }
  }

  private static void requireSuccess(String routine, int info) {
    if (info != 0) {
      throw new ArithmeticException(routine + " failed with code " + info);
    }
  }
}
