package dev.mercer.internal.backend;

import dev.ludovic.netlib.blas.BLAS;
import dev.ludovic.netlib.lapack.LAPACK;
import dev.mercer.NumericalException;
import java.util.Arrays;
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

  /** Up to this order a copy of a matrix costs nothing beside its eigenvectors. */
  private static final int SMALL_ORDER = 512;

  // netlib's Java dgemm indexes a packed buffer with an int product and leaves its fast path when
  // m * n * k is near 2^31: Java-side products are cut along k so that they stay far below.
  private static final long JAVA_PRODUCT_LIMIT = 1L << 28;

  // Between these no square that matters under- or overflows.
  // Inner products of eigenvectors: rounding is below 1e-12, vectors that LAPACK mixed are near 1.
  private static final double ORTHONORMAL = 1e-10;

  private static final double SMALLEST_PLAIN_NORM = 1e-140;
  private static final double LARGEST_PLAIN_NORM = 1e150;

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
    if (k == 0) {
      for (int i = 0; i < m; i++) {
        for (int j = cOffset + i * ldc; j < cOffset + i * ldc + n; j++) {
          c[j] = beta == 0 ? 0 : beta * c[j];
        }
      }
      return;
    }
    int rowsOfA = transposeA ? k : m;
    int rowsOfB = transposeB ? n : k;
    int aStep = rowsOfA == 1 ? (transposeA ? m : k) : lda;
    int bStep = rowsOfB == 1 ? (transposeB ? k : n) : ldb;
    int cStep = m == 1 ? n : ldc;
    boolean cutA = overruns(a.length, aOffset, rowsOfA, aStep);
    boolean cutB = overruns(b.length, bOffset, rowsOfB, bStep);
    boolean cutC = overruns(c.length, cOffset, m, cStep);
    int depth = depthOfOneCall(m, n, k);
    if (depth < k || (cutA && transposeA) || (cutB && !transposeB)) {
      int first = depth < k ? k / 2 : k - 1;
      int aNext = aOffset + (transposeA ? first * lda : first);
      int bNext = bOffset + (transposeB ? first : first * ldb);
      gemm(
          transposeA,
          transposeB,
          m,
          n,
          first,
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
      gemm(
          transposeA,
          transposeB,
          m,
          n,
          k - first,
          alpha,
          a,
          aNext,
          lda,
          b,
          bNext,
          ldb,
          1,
          c,
          cOffset,
          ldc);
    } else if (cutA || cutC) {
      int aNext = aOffset + (transposeA ? m - 1 : (m - 1) * lda);
      int cNext = cOffset + (m - 1) * ldc;
      gemm(
          transposeA,
          transposeB,
          m - 1,
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
      gemm(
          transposeA,
          transposeB,
          1,
          n,
          k,
          alpha,
          a,
          aNext,
          lda,
          b,
          bOffset,
          ldb,
          beta,
          c,
          cNext,
          ldc);
    } else if (cutB) {
      int bNext = bOffset + (n - 1) * ldb;
      int cNext = cOffset + n - 1;
      gemm(
          transposeA,
          transposeB,
          m,
          n - 1,
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
      gemm(
          transposeA,
          transposeB,
          m,
          1,
          k,
          alpha,
          a,
          aOffset,
          lda,
          b,
          bNext,
          ldb,
          beta,
          c,
          cNext,
          ldc);
    } else {
      String opA = transposeA ? "T" : "N";
      String opB = transposeB ? "T" : "N";
      blas.dgemm(
          opB, opA, n, m, k, alpha, b, bOffset, bStep, a, aOffset, aStep, beta, c, cOffset, cStep);
    }
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
    if (k == 0) {
      for (int i = 0; i < m; i++) {
        for (int j = cOffset + i * ldc; j < cOffset + i * ldc + n; j++) {
          c[j] = beta == 0 ? 0 : beta * c[j];
        }
      }
      return;
    }
    int rowsOfA = transposeA ? k : m;
    int rowsOfB = transposeB ? n : k;
    int aStep = rowsOfA == 1 ? (transposeA ? m : k) : lda;
    int bStep = rowsOfB == 1 ? (transposeB ? k : n) : ldb;
    int cStep = m == 1 ? n : ldc;
    boolean cutA = overruns(a.length, aOffset, rowsOfA, aStep);
    boolean cutB = overruns(b.length, bOffset, rowsOfB, bStep);
    boolean cutC = overruns(c.length, cOffset, m, cStep);
    int depth = depthOfOneCall(m, n, k);
    if (depth < k || (cutA && transposeA) || (cutB && !transposeB)) {
      int first = depth < k ? k / 2 : k - 1;
      int aNext = aOffset + (transposeA ? first * lda : first);
      int bNext = bOffset + (transposeB ? first : first * ldb);
      gemm(
          transposeA,
          transposeB,
          m,
          n,
          first,
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
      gemm(
          transposeA,
          transposeB,
          m,
          n,
          k - first,
          alpha,
          a,
          aNext,
          lda,
          b,
          bNext,
          ldb,
          1,
          c,
          cOffset,
          ldc);
    } else if (cutA || cutC) {
      int aNext = aOffset + (transposeA ? m - 1 : (m - 1) * lda);
      int cNext = cOffset + (m - 1) * ldc;
      gemm(
          transposeA,
          transposeB,
          m - 1,
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
      gemm(
          transposeA,
          transposeB,
          1,
          n,
          k,
          alpha,
          a,
          aNext,
          lda,
          b,
          bOffset,
          ldb,
          beta,
          c,
          cNext,
          ldc);
    } else if (cutB) {
      int bNext = bOffset + (n - 1) * ldb;
      int cNext = cOffset + n - 1;
      gemm(
          transposeA,
          transposeB,
          m,
          n - 1,
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
      gemm(
          transposeA,
          transposeB,
          m,
          1,
          k,
          alpha,
          a,
          aOffset,
          lda,
          b,
          bNext,
          ldb,
          beta,
          c,
          cNext,
          ldc);
    } else {
      String opA = transposeA ? "T" : "N";
      String opB = transposeB ? "T" : "N";
      blas.sgemm(
          opB, opA, n, m, k, alpha, b, bOffset, bStep, a, aOffset, aStep, beta, c, cOffset, cStep);
    }
  }

  /**
   * Whether netlib would refuse a block: it wants every row inside the array up to the leading
   * dimension, also the part of the last row that is not in the block. A block at the right edge of
   * an array that ends with it is therefore worked on in two parts: all rows but the last, and the
   * last, for which the leading dimension means nothing.
   */
  private static boolean overruns(int length, int offset, int rows, int step) {
    return (long) offset + (long) rows * step > length;
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
    if (n == 0) {
      return;
    }
    int aStep = k == 1 ? n : lda;
    int cStep = n == 1 ? 1 : ldc;
    if (k > 1 && overruns(a.length, aOffset, k, aStep)) {
      int aLast = aOffset + (k - 1) * lda;
      syrkTransposed(n, k - 1, alpha, a, aOffset, lda, beta, c, cOffset, ldc);
      syrkTransposed(n, 1, alpha, a, aLast, lda, 1, c, cOffset, ldc);
    } else if (k == 0 || overruns(c.length, cOffset, n, cStep)) {
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
      // The row-major lower triangle is the column-major upper one; A is seen as n x k.
      blas.dsyrk("U", "N", n, k, alpha, a, aOffset, aStep, beta, c, cOffset, cStep);
    }
  }

  /**
   * C = alpha A A' + beta C for A (n x k): the lower triangle of C (n x n, row-major) only, at half
   * the cost of the full product. The strict upper triangle is left alone.
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
    if (k == 0 || overruns(a.length, aOffset, n, aStep) || overruns(c.length, cOffset, n, cStep)) {
      int aLast = aOffset + (n - 1) * lda;
      int cLast = cOffset + (n - 1) * ldc;
      syrk(n - 1, k, alpha, a, aOffset, lda, beta, c, cOffset, ldc);
      gemm(false, true, 1, n, k, alpha, a, aLast, lda, a, aOffset, lda, beta, c, cLast, ldc);
    } else {
      // The row-major lower triangle is the column-major upper one; A is seen as k x n.
      blas.dsyrk("U", "T", n, k, alpha, a, aOffset, aStep, beta, c, cOffset, cStep);
    }
  }

  /** Dot product of two stretches of memory. */
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
    return scaledNorm(n, x, xOffset); // netlib's Java form squares as it goes
  }

  /** The norm by a plain loop that divides by the largest entry before it squares. */
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
   * <p>By divide and conquer, which in the Java LAPACK gives up on one in some ten thousand of the
   * small matrices that solvers project to; those of order up to {@value #SMALL_ORDER} are then
   * done by QR iteration.
   *
   * @param a the matrix, only its lower triangle is read; on return row i holds the eigenvector of
   *     {@code values[i]}
   * @param values receives the n eigenvalues in ascending order
   */
  public void symmetricEigen(int n, double[] a, double[] values) {
    requireFinite(n, a);
    if (n == 0) {
      return;
    }
    intW info = new intW(0);
    double[] size = new double[1];
    int[] intSize = new int[1];
    lapack.dsyevd("V", "U", n, a, n, values, size, -1, intSize, -1, info);
    double[] work = new double[(int) size[0]];
    int[] intWork = new int[intSize[0]];
    double[] kept = n <= SMALL_ORDER ? Arrays.copyOf(a, n * n) : null;
    lapack.dsyevd("V", "U", n, a, n, values, work, work.length, intWork, intWork.length, info);
    if (info.val > 0 && kept != null) {
      System.arraycopy(kept, 0, a, 0, n * n);
      symmetricEigenByIteration(n, a, values);
    } else {
      requireSuccess("dsyevd", info.val);
    }
    sortAscending(n, a, values);
  }

  private void symmetricEigenByIteration(int n, double[] a, double[] values) {
    intW info = new intW(0);
    double[] work = new double[Math.max(1, 3 * n)];
    lapack.dsyev("V", "U", n, a, n, values, work, work.length, info);
    requireSuccess("dsyev", info.val);
  }

  /**
   * The Java LAPACK leaves eigenvalues that agree to rounding out of order by a unit in the last
   * place now and then; sorted input costs one pass.
   */
  private static void sortAscending(int n, double[] rows, double[] values) {
    for (int i = 1; i < n; i++) {
      for (int j = i; j > 0 && values[j] < values[j - 1]; j--) {
        double value = values[j];
        values[j] = values[j - 1];
        values[j - 1] = value;
        for (int c = 0; c < n; c++) {
          double entry = rows[j * n + c];
          rows[j * n + c] = rows[(j - 1) * n + c];
          rows[(j - 1) * n + c] = entry;
        }
      }
    }
  }

  /**
   * The {@code count} largest eigenvalues, ascending, with eigenvectors; all other eigenvalues are
   * not computed.
   *
   * <p>Where many eigenvalues agree to rounding, LAPACK's count of those below a bound need not
   * rise with the bound, and its search may then come back with too few or none (dstebz, INFO = 2
   * to 4, which advises to compute all). The matrix is therefore kept in the triangle that LAPACK
   * does not use, and all pairs are computed from it in place.
   *
   * @param a the symmetric matrix (row-major, lower triangle read), destroyed
   * @param values receives {@code count} eigenvalues in its first entries, ascending; length n
   * @param vectors receives the eigenvectors as rows, count x n
   */
  public void symmetricEigenLargest(
      int n, double[] a, int count, double[] values, double[] vectors) {
    requireFinite(n, a);
    if (count == 0) {
      return;
    }
    double[] diagonal = new double[n];
    for (int i = 0; i < n; i++) {
      diagonal[i] = a[i * n + i];
    }
    Mirror.lowerToUpper(a, n);
    if (symmetricEigenByIndex(n, a, count, values, vectors) == count
        && orthonormal(count, n, vectors)) {
      return;
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        a[i * n + j] = a[j * n + i];
      }
      a[i * n + i] = diagonal[i];
    }
    symmetricEigenInPlace("V", n, a, values);
    sortAscending(n, a, values);
    System.arraycopy(values, n - count, values, 0, count);
    System.arraycopy(a, (n - count) * n, vectors, 0, count * n);
  }

  private boolean orthonormal(int count, int n, double[] rows) {
    double[] products = new double[count * count];
    gemm(false, true, count, count, n, 1, rows, 0, n, rows, 0, n, 0, products, 0, count);
    for (int i = 0; i < count; i++) {
      for (int j = 0; j <= i; j++) {
        if (!(Math.abs(products[i * count + j] - (i == j ? 1 : 0)) <= ORTHONORMAL)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns how many eigenvalues were found; 0 where the search failed. */
  private int symmetricEigenByIndex(
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
    // netlib wants the documented minimum even where LAPACK asks for less (n = 1).
    double[] work = new double[Math.max((int) size[0], 26 * n)];
    int[] intWork = new int[Math.max(intSize[0], 10 * n)];
    try {
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
    } catch (ArrayIndexOutOfBoundsException e) {
      // The Java LAPACK looks for an interval that holds the first or last eigenvalue wanted, and
      // uses its number although there is none where counts do not rise with the bound.
      return 0;
    }
    // Positive: an internal error, of which dsyevr does not say more.
    requireSuccess("dsyevr", Math.min(0, info.val));
    return info.val == 0 ? found.val : 0;
  }

  /** All eigenvalues, ascending, without vectors; a is destroyed. */
  public void symmetricEigenvalues(int n, double[] a, double[] values) {
    requireFinite(n, a);
    if (n > 0) {
      symmetricEigenInPlace("N", n, a, values);
    }
  }

  /** All eigenvalues; with "V" row i of a becomes the vector of value i. */
  private void symmetricEigenInPlace(String job, int n, double[] a, double[] values) {
    intW info = new intW(0);
    double[] size = new double[1];
    lapack.dsyev(job, "U", n, a, n, values, size, -1, info);
    double[] work = new double[(int) size[0]];
    lapack.dsyev(job, "U", n, a, n, values, work, work.length, info);
    requireSuccess("dsyev", info.val);
  }

  /**
   * Cholesky A = L L' in place: the lower triangle of row-major {@code a} becomes L, the strict
   * upper one is left alone.
   *
   * @return 0 if it succeeded, else the order of the first leading minor that is not positive; a
   *     minor with an entry that is not finite counts as such, and nothing is computed then
   */
  public int cholesky(int n, double[] a) {
    int notFinite = firstRowNotFinite(n, a);
    if (n == 0 || notFinite < n) {
      return n == 0 ? 0 : notFinite + 1;
    }
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
    // Column-major: X' (n x rows) := (L_colmajor-upper)^-T X'.
    solve("T", rows, n, l, ldl, x, xOffset, ldx);
  }

  /** X = X L^-1 in place (row by row: solves L' y = x for every row x of X). */
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
    if (overruns(x.length, xOffset, rows, step)) {
      solve(transpose, rows - 1, n, l, ldl, x, xOffset, ldx);
      solve(transpose, 1, n, l, ldl, x, xOffset + (rows - 1) * ldx, ldx);
    } else {
      blas.dtrsm("L", "U", transpose, "N", n, rows, 1, l, 0, ldl, x, xOffset, step);
    }
  }

  /** LAPACK may loop, crash or answer at random where an entry is not a number. */
  private static void requireFinite(int n, double[] a) {
    int row = firstRowNotFinite(n, a);
    if (row < n) {
      throw new NumericalException(
          "row "
              + row
              + " of a symmetric matrix of order "
              + n
              + " has an entry that is infinite or not a number, so it has no eigenvalues: kernel"
              + " values or their products are beyond the range of double; scale the data or the"
              + " weights");
    }
  }

  /** The first row of the lower triangle with an entry that is not finite; n if there is none. */
  private static int firstRowNotFinite(int n, double[] a) {
    for (int i = 0; i < n; i++) {
      // Zero times a finite number is zero, and anything else is not: one test per row.
      double sum = 0;
      for (int j = i * n; j <= i * n + i; j++) {
        sum += 0 * a[j];
      }
      if (sum != 0) {
        return i;
      }
    }
    return n;
  }

  private static void requireSuccess(String routine, int info) {
    if (info < 0) { // an argument was wrong, which is a defect here and not of the data
      throw new IllegalStateException(routine + " refused argument " + -info);
    }
    if (info > 0) {
      throw new NumericalException(
          "the eigenvalues of a matrix could not be computed (LAPACK's "
              + routine
              + " stopped with code "
              + info
              + "): its entries differ too much in size; scale the data, or change the kernel's"
              + " parameters");
    }
  }
}
