package dev.mercer.internal.blocks;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Maps;
import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.ComposedForm;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.List;

/**
 * Evaluates a kernel for all pairs of points from two blocks. All fast evaluations of kernel
 * values, in both precisions, go through this class.
 *
 * <ol>
 *   <li>all inner products of the two blocks by one GEMM, shared by all parts of a sum or product
 *       of kernels
 *   <li>row by row, while the row is in the cache: the inner products are turned into the pair
 *       values the kernel needs (squared distances from |x|^2 + |y|^2 - 2 x.y), and then the
 *       kernel's function is applied in place
 *   <li>sums and products of kernels combine the values of their parts elementwise
 * </ol>
 *
 * Squared distances computed this way lose digits to cancellation if points are close to each other
 * and far from the origin. Two measures prevent this. Where the data lie off the origin, callers
 * subtract a common shift from all points (inner products are corrected for it). And a distance
 * that is still below {@link Simd#CANCELLATION} times its terms is computed again from the
 * differences. Similarly, a cosine whose squared norms lost digits or left the range of numbers is
 * computed again, from rows scaled so that their largest entry is near one.
 *
 * <p>Java's generics do not cover double and float. The code that works on the numbers of a row is
 * therefore in {@link KernelBlock} and {@link FloatKernelBlock}, which this class calls a few times
 * per row, and once per number only where the number costs much more than a call.
 *
 * <p>Cost: 2 m n d flops of GEMM plus one function value per pair; for L1 kernels and user
 * functions, m n d steps of plain loops. Thread-safe, because each worker uses a {@link
 * BlockScratch} of its own.
 *
 * @param <A> an array of numbers, double or float
 * @param <P> points in such arrays
 */
abstract class BlockKernel<A, P extends BlockPoints<A>> {

  // For points of few dimensions, applying the kernel's function dominates. So GEMM takes a few
  // rows at a time, whose products are then still in the second-level cache.
  private static final int LOW_DIMENSION = 128;
  private static final int PANEL_ROWS = 168;

  final int columns;
  final double[] shift;
  final double shiftSquaredNorm;
  final Blas blas;
  final Maps maps;
  final int innerProductLeaves;
  private final Kernel kernel;
  private final KernelForm form;
  private final int depth;

  /**
   * @param columns number of features d
   * @param shift what was subtracted from every point in the blocks, or null for nothing
   */
  BlockKernel(Kernel kernel, int columns, double[] shift, Maps maps, Blas blas) {
    this.blas = blas;
    this.kernel = kernel;
    this.form = KernelForm.of(kernel);
    this.maps = maps;
    this.columns = columns;
    this.shift = shift;
    this.shiftSquaredNorm = shift == null ? 0 : blas.dot(columns, shift, 0, shift, 0);
    this.innerProductLeaves = KernelTree.innerProductLeaves(form);
    this.depth = KernelTree.depth(form);
  }

  public final Kernel kernel() {
    return kernel;
  }

  /** Scratch for blocks of at most {@code rows} by {@code others} points. */
  public BlockScratch<A> scratch(int rows, int others) {
    int panel = panelRows(rows) * others;
    A[] parts = arrays(depth);
    Arrays.setAll(parts, level -> array(panel));
    return scratch(innerProductLeaves > 1 ? array(panel) : null, parts, array(others));
  }

  /**
   * Bytes of one scratch for a kernel on points with {@code columns} columns, stored in numbers of
   * {@code numberBytes} bytes.
   */
  static long scratchBytes(Kernel kernel, int columns, int rows, int others, int numberBytes) {
    KernelForm form = KernelForm.of(kernel);
    int depth = KernelTree.depth(form);
    long panel = (long) panelRows(columns, depth, rows) * others;
    int panels = depth + (KernelTree.innerProductLeaves(form) > 1 ? 1 : 0);
    return numberBytes * (panel * panels + others) + 2L * Double.BYTES * columns;
  }

  private int panelRows(int rows) {
    return panelRows(columns, depth, rows);
  }

  /** How many rows of a block are worked on at a time. */
  static int panelRows(int columns, int depth, int rows) {
    return columns >= LOW_DIMENSION && depth == 0 ? rows : Math.min(rows, PANEL_ROWS);
  }

  /**
   * out(i, j) = k(x_i, y_j), row-major with leading dimension {@code ld}, which must be {@code
   * y.count} unless the kernel is a single part.
   *
   * @param zeros whether {@code out} holds zeros, so that BLAS need not write zeros first
   */
  public final void evaluate(
      P x, P y, A out, int outOffset, int ld, boolean zeros, BlockScratch<A> scratch) {
    Simd simd = maps.next((long) x.count * y.count);
    int step = panelRows(x.count);
    for (int first = 0; first < x.count; first += step) {
      int rows = Math.min(step, x.count - first);
      if (innerProductLeaves > 1) {
        innerProducts(simd, x, first, rows, y, scratch);
      }
      evaluate(simd, form, x, first, rows, y, out, outOffset + first * ld, ld, zeros, 0, scratch);
    }
  }

  private void evaluate(
      Simd simd,
      KernelForm part,
      P x,
      int first,
      int rows,
      P y,
      A out,
      int outOffset,
      int ld,
      boolean zeros,
      int level,
      BlockScratch<A> scratch) {
    if (part instanceof PairForm pair) {
      pairUp(simd, pair, x, first, rows, y, out, outOffset, ld, zeros, scratch);
    } else if (part.parts().isEmpty()) {
      byDefinition(part.kernel(), x, first, rows, y, out, outOffset, ld, scratch);
    } else {
      List<KernelForm> parts = part.parts();
      ComposedForm.Operation operation = part.operation().orElseThrow();
      evaluate(simd, parts.get(0), x, first, rows, y, out, outOffset, ld, zeros, level, scratch);
      if (operation == ComposedForm.Operation.SCALING) {
        for (int i = 0; i < rows; i++) {
          affine(simd, out, outOffset + i * ld, y.count, part.factor(), 0);
        }
        return;
      }
      A other = scratch.parts[level];
      for (KernelForm next : parts.subList(1, parts.size())) {
        evaluate(simd, next, x, first, rows, y, other, 0, y.count, false, level + 1, scratch);
        for (int i = 0; i < rows; i++) {
          if (operation == ComposedForm.Operation.SUM) {
            add(simd, out, outOffset + i * ld, y.count, other, i * y.count);
          } else {
            multiply(simd, out, outOffset + i * ld, y.count, other, i * y.count);
          }
        }
      }
    }
  }

  /** If the kernel has several parts: writes all uncorrected inner products to the scratch. */
  private void innerProducts(Simd simd, P x, int first, int rows, P y, BlockScratch<A> scratch) {
    products(x, first, rows, y, scratch.innerProducts, 0, y.count, false, scratch);
    if (whole(x, y)) {
      for (int i = 0; i < rows; i++) {
        widen(simd, i, rows, y, scratch.innerProducts, i * y.count, scratch);
      }
    }
  }

  private void pairUp(
      Simd simd,
      PairForm pair,
      P x,
      int first,
      int rows,
      P y,
      A out,
      int outOffset,
      int ld,
      boolean zeros,
      BlockScratch<A> scratch) {
    if (pair.pairing().fromInnerProducts()) {
      if (innerProductLeaves > 1) {
        for (int i = 0; i < rows; i++) {
          System.arraycopy(scratch.innerProducts, i * y.count, out, outOffset + i * ld, y.count);
        }
      } else {
        products(x, first, rows, y, out, outOffset, ld, zeros, scratch);
      }
    }
    boolean widens = innerProductLeaves == 1 && whole(x, y);
    if (pair.gaussian().isPresent() && finite(y)) {
      gaussian(simd, pair, x, first, rows, y, out, outOffset, ld, widens, scratch);
      return;
    }
    for (int i = 0; i < rows; i++) {
      int row = first + i;
      int rowOffset = outOffset + i * ld;
      if (widens && pair.pairing().fromInnerProducts()) {
        widen(simd, i, rows, y, out, rowOffset, scratch);
      }
      switch (pair.pairing()) {
        case INNER_PRODUCT -> unshift(simd, x, row, y, out, rowOffset);
        case COSINE -> {
          unshift(simd, x, row, y, out, rowOffset);
          normalize(x, row, y, out, rowOffset, scratch);
        }
        case SQUARED_DISTANCE -> distances(simd, x, row, y, out, rowOffset);
        case L1_DISTANCE -> l1Distances(simd, x, row, y, out, rowOffset);
        case OWN -> ownPairValues(pair, x, row, y, out, rowOffset, scratch);
      }
      map(simd, pair, out, rowOffset, y.count);
    }
  }

  /**
   * Turns inner products of shifted points into those of the original points: x.y = x'.y' + s.x +
   * s.y - s.s.
   */
  private void unshift(Simd simd, P x, int row, P y, A out, int rowOffset) {
    if (shift != null) {
      add(simd, out, rowOffset, y.count, y.shiftProducts, y.normsOffset);
      double own = get(x.shiftProducts, x.normsOffset + row) - shiftSquaredNorm;
      affine(simd, out, rowOffset, y.count, 1, own);
    }
  }

  /**
   * Turns inner products into cosines. A cosine of a row so long or short that digits were lost is
   * computed again from the points.
   */
  private void normalize(P x, int row, P y, A out, int rowOffset, BlockScratch<A> scratch) {
    double squared = unshiftedSquaredNorm(x, row);
    boolean sound = sound(x, row, squared);
    double own = Math.sqrt(squared);
    for (int j = 0; j < y.count; j++) {
      double other = unshiftedSquaredNorm(y, j);
      double cosine =
          sound && sound(y, j, other)
              ? get(out, rowOffset + j) / (own * Math.sqrt(other))
              : Pairing.COSINE.of(point(x, row, scratch.x), point(y, j, scratch.y));
      set(out, rowOffset + j, Math.max(-1, Math.min(1, cosine)));
    }
  }

  /**
   * Whether a squared norm, and therefore every inner product of this row with rows of the same
   * kind, has all its digits: it neither under- nor overflowed, nor lost most of its digits because
   * the rows are shifted.
   */
  private boolean sound(P block, int row, double squared) {
    double terms =
        shift == null ? 0 : get(block.squaredNorms, block.normsOffset + row) + shiftSquaredNorm;
    return inRange(squared) && squared > cancellation() * terms;
  }

  private void distances(Simd simd, P x, int row, P y, A out, int rowOffset) {
    if (squaredDistances(simd, x, row, y, out, rowOffset)) {
      for (int j = 0; j < y.count; j++) {
        if (clippedNearZero(x, row, y, j, out, rowOffset + j)) {
          fromDifferences(x, row, y, j, out, rowOffset + j);
        }
      }
    }
  }

  /** Whether the sum of the squared norms of any two of these points is finite. */
  private boolean finite(P block) {
    boolean finite = true;
    for (int j = 0; j < block.count; j++) {
      finite &= halfInRange(block, j);
    }
    return finite;
  }

  /**
   * Computes distances and their exponential in one pass; values that lost digits to cancellation
   * are computed again.
   */
  private void gaussian(
      Simd simd,
      PairForm gaussian,
      P x,
      int first,
      int rows,
      P y,
      A out,
      int outOffset,
      int ld,
      boolean widens,
      BlockScratch<A> scratch) {
    double gamma = gaussian.gaussian().orElseThrow().gamma();
    for (int i = 0; i < rows; i++) {
      int row = first + i;
      int rowOffset = outOffset + i * ld;
      if (widens) {
        widen(simd, i, rows, y, out, rowOffset, scratch);
      }
      if (!halfInRange(x, row)) {
        distances(simd, x, row, y, out, rowOffset);
        map(simd, gaussian, out, rowOffset, y.count);
        continue;
      }
      int from = expOfDistances(simd, x, row, y, gamma, out, rowOffset, scratch.distances);
      for (int j = from; j < y.count; j++) {
        if (cancelled(x, row, y, j, scratch.distances)) {
          fromDifferences(x, row, y, j, out, rowOffset + j);
          map(simd, gaussian, out, rowOffset + j, 1);
        }
      }
    }
  }

  /** Pair values that only the kernel itself can compute, from the original points. */
  private void ownPairValues(
      PairForm pair, P x, int row, P y, A out, int rowOffset, BlockScratch<A> scratch) {
    if (shift == null) {
      pairValues(pair, x, row, y, out, rowOffset);
      return;
    }
    double least = pair.leastCoordinate();
    double[] left = atLeast(least, point(x, row, scratch.x));
    for (int j = 0; j < y.count; j++) {
      double[] right = atLeast(least, point(y, j, scratch.y));
      set(out, rowOffset + j, pair.pairValue(left, right));
    }
  }

  /**
   * Subtracting and adding the shift may round a coordinate so that it leaves the kernel's domain.
   */
  private static double[] atLeast(double least, double[] point) {
    for (int c = 0; c < point.length; c++) {
      point[c] = Math.max(least, point[c]);
    }
    return point;
  }

  /** For kernels without a {@link Pairing}: one call per pair, on the original points. */
  private void byDefinition(
      Kernel part,
      P x,
      int first,
      int rows,
      P y,
      A out,
      int outOffset,
      int ld,
      BlockScratch<A> scratch) {
    for (int i = 0; i < rows; i++) {
      // Both arrays are filled again for every pair, so a user's function must not keep them.
      double[] left = point(x, first + i, scratch.x);
      for (int j = 0; j < y.count; j++) {
        set(out, outOffset + i * ld + j, part.value(left, point(y, j, scratch.y)));
      }
    }
  }

  private double[] point(P block, int row, double[] into) {
    copyPoint(block, row, into);
    if (shift != null) {
      for (int c = 0; c < columns; c++) {
        into[c] += shift[c];
      }
    }
    return into;
  }

  @Override
  public final String toString() {
    return kernel.spec() + (shift == null ? "" : " shifted by " + Arrays.toString(shift));
  }

  // Each of the following is one call of an operation or of BLAS in one precision, or its rounding.

  abstract P view();

  abstract A array(int length);

  abstract A[] arrays(int count);

  abstract BlockScratch<A> scratch(A innerProducts, A[] parts, A distances);

  abstract double get(A array, int at);

  abstract void set(A array, int at, double value);

  abstract void copyPoint(P block, int row, double[] into);

  /** Copies numbers, converted to double. */
  abstract void copy(A from, int fromOffset, double[] to, int toOffset, int length);

  /**
   * Squared norms, and inner products with the shift, of points as they are stored in a block, that
   * is, shifted.
   */
  public abstract void norms(int count, A values, int offset, A norms, A shiftProducts, int at);

  /** The array that already holds these rows, so that no copy is needed; null if there is none. */
  abstract A inPlace(Rows rows, int first, int count);

  /** Copies rows and subtracts the shift, if there is one. */
  abstract void copyShifted(Rows rows, int first, int count, A buffer);

  /** Called for every view of points before it is used in pairs. */
  abstract void loaded(P view);

  /**
   * Computes inner products. For {@link #whole} points they are complete only after {@link #widen}.
   */
  abstract void products(
      P x,
      int first,
      int rows,
      P y,
      A out,
      int outOffset,
      int ld,
      boolean zeros,
      BlockScratch<A> scratch);

  /**
   * Whether products of these points are computed as exact whole numbers in single precision, in
   * the scratch.
   */
  abstract boolean whole(P x, P y);

  /**
   * Converts one row of exact products to double. Called just before the row is used, so that it is
   * still in the cache.
   */
  abstract void widen(
      Simd simd, int row, int rows, P y, A out, int rowOffset, BlockScratch<A> scratch);

  abstract void add(Simd simd, A v, int offset, int length, A other, int otherOffset);

  abstract void multiply(Simd simd, A v, int offset, int length, A other, int otherOffset);

  abstract void affine(Simd simd, A v, int offset, int length, double scale, double shift);

  abstract void map(Simd simd, PairForm pair, A v, int offset, int length);

  abstract void pairValues(PairForm pair, P x, int row, P y, A out, int rowOffset);

  abstract void l1Distances(Simd simd, P x, int row, P y, A out, int rowOffset);

  /**
   * Turns inner products into squared distances; returns whether some have lost digits to
   * cancellation.
   */
  abstract boolean squaredDistances(Simd simd, P x, int row, P y, A out, int rowOffset);

  /** {@link Simd#expOfDistances}. */
  abstract int expOfDistances(
      Simd simd, P x, int row, P y, double gamma, A out, int rowOffset, A distances);

  /** Whether a squared distance, which is never below zero, has lost digits to cancellation. */
  abstract boolean clippedNearZero(P x, int row, P y, int j, A distances, int at);

  /**
   * Whether entry j of the squared distances written by {@link #expOfDistances} has lost digits to
   * cancellation.
   */
  abstract boolean cancelled(P x, int row, P y, int j, A distances);

  /**
   * A squared distance from the differences. It uses a plain loop, because it is rare and a vector
   * loop would never be compiled.
   */
  abstract void fromDifferences(P x, int row, P y, int j, A out, int at);

  /**
   * Whether twice the squared norm of a point is finite, and therefore also the sum of two such
   * squared norms.
   */
  abstract boolean halfInRange(P block, int row);

  /**
   * Whether a squared norm is far enough from the ends of the range of numbers to have all its
   * digits.
   */
  abstract boolean inRange(double squaredNorm);

  /** {@link Simd#CANCELLATION} in this precision. */
  abstract double cancellation();

  abstract double unshiftedSquaredNorm(P block, int row);
}
