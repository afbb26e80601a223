package dev.mercer.internal.backend;

import dev.ludovic.netlib.blas.BLAS;

/**
 * Products of row-major matrices by a column-major library that checks its arguments more strictly
 * than necessary. Calls that it would refuse, or be slow at, are split into parts. The splitting is
 * written once for doubles and floats; {@link OfDoubles} and {@link OfFloats} contain the few calls
 * that differ. One virtual call per product costs nothing compared with the product.
 *
 * @param <A> an array of numbers
 */
abstract class Products<A> {

  // netlib's Java dgemm computes an index into a packed buffer as an int and leaves its fast path
  // if m * n * k is near 2^31. Products in Java are therefore split along k, so that they stay far
  // below that.
  private static final long JAVA_PRODUCT_LIMIT = 1L << 28;

  private final boolean unlimited;

  private Products(boolean unlimited) {
    this.unlimited = unlimited;
  }

  /** C = alpha op(A) op(B) + beta C with op(A) m x k, op(B) k x n, C m x n; all row-major. */
  final void multiply(
      boolean transposeA,
      boolean transposeB,
      int m,
      int n,
      int k,
      double alpha,
      A a,
      int aOffset,
      int lda,
      A b,
      int bOffset,
      int ldb,
      double beta,
      A c,
      int cOffset,
      int ldc) {
    if (m == 0 || n == 0) {
      return;
    }
    if (k == 0) {
      for (int i = 0; i < m; i++) {
        scale(beta, c, cOffset + i * ldc, n);
      }
      return;
    }
    int rowsOfA = transposeA ? k : m;
    int rowsOfB = transposeB ? n : k;
    int aStep = rowsOfA == 1 ? (transposeA ? m : k) : lda;
    int bStep = rowsOfB == 1 ? (transposeB ? k : n) : ldb;
    int cStep = m == 1 ? n : ldc;
    boolean cutA = overruns(length(a), aOffset, rowsOfA, aStep);
    boolean cutB = overruns(length(b), bOffset, rowsOfB, bStep);
    boolean cutC = overruns(length(c), cOffset, m, cStep);
    int depth = depthOfOneCall(m, n, k);
    if (depth < k || (cutA && transposeA) || (cutB && !transposeB)) {
      int first = depth < k ? k / 2 : k - 1;
      int aNext = aOffset + (transposeA ? first * lda : first);
      int bNext = bOffset + (transposeB ? first : first * ldb);
      multiply(
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
      multiply(
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
      multiply(
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
      multiply(
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
      multiply(
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
      multiply(
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
      call(opB, opA, n, m, k, alpha, b, bOffset, bStep, a, aOffset, aStep, beta, c, cOffset, cStep);
    }
  }

  /**
   * Whether netlib would refuse a block. It requires that every row, extended to the leading
   * dimension, lies inside the array, even the part of the last row that is not in the block. A
   * block at the right edge of an array that ends with the block is therefore processed in two
   * parts: all rows but the last, and the last, for which the leading dimension does not matter.
   */
  static boolean overruns(int length, int offset, int rows, int step) {
    return (long) offset + (long) rows * step > length;
  }

  private int depthOfOneCall(int m, int n, int k) {
    if (unlimited) {
      return Math.max(k, 1);
    }
    return (int) Math.max(1, Math.min(k, JAVA_PRODUCT_LIMIT / ((long) m * n)));
  }

  abstract int length(A array);

  /**
   * Multiplies some entries by a number. If the number is 0 they become 0, even if they were
   * infinite or NaN.
   */
  abstract void scale(double factor, A values, int from, int count);

  /** The product as the column-major library computes it. */
  abstract void call(
      String opA,
      String opB,
      int m,
      int n,
      int k,
      double alpha,
      A a,
      int aOffset,
      int lda,
      A b,
      int bOffset,
      int ldb,
      double beta,
      A c,
      int cOffset,
      int ldc);

  static final class OfDoubles extends Products<double[]> {
    private final BLAS blas;

    OfDoubles(BLAS blas, boolean unlimited) {
      super(unlimited);
      this.blas = blas;
    }

    @Override
    int length(double[] array) {
      return array.length;
    }

    @Override
    void scale(double factor, double[] values, int from, int count) {
      for (int j = from; j < from + count; j++) {
        values[j] = factor == 0 ? 0 : factor * values[j];
      }
    }

    @Override
    void call(
        String opA,
        String opB,
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
      blas.dgemm(opA, opB, m, n, k, alpha, a, aOffset, lda, b, bOffset, ldb, beta, c, cOffset, ldc);
    }
  }

  static final class OfFloats extends Products<float[]> {
    private final BLAS blas;

    OfFloats(BLAS blas, boolean unlimited) {
      super(unlimited);
      this.blas = blas;
    }

    @Override
    int length(float[] array) {
      return array.length;
    }

    @Override
    void scale(double factor, float[] values, int from, int count) {
      for (int j = from; j < from + count; j++) {
        values[j] = factor == 0 ? 0 : (float) factor * values[j];
      }
    }

    @Override
    void call(
        String opA,
        String opB,
        int m,
        int n,
        int k,
        double alpha,
        float[] a,
        int aOffset,
        int lda,
        float[] b,
        int bOffset,
        int ldb,
        double beta,
        float[] c,
        int cOffset,
        int ldc) {
      float factor = (float) alpha;
      float kept = (float) beta;
      blas.sgemm(
          opA, opB, m, n, k, factor, a, aOffset, lda, b, bOffset, ldb, kept, c, cOffset, ldc);
    }
  }
}
