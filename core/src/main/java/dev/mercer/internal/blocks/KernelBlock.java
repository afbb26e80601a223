package dev.mercer.internal.blocks;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Maps;
import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.kernel.Kernel;
import java.util.Optional;

/**
 * {@link BlockKernel} in double precision. Inner products of points on a {@link Lattice} are
 * nevertheless computed in single precision, where they are exact, and are converted to double row
 * by row.
 */
public final class KernelBlock extends BlockKernel<double[], PointBlock> {

  // Squared norms between these bounds have all their digits in double precision.
  private static final double SMALLEST_SQUARE = 1e-290;
  private static final double LARGEST_SQUARE = 1e300;

  private final Lattice lattice;

  /**
   * @param columns number of features d
   * @param shift what was subtracted from every point in the blocks, or null for nothing
   * @param maps chooses the loops to use, usually the result of {@link #mapsFor}
   */
  public KernelBlock(Kernel kernel, int columns, double[] shift, Maps maps, Blas blas) {
    this(kernel, columns, shift, null, maps, blas);
  }

  /**
   * @param lattice a lattice that most of the points are expected to lie on, or null for none;
   *     points that do not are processed in double precision
   */
  public KernelBlock(
      Kernel kernel, int columns, double[] shift, Lattice lattice, Maps maps, Blas blas) {
    super(kernel, columns, shift, maps, blas);
    this.lattice = innerProductLeaves == 0 ? null : lattice;
  }

  /**
   * Evaluates the pair values themselves, with the same protection against cancellation.
   *
   * @param values about how many will be evaluated in all
   */
  public static KernelBlock ofPairValues(
      Pairing pairing, int columns, double[] shift, long values, Backend backend) {
    return ofPairValues(new PairValue(pairing, Optional.empty()), columns, shift, values, backend);
  }

  /** The same for the pair values of a simple kernel, which may define pair values of its own. */
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
   * Chooses the loops for a piece of work of about this many values of a kernel, so that no bit of
   * a result depends on what the process did before.
   */
  public static Maps mapsFor(Kernel kernel, long values, Backend backend) {
    if (KernelTree.usesAbsoluteDifferences(KernelForm.of(kernel))) {
      Simd simd = backend.simdFor(values);
      return block -> simd;
    }
    return backend.maps();
  }

  /** The memory of one worker. */
  public static final class Scratch extends BlockScratch<double[]> {
    private float[] singles = new float[0]; // inner products of points on a lattice

    private Scratch(double[] innerProducts, double[][] parts, double[] distances, int columns) {
      super(innerProducts, parts, distances, columns);
    }
  }

  @Override
  public Scratch scratch(int rows, int others) {
    return (Scratch) super.scratch(rows, others);
  }

  /** Bytes of one {@link Scratch} for a kernel on points with {@code columns} columns. */
  public static long scratchBytes(Kernel kernel, int columns, int rows, int others) {
    KernelForm form = KernelForm.of(kernel);
    long panel = (long) panelRows(columns, KernelTree.depth(form), rows) * others;
    boolean none = columns < Lattice.LEAST_COLUMNS || KernelTree.innerProductLeaves(form) == 0;
    long singles = none ? 0 : Float.BYTES * panel * Lattice.mostPieces(columns);
    return scratchBytes(kernel, columns, rows, others, Double.BYTES) + singles;
  }

  @Override
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
  double[] inPlace(Rows rows, int first, int count) {
    return rows.directDoubles(first, count);
  }

  @Override
  void copyShifted(Rows rows, int first, int count, double[] buffer) {
    rows.copy(first, count, buffer, 0);
    if (shift != null) {
      Simd simd = maps.next((long) count * columns);
      for (int i = 0; i < count; i++) {
        simd.add(buffer, i * columns, columns, -1, shift, 0);
      }
    }
  }

  /**
   * If the kernel has a lattice, writes the points of the view as integer multiples, and notes how
   * long they are.
   */
  @Override
  void loaded(PointBlock view) {
    view.longest = Double.POSITIVE_INFINITY;
    if (lattice != null) {
      // Room for one row more than there is, because BLAS may require the end of the last row of a
      // piece.
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

  @Override
  void products(
      PointBlock x,
      int first,
      int rows,
      PointBlock y,
      double[] out,
      int outOffset,
      int ld,
      boolean zeros,
      BlockScratch<double[]> scratch) {
    if (whole(x, y)) {
      wholeProducts(x, first, rows, y, (Scratch) scratch);
      return;
    }
    View inner = View.at(out, outOffset, rows, y.count, ld);
    blas.multiply(
        1, x.rows(first, rows, columns), y.rows(0, y.count, columns).t(), zeros ? 1 : 0, inner);
  }

  @Override
  boolean whole(PointBlock x, PointBlock y) {
    return lattice != null && Lattice.exact(x.longest, y.longest);
  }

  /**
   * Exact inner products of points on a lattice: one block of products per piece of the columns.
   */
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

  @Override
  void widen(
      Simd simd,
      int row,
      int rows,
      PointBlock y,
      double[] out,
      int rowOffset,
      BlockScratch<double[]> scratch) {
    float[] singles = ((Scratch) scratch).singles;
    for (int k = 0; k < lattice.pieces(); k++) {
      int from = (k * rows + row) * y.count;
      double factor = k == lattice.pieces() - 1 ? lattice.squaredUnit() : 1;
      simd.widen(singles, from, y.count, k > 0, factor, out, rowOffset);
    }
  }

  @Override
  PointBlock view() {
    return new PointBlock();
  }

  @Override
  double[] array(int length) {
    return new double[length];
  }

  @Override
  double[][] arrays(int count) {
    return new double[count][];
  }

  @Override
  Scratch scratch(double[] innerProducts, double[][] parts, double[] distances) {
    return new Scratch(innerProducts, parts, distances, columns);
  }

  @Override
  double get(double[] array, int at) {
    return array[at];
  }

  @Override
  void set(double[] array, int at, double value) {
    array[at] = value;
  }

  @Override
  void copyPoint(PointBlock block, int row, double[] into) {
    System.arraycopy(block.values, block.offset + row * columns, into, 0, columns);
  }

  @Override
  void copy(double[] from, int fromOffset, double[] to, int toOffset, int length) {
    System.arraycopy(from, fromOffset, to, toOffset, length);
  }

  @Override
  void add(Simd simd, double[] v, int offset, int length, double[] other, int otherOffset) {
    simd.add(v, offset, length, 1, other, otherOffset);
  }

  @Override
  void multiply(Simd simd, double[] v, int offset, int length, double[] other, int otherOffset) {
    simd.multiply(v, offset, length, other, otherOffset);
  }

  @Override
  void affine(Simd simd, double[] v, int offset, int length, double scale, double shift) {
    simd.affine(v, offset, length, scale, shift);
  }

  @Override
  void map(Simd simd, PairForm pair, double[] v, int offset, int length) {
    pair.map(simd, v, offset, length);
  }

  @Override
  void pairValues(PairForm pair, PointBlock x, int row, PointBlock y, double[] out, int rowOffset) {
    int from = x.offset + row * columns;
    pair.pairValues(x.values, from, y.values, y.offset, y.count, columns, out, rowOffset);
  }

  @Override
  void l1Distances(Simd simd, PointBlock x, int row, PointBlock y, double[] out, int rowOffset) {
    int from = x.offset + row * columns;
    for (int j = 0; j < y.count; j++) {
      out[rowOffset + j] =
          simd.l1Distance(x.values, from, y.values, y.offset + j * columns, columns);
    }
  }

  @Override
  boolean squaredDistances(
      Simd simd, PointBlock x, int row, PointBlock y, double[] out, int rowOffset) {
    double own = x.squaredNorms[x.normsOffset + row];
    return simd.squaredDistances(out, rowOffset, y.count, own, y.squaredNorms, y.normsOffset);
  }

  @Override
  int expOfDistances(
      Simd simd,
      PointBlock x,
      int row,
      PointBlock y,
      double gamma,
      double[] out,
      int rowOffset,
      double[] distances) {
    double own = x.squaredNorms[x.normsOffset + row];
    return simd.expOfDistances(
        out, rowOffset, y.count, own, y.squaredNorms, y.normsOffset, -gamma, distances, 0);
  }

  @Override
  boolean clippedNearZero(PointBlock x, int row, PointBlock y, int j, double[] distances, int at) {
    double sum = x.squaredNorms[x.normsOffset + row] + y.squaredNorms[y.normsOffset + j];
    // Not "less than": for two points equal to the shift, distance and sum are both zero.
    return distances[at] <= Simd.CANCELLATION * sum;
  }

  @Override
  boolean cancelled(PointBlock x, int row, PointBlock y, int j, double[] distances) {
    double sum = x.squaredNorms[x.normsOffset + row] + y.squaredNorms[y.normsOffset + j];
    return Math.fma(sum, -Simd.CANCELLATION, distances[j]) < 0;
  }

  @Override
  void fromDifferences(PointBlock x, int row, PointBlock y, int j, double[] out, int at) {
    int ofX = x.offset + row * columns;
    int ofY = y.offset + j * columns;
    double sum = 0;
    for (int c = 0; c < columns; c++) {
      double difference = x.values[ofX + c] - y.values[ofY + c];
      sum += difference * difference;
    }
    out[at] = sum;
  }

  @Override
  boolean halfInRange(PointBlock block, int row) {
    return block.squaredNorms[block.normsOffset + row] < Double.MAX_VALUE / 4;
  }

  @Override
  boolean inRange(double squaredNorm) {
    return squaredNorm > SMALLEST_SQUARE && squaredNorm < LARGEST_SQUARE;
  }

  @Override
  double cancellation() {
    return Simd.CANCELLATION;
  }

  @Override
  double unshiftedSquaredNorm(PointBlock block, int row) {
    int at = block.normsOffset + row;
    return shift == null
        ? block.squaredNorms[at]
        : block.squaredNorms[at] + 2 * block.shiftProducts[at] - shiftSquaredNorm;
  }
}
