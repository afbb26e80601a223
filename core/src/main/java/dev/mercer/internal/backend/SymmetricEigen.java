package dev.mercer.internal.backend;

import dev.ludovic.netlib.lapack.LAPACK;
import dev.mercer.NumericalException;
import java.util.Arrays;
import org.netlib.util.intW;

/**
 * Eigenvalues and eigenvectors of symmetric matrices (n x n, dense, row-major) by LAPACK. LAPACK's
 * routines occasionally fail or return wrong results; each method here detects this and computes
 * the result in another way. {@link #all} uses divide and conquer, {@link #largest} a search by
 * index, and {@link #values} QR iteration. Matrices with entries that are not finite are refused
 * with a {@link NumericalException}.
 */
final class SymmetricEigen {

  /** Up to this order, a copy of a matrix costs nothing compared with its eigenvectors. */
  private static final int SMALL_ORDER = 512;

  // A bound for inner products of different eigenvectors: rounding errors are below 1e-12, and
  // vectors that LAPACK mixed up have inner products near 1.
  private static final double ORTHONORMAL = 1e-10;

  private final LAPACK lapack;
  private final Blas blas;

  SymmetricEigen(LAPACK lapack, Blas blas) {
    this.lapack = lapack;
    this.blas = blas;
  }

  /**
   * All eigenvalues, ascending, and eigenvectors of a symmetric matrix (n x n, dense, row-major).
   *
   * <p>By divide and conquer. In the Java LAPACK this fails for about one in ten thousand of the
   * small matrices that solvers project to. If it fails for a matrix of order up to {@value
   * #SMALL_ORDER}, the matrix is decomposed by QR iteration instead.
   *
   * @param a the matrix, of which only the lower triangle is read; on return row i holds the
   *     eigenvector of {@code values[i]}
   * @param values receives the n eigenvalues in ascending order
   */
  void all(int n, double[] a, double[] values) {
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
   * The Java LAPACK occasionally leaves eigenvalues that agree to rounding out of order by a unit
   * in the last place. If they are sorted already, this costs one pass.
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
   * <p>LAPACK searches by counting the eigenvalues below a bound. If many eigenvalues agree to
   * rounding, this count need not rise with the bound, and the search may find too few eigenvalues
   * or none (dstebz, INFO = 2 to 4, whose documentation advises to compute all). A copy of the
   * matrix is therefore kept in the triangle that LAPACK does not use, and if the search fails, all
   * pairs are computed from it in place.
   *
   * @param a the symmetric matrix (row-major, lower triangle read), destroyed
   * @param values receives {@code count} eigenvalues in its first entries, ascending; length n
   * @param vectors receives the eigenvectors as rows, count x n
   */
  void largest(int n, double[] a, int count, double[] values, double[] vectors) {
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
    View vectors = View.of(rows, count, n);
    blas.product(vectors, vectors.t(), View.of(products, count, count));
    for (int i = 0; i < count; i++) {
      for (int j = 0; j <= i; j++) {
        if (!(Math.abs(products[i * count + j] - (i == j ? 1 : 0)) <= ORTHONORMAL)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns how many eigenvalues were found, or 0 if the search failed. */
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
    // netlib requires the documented minimum even where LAPACK reports that less is enough (n = 1).
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
      // The Java LAPACK looks for an interval that contains the first or last eigenvalue asked for.
      // If the counts do not rise with the bound there may be no such interval, but it uses the
      // interval's index anyway.
      return 0;
    }
    // A positive code is an internal error, about which dsyevr says no more.
    requireSuccess("dsyevr", Math.min(0, info.val));
    return info.val == 0 ? found.val : 0;
  }

  /** All eigenvalues, ascending, without vectors; a is destroyed. */
  void values(int n, double[] a, double[] values) {
    requireFinite(n, a);
    if (n > 0) {
      symmetricEigenInPlace("N", n, a, values);
    }
  }

  /** All eigenvalues; with job "V", row i of a becomes the eigenvector of value i. */
  private void symmetricEigenInPlace(String job, int n, double[] a, double[] values) {
    intW info = new intW(0);
    double[] size = new double[1];
    lapack.dsyev(job, "U", n, a, n, values, size, -1, info);
    double[] work = new double[(int) size[0]];
    lapack.dsyev(job, "U", n, a, n, values, work, work.length, info);
    requireSuccess("dsyev", info.val);
  }

  /** LAPACK may loop forever, crash or return arbitrary numbers if an entry is not finite. */
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
  static int firstRowNotFinite(int n, double[] a) {
    for (int i = 0; i < n; i++) {
      // Zero times a finite number is zero, and zero times any other is NaN, so that one test per
      // row is enough.
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

  static void requireSuccess(String routine, int info) {
    if (info < 0) { // an argument was wrong, which is a defect of this program and not of the data
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
