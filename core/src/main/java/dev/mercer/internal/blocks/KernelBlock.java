package dev.mercer.internal.blocks;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Maps;
import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.kernel.ComposedForm;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Evaluates a kernel between two blocks of points: the one fast path to kernel values.
 *
 * <ol>
 *   <li>all inner products of the two blocks by one GEMM, shared by every part of a sum or product
 *   <li>row by row, while the row is in cache: inner products to the kernel's pair values (squared
 *       distances from |x|^2 + |y|^2 - 2 x.y), then the kernel's map in place
 *   <li>sums and products combine their parts elementwise
 * </ol>
 *
 * Squared distances made this way cancel when points are close to each other and far from the
 * origin. Two guards keep the digits: callers subtract a common shift from all points where the
 * data lie off the origin (inner products are corrected back), and a distance that still cancels
 * below {@link Simd#CANCELLATION} of its terms is computed again from the differences. So is, from
 * rows brought near length one, a cosine whose squared norms cancel or leave the range of double.
 *
 * <p>Cost: 2 m n d flops of GEMM plus one map a value; L1 kernels and user functions m n d by plain
 * loops. Thread-safe: each worker brings its own {@link Scratch}.
 */
public final class KernelBlock {

  // Low-dimensional blocks are dominated by the map: GEMM a few rows at a time so that they are
  // still
  // in the second-level cache when the map reads them.
  private static final int LOW_DIMENSION = 128;
  private static final int PANEL_ROWS = 168;

  // Squared norms between these lost nothing to the ends of the range of double.
  private static final double SMALLEST_SQUARE = 1e-290;
  private static final double LARGEST_SQUARE = 1e300;

  private final Kernel kernel;
  private final KernelForm form;
  private final int columns;
  private final double[] shift;
  private final Lattice lattice;
  private final double shiftSquaredNorm;
  private final Blas blas;
  private final Maps maps;
  private final int innerProductLeaves;
  private final int depth;

  /**
   * @param columns number of features d
   * @param shift what was subtracted from every point in the blocks, or null for nothing
   * @param maps the maps to use, mostly those of {@link #mapsFor}
   */
  public KernelBlock(Kernel kernel, int columns, double[] shift, Maps maps, Blas blas) {
    this(kernel, columns, shift, null, maps, blas);
  }

  /**
   * @param lattice that many points will be found on, or null for none; those that are not are
   *     worked on as they are
   */
  public KernelBlock(
      Kernel kernel, int columns, double[] shift, Lattice lattice, Maps maps, Blas blas) {
    this.blas = blas;
    this.kernel = kernel;
    this.form = KernelForm.of(kernel);
    this.maps = maps;
    this.columns = columns;
    this.shift = shift;
    this.shiftSquaredNorm = shift == null ? 0 : blas.dot(columns, shift, 0, shift, 0);
    this.innerProductLeaves = KernelTree.innerProductLeaves(form);
    this.lattice = innerProductLeaves == 0 ? null : lattice;
    this.depth = KernelTree.depth(form);
  }

  /**
   * Evaluates the pair values themselves, with the same guards against cancellation.
   *
   * @param values about how many will be evaluated in all
   */
  public static KernelBlock ofPairValues(
      Pairing pairing, int columns, double[] shift, long values, Backend backend) {
    return ofPairValues(new PairValue(pairing, Optional.empty()), columns, shift, values, backend);
  }

  /** The same for the pair values of a simple kernel, which may be its own. */
  public static KernelBlock ofPairValues(
      PairForm pair, int columns, double[] shift, long values, Backend backend) {
    return ofPairValues(PairValue.of(pair), columns, shift, values, backend);
  }

  private static KernelBlock ofPairValues(
      PairValue kernel, int columns, double[] shift, long values, Backend backend) {
    return new KernelBlock(
        kernel, columns, shift, mapsFor(kernel, values, backend), backend.blas());
  }

  /**
   * The maps for a piece of work of about so many values of a kernel, chosen so that no bit depends
   * on what the process did before.
   */
  public static Maps mapsFor(Kernel kernel, long values, Backend backend) {
    if (KernelTree.usesAbsoluteDifferences(KernelForm.of(kernel))) {
      Simd simd = backend.simdFor(values);
      return block -> simd;
    }
    return backend.maps();
  }

  public Kernel kernel() {
    return kernel;
  }

  /** Memory of one worker for blocks of up to {@code capacity} values. */
  public static final class Scratch {
    private final double[] innerProducts;
    private final double[][] parts;
    private final double[] distances;
    private final double[] x;
    private final double[] y;
    private float[] singles = new float[0];

    private Scratch(
        double[] innerProducts, double[][] parts, double[] distances, double[] x, double[] y) {
      this.innerProducts = innerProducts;
      this.parts = parts;
      this.distances = distances;
      this.x = x;
      this.y = y;
    }
  }

  /** Scratch for blocks of at most {@code rows} by {@code others} points. */
  public Scratch scratch(int rows, int others) {
    int panel = panelRows(rows) * others;
    return new Scratch(
        innerProductLeaves > 1 ? new double[panel] : null,
        new double[depth][panel],
        new double[others],
        new double[columns],
        new double[columns]);
  }

  /** Bytes of one {@link Scratch} of a kernel on points of so many columns. */
  public static long scratchBytes(Kernel kernel, int columns, int rows, int others) {
    KernelForm form = KernelForm.of(kernel);
    int depth = KernelTree.depth(form);
    int innerProductLeaves = KernelTree.innerProductLeaves(form);
    long panel = (long) panelRows(columns, depth, rows) * others;
    long singles =
        columns < Lattice.LEAST_COLUMNS || innerProductLeaves == 0
            ? 0
            : 4 * panel * Lattice.mostPieces(columns);
    return 8 * (panel * (depth + (innerProductLeaves > 1 ? 1 : 0)) + others + 2L * columns)
        + singles;
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
   * @param zeros whether {@code out} holds zeros, as a new array does: products are then added to
   *     them, which spares BLAS writing zeros first
   */
  public void evaluate(
      PointBlock x,
      PointBlock y,
      double[] out,
      int outOffset,
      int ld,
      boolean zeros,
      Scratch scratch) {
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
      PointBlock x,
      int first,
      int rows,
      PointBlock y,
      double[] out,
      int outOffset,
      int ld,
      boolean zeros,
      int level,
      Scratch scratch) {
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
          simd.affine(out, outOffset + i * ld, y.count, part.factor(), 0);
        }
        return;
      }
      double[] other = scratch.parts[level];
      for (KernelForm next : parts.subList(1, parts.size())) {
        evaluate(simd, next, x, first, rows, y, other, 0, y.count, false, level + 1, scratch);
        for (int i = 0; i < rows; i++) {
          if (operation == ComposedForm.Operation.SUM) {
            simd.add(out, outOffset + i * ld, y.count, 1, other, i * y.count);
          } else {
            simd.multiply(out, outOffset + i * ld, y.count, other, i * y.count);
          }
        }
      }
    }
  }

  private void pairUp(
      Simd simd,
      PairForm pair,
      PointBlock x,
      int first,
      int rows,
      PointBlock y,
      double[] out,
      int outOffset,
      int ld,
      boolean zeros,
      Scratch scratch) {
    if (pair.pairing().fromInnerProducts()) {
      if (innerProductLeaves > 1) {
        for (int i = 0; i < rows; i++) {
          System.arraycopy(scratch.innerProducts, i * y.count, out, outOffset + i * ld, y.count);
        }
      } else {
        products(x, first, rows, y, out, outOffset, ld, zeros, scratch);
      }
    }
    boolean widens = whole(x, y) && innerProductLeaves == 1;
    if (pair.gaussian().isPresent() && finite(y)) {
      gaussian(simd, pair, x, first, rows, y, out, outOffset, ld, widens, scratch);
      return;
    }
    for (int i = 0; i < rows; i++) {
      int rowOffset = outOffset + i * ld;
      if (widens && pair.pairing().fromInnerProducts()) {
        widen(simd, i, rows, y, out, rowOffset, scratch);
      }
      switch (pair.pairing()) {
        case INNER_PRODUCT -> unshift(simd, x, first + i, y, out, rowOffset);
        case COSINE -> {
          unshift(simd, x, first + i, y, out, rowOffset);
          normalize(x, first + i, y, out, rowOffset, scratch);
        }
        case SQUARED_DISTANCE -> distances(simd, x, first + i, y, out, rowOffset);
        case L1_DISTANCE -> {
          for (int j = 0; j < y.count; j++) {
            out[rowOffset + j] =
                simd.l1Distance(
                    x.values,
                    x.offset + (first + i) * columns,
                    y.values,
                    y.offset + j * columns,
                    columns);
          }
        }
        case OWN -> ownPairValues(pair, x, first + i, y, out, rowOffset, scratch);
      }
      pair.map(simd, out, rowOffset, y.count);
    }
  }

  private boolean whole(PointBlock x, PointBlock y) {
    return lattice != null && Lattice.exact(x.longest, y.longest);
  }

  /** For several parts: all inner products as they are, in the scratch. */
  private void innerProducts(
      Simd simd, PointBlock x, int first, int rows, PointBlock y, Scratch scratch) {
    products(x, first, rows, y, scratch.innerProducts, 0, y.count, false, scratch);
    if (whole(x, y)) {
      for (int i = 0; i < rows; i++) {
        widen(simd, i, rows, y, scratch.innerProducts, i * y.count, scratch);
      }
    }
  }

  /** Inner products; those of points on a lattice are in the scratch, until they are widened. */
  private void products(
      PointBlock x,
      int first,
      int rows,
      PointBlock y,
      double[] out,
      int outOffset,
      int ld,
      boolean zeros,
      Scratch scratch) {
    if (whole(x, y)) {
      wholeProducts(x, first, rows, y, scratch);
      return;
    }
    View inner = View.at(out, outOffset, rows, y.count, ld);
    blas.multiply(
        1, x.rows(first, rows, columns), y.rows(0, y.count, columns).t(), zeros ? 1 : 0, inner);
  }

  /** Inner products of points on a lattice, without rounding: one block for every piece. */
  private void wholeProducts(PointBlock x, int first, int rows, PointBlock y, Scratch scratch) {
    int needed = lattice.pieces() * rows * y.count;
    if (scratch.singles.length < needed) {
      scratch.singles = new float[needed];
    }
    for (int k = 0; k < lattice.pieces(); k++) {
      int from = k * lattice.piece();
      blas.gemm(
          false,
          true,
          rows,
          y.count,
          Math.min(lattice.piece(), columns - from),
          1f,
          x.multiples,
          x.multiplesOffset + first * columns + from,
          columns,
          y.multiples,
          y.multiplesOffset + from,
          columns,
          0f,
          scratch.singles,
          k * rows * y.count,
          y.count);
    }
  }

  /** One row of them, as doubles: just before it is mapped, while it stays in the cache. */
  private void widen(
      Simd simd, int row, int rows, PointBlock y, double[] out, int rowOffset, Scratch scratch) {
    for (int k = 0; k < lattice.pieces(); k++) {
      int from = (k * rows + row) * y.count;
      double factor = k == lattice.pieces() - 1 ? lattice.squaredUnit() : 1;
      simd.widen(scratch.singles, from, y.count, k > 0, factor, out, rowOffset);
    }
  }

  /** Moves points by the shift. */
  public void shift(double[] values, int count) {
    Simd simd = maps.next((long) count * columns);
    for (int i = 0; i < count; i++) {
      simd.add(values, i * columns, columns, -1, shift, 0);
    }
  }

  /** Writes the points of a view down as multiples, and how long they are, if on the lattice. */
  public void asMultiples(PointBlock view) {
    view.longest = Double.POSITIVE_INFINITY;
    if (lattice != null) {
      // A row more than there is: BLAS may ask for the end of the last row of a piece.
      int length = (view.count + 1) * columns;
      if (view.multiples == null || view.multiples.length < length) {
        view.multiples = new float[length];
      }
      view.multiplesOffset = 0;
      Simd simd = maps.next(length);
      view.longest =
          lattice.multiples(view.values, view.offset, view.count, view.multiples, simd, blas);
    }
  }

  /** Inner products of shifted points become those of the points: x.y = x'.y' + s.x + s.y - s.s. */
  private void unshift(
      Simd simd, PointBlock x, int row, PointBlock y, double[] out, int rowOffset) {
    if (shift != null) {
      simd.add(out, rowOffset, y.count, 1, y.shiftProducts, y.normsOffset);
      double own = x.shiftProducts[x.normsOffset + row] - shiftSquaredNorm;
      simd.affine(out, rowOffset, y.count, 1, own);
    }
  }

  /** Inner products become cosines; those that rows of extreme length spoiled are made anew. */
  private void normalize(
      PointBlock x, int row, PointBlock y, double[] out, int rowOffset, Scratch scratch) {
    double squared = unshiftedSquaredNorm(x, row);
    boolean sound = sound(x, row, squared);
    double own = Math.sqrt(squared);
    for (int j = 0; j < y.count; j++) {
      double other = unshiftedSquaredNorm(y, j);
      double cosine =
          sound && sound(y, j, other)
              ? out[rowOffset + j] / (own * Math.sqrt(other))
              : Pairing.COSINE.of(point(x, row, scratch.x), point(y, j, scratch.y));
      out[rowOffset + j] = Math.max(-1, Math.min(1, cosine));
    }
  }

  /**
   * Whether a squared norm, and with it every inner product of such rows, has all its digits: it
   * neither under- nor overflowed, nor did most of it cancel where rows are shifted.
   */
  private boolean sound(PointBlock block, int row, double squared) {
    double terms =
        shift == null ? 0 : block.squaredNorms[block.normsOffset + row] + shiftSquaredNorm;
    return squared > SMALLEST_SQUARE
        && squared < LARGEST_SQUARE
        && squared > Simd.CANCELLATION * terms;
  }

  private double unshiftedSquaredNorm(PointBlock block, int row) {
    int at = block.normsOffset + row;
    return shift == null
        ? block.squaredNorms[at]
        : block.squaredNorms[at] + 2 * block.shiftProducts[at] - shiftSquaredNorm;
  }

  private void distances(
      Simd simd, PointBlock x, int row, PointBlock y, double[] out, int rowOffset) {
    double own = x.squaredNorms[x.normsOffset + row];
    boolean cancelled =
        simd.squaredDistances(out, rowOffset, y.count, own, y.squaredNorms, y.normsOffset);
    if (cancelled) {
      for (int j = 0; j < y.count; j++) {
        double sum = own + y.squaredNorms[y.normsOffset + j];
        // Not "less": two equal points at the shift have distance and sum both zero.
        if (out[rowOffset + j] <= Simd.CANCELLATION * sum) {
          out[rowOffset + j] =
              squaredDistance(x.values, x.offset + row * columns, y.values, y.offset + j * columns);
        }
      }
    }
  }

  /** Whether no sum of two of the points' squared norms overflows. */
  private static boolean finite(PointBlock block) {
    boolean finite = true;
    for (int j = 0; j < block.count; j++) {
      finite &= block.squaredNorms[block.normsOffset + j] < Double.MAX_VALUE / 4;
    }
    return finite;
  }

  /** Distances and their exponential in one pass; what cancelled is computed again. */
  private void gaussian(
      Simd simd,
      PairForm gaussian,
      PointBlock x,
      int first,
      int rows,
      PointBlock y,
      double[] out,
      int outOffset,
      int ld,
      boolean widens,
      Scratch scratch) {
    double[] distances = scratch.distances;
    double factor = -gaussian.gaussian().orElseThrow().gamma();
    for (int i = 0; i < rows; i++) {
      int row = first + i;
      int rowOffset = outOffset + i * ld;
      if (widens) {
        widen(simd, i, rows, y, out, rowOffset, scratch);
      }
      double own = x.squaredNorms[x.normsOffset + row];
      if (!(own < Double.MAX_VALUE / 4)) {
        distances(simd, x, row, y, out, rowOffset);
        gaussian.map(simd, out, rowOffset, y.count);
        continue;
      }
      int cancelled =
          simd.expOfDistances(
              out, rowOffset, y.count, own, y.squaredNorms, y.normsOffset, factor, distances, 0);
      for (int j = cancelled; j < y.count; j++) {
        double sum = own + y.squaredNorms[y.normsOffset + j];
        if (Math.fma(sum, -Simd.CANCELLATION, distances[j]) < 0) {
          out[rowOffset + j] =
              squaredDistance(x.values, x.offset + row * columns, y.values, y.offset + j * columns);
          gaussian.map(simd, out, rowOffset + j, 1);
        }
      }
    }
  }

  /** From the differences; a plain loop, since it is rare and a vector loop never gets warm. */
  private double squaredDistance(double[] x, int xOffset, double[] y, int yOffset) {
    double sum = 0;
    for (int c = 0; c < columns; c++) {
      double difference = x[xOffset + c] - y[yOffset + c];
      sum += difference * difference;
    }
    return sum;
  }

  /** Numbers that only the kernel knows how to compute, of points as they are. */
  private void ownPairValues(
      PairForm pair,
      PointBlock x,
      int row,
      PointBlock y,
      double[] out,
      int rowOffset,
      Scratch scratch) {
    if (shift == null) {
      int from = x.offset + row * columns;
      pair.pairValues(x.values, from, y.values, y.offset, y.count, columns, out, rowOffset);
      return;
    }
    double least = pair.leastCoordinate();
    double[] left = atLeast(least, point(x, row, scratch.x));
    for (int j = 0; j < y.count; j++) {
      double[] right = atLeast(least, point(y, j, scratch.y));
      out[rowOffset + j] = pair.pairValue(left, right);
    }
  }

  /** Moving a point there and back may round a coordinate out of the kernel's domain. */
  private static double[] atLeast(double least, double[] point) {
    for (int c = 0; c < point.length; c++) {
      point[c] = Math.max(least, point[c]);
    }
    return point;
  }

  /** Kernels without a pairing: one call a pair on the unshifted points. */
  private void byDefinition(
      Kernel part,
      PointBlock x,
      int first,
      int rows,
      PointBlock y,
      double[] out,
      int outOffset,
      int ld,
      Scratch scratch) {
    for (int i = 0; i < rows; i++) {
      // The two arrays are filled anew for every pair: a user's function must not keep them.
      double[] left = point(x, first + i, scratch.x);
      for (int j = 0; j < y.count; j++) {
        out[outOffset + i * ld + j] = part.value(left, point(y, j, scratch.y));
      }
    }
  }

  private double[] point(PointBlock block, int row, double[] into) {
    System.arraycopy(block.values, block.offset + row * columns, into, 0, columns);
    if (shift != null) {
      for (int c = 0; c < columns; c++) {
        into[c] += shift[c];
      }
    }
    return into;
  }

  /** Squared norms, and inner products with the shift, of points as they stand in a block. */
  public void norms(
      int count, double[] values, int offset, double[] norms, double[] shiftProducts, int at) {
    for (int i = 0; i < count; i++) {
      int from = offset + i * columns;
      norms[at + i] = blas.dot(columns, values, from, values, from);
      if (shift != null) {
        // s.x of the unshifted point: s.(x - s) + s.s
        shiftProducts[at + i] = blas.dot(columns, values, from, shift, 0) + shiftSquaredNorm;
      }
    }
  }

  @Override
  public String toString() {
    return kernel.spec() + (shift == null ? "" : " shifted by " + Arrays.toString(shift));
  }
}
