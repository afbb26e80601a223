package dev.mercer.internal.blocks;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Maps;
import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.kernel.Kernel;

/**
 * {@link BlockKernel} in single precision, with twice the speed and half the memory. Kernel values
 * are accurate to about 1e-6. User functions are still called with doubles.
 */
public final class FloatKernelBlock extends BlockKernel<float[], FloatPointBlock> {

  // Squared norms between these bounds have all their digits in single precision.
  private static final double SMALLEST_SQUARE = 1e-30;
  private static final double LARGEST_SQUARE = 1e35;

  /**
   * @param columns number of features d
   * @param shift what was subtracted from every point in the blocks, or null for nothing
   * @param maps chooses the loops to use, usually the result of {@link KernelBlock#mapsFor}
   */
  public FloatKernelBlock(Kernel kernel, int columns, double[] shift, Maps maps, Blas blas) {
    super(kernel, columns, shift, maps, blas);
  }

  /** The memory of one worker. */
  public static final class Scratch extends BlockScratch<float[]> {
    private Scratch(float[] innerProducts, float[][] parts, float[] distances, int columns) {
      super(innerProducts, parts, distances, columns);
    }
  }

  @Override
  public Scratch scratch(int rows, int others) {
    return (Scratch) super.scratch(rows, others);
  }

  /** Bytes of one {@link Scratch} for a kernel on points with {@code columns} columns. */
  public static long scratchBytes(Kernel kernel, int columns, int rows, int others) {
    return scratchBytes(kernel, columns, rows, others, Float.BYTES);
  }

  @Override
  public void norms(
      int count, float[] values, int offset, float[] norms, float[] shiftProducts, int at) {
    for (int i = 0; i < count; i++) {
      double squares = 0;
      double products = shiftSquaredNorm;
      for (int c = 0; c < columns; c++) {
        double value = values[offset + i * columns + c];
        squares += value * value;
        products += shift == null ? 0 : value * shift[c];
      }
      norms[at + i] = (float) squares;
      if (shift != null) {
        shiftProducts[at + i] = (float) products;
      }
    }
  }

  @Override
  float[] inPlace(Rows rows, int first, int count) {
    return rows.directFloats(first, count);
  }

  /**
   * For data far from the origin, rounding to float must come after subtracting the shift, not
   * before.
   */
  @Override
  void copyShifted(Rows rows, int first, int count, float[] buffer) {
    if (shift == null) {
      rows.copy(first, count, buffer, 0);
      return;
    }
    double[] row = new double[columns];
    for (int i = 0; i < count; i++) {
      rows.copy(first + i, 1, row, 0);
      for (int c = 0; c < columns; c++) {
        buffer[i * columns + c] = (float) (row[c] - shift[c]);
      }
    }
  }

  @Override
  void loaded(FloatPointBlock view) {}

  @Override
  void products(
      FloatPointBlock x,
      int first,
      int rows,
      FloatPointBlock y,
      float[] out,
      int outOffset,
      int ld,
      boolean zeros,
      BlockScratch<float[]> scratch) {
    blas.gemm(
        false,
        true,
        rows,
        y.count,
        columns,
        1,
        x.values,
        x.offset + first * columns,
        columns,
        y.values,
        y.offset,
        columns,
        zeros ? 1 : 0,
        out,
        outOffset,
        ld);
  }

  /** Products are in single precision anyway, so nothing has to be converted. */
  @Override
  boolean whole(FloatPointBlock x, FloatPointBlock y) {
    return false;
  }

  @Override
  void widen(
      Simd simd,
      int row,
      int rows,
      FloatPointBlock y,
      float[] out,
      int rowOffset,
      BlockScratch<float[]> scratch) {
    throw new IllegalStateException("products of singles are not widened");
  }

  @Override
  FloatPointBlock view() {
    return new FloatPointBlock();
  }

  @Override
  float[] array(int length) {
    return new float[length];
  }

  @Override
  float[][] arrays(int count) {
    return new float[count][];
  }

  @Override
  Scratch scratch(float[] innerProducts, float[][] parts, float[] distances) {
    return new Scratch(innerProducts, parts, distances, columns);
  }

  @Override
  double get(float[] array, int at) {
    return array[at];
  }

  @Override
  void set(float[] array, int at, double value) {
    array[at] = (float) value;
  }

  @Override
  void copyPoint(FloatPointBlock block, int row, double[] into) {
    copy(block.values, block.offset + row * columns, into, 0, columns);
  }

  @Override
  void copy(float[] from, int fromOffset, double[] to, int toOffset, int length) {
    for (int i = 0; i < length; i++) {
      to[toOffset + i] = from[fromOffset + i];
    }
  }

  @Override
  void add(Simd simd, float[] v, int offset, int length, float[] other, int otherOffset) {
    simd.add(v, offset, length, 1, other, otherOffset);
  }

  @Override
  void multiply(Simd simd, float[] v, int offset, int length, float[] other, int otherOffset) {
    simd.multiply(v, offset, length, other, otherOffset);
  }

  @Override
  void affine(Simd simd, float[] v, int offset, int length, double scale, double shift) {
    simd.affine(v, offset, length, (float) scale, (float) shift);
  }

  @Override
  void map(Simd simd, PairForm pair, float[] v, int offset, int length) {
    pair.map(simd, v, offset, length);
  }

  @Override
  void pairValues(
      PairForm pair, FloatPointBlock x, int row, FloatPointBlock y, float[] out, int rowOffset) {
    int from = x.offset + row * columns;
    pair.pairValues(x.values, from, y.values, y.offset, y.count, columns, out, rowOffset);
  }

  @Override
  void l1Distances(
      Simd simd, FloatPointBlock x, int row, FloatPointBlock y, float[] out, int rowOffset) {
    int from = x.offset + row * columns;
    for (int j = 0; j < y.count; j++) {
      out[rowOffset + j] =
          simd.l1Distance(x.values, from, y.values, y.offset + j * columns, columns);
    }
  }

  @Override
  boolean squaredDistances(
      Simd simd, FloatPointBlock x, int row, FloatPointBlock y, float[] out, int rowOffset) {
    float own = x.squaredNorms[x.normsOffset + row];
    return simd.squaredDistances(out, rowOffset, y.count, own, y.squaredNorms, y.normsOffset);
  }

  @Override
  int expOfDistances(
      Simd simd,
      FloatPointBlock x,
      int row,
      FloatPointBlock y,
      double gamma,
      float[] out,
      int rowOffset,
      float[] distances) {
    float own = x.squaredNorms[x.normsOffset + row];
    float factor = -PairForm.single(gamma);
    return simd.expOfDistances(
        out, rowOffset, y.count, own, y.squaredNorms, y.normsOffset, factor, distances, 0);
  }

  @Override
  boolean clippedNearZero(
      FloatPointBlock x, int row, FloatPointBlock y, int j, float[] distances, int at) {
    float sum = x.squaredNorms[x.normsOffset + row] + y.squaredNorms[y.normsOffset + j];
    // Not "less than": for two points equal to the shift, distance and sum are both zero.
    return distances[at] <= Simd.CANCELLATION_FLOAT * sum;
  }

  @Override
  boolean cancelled(FloatPointBlock x, int row, FloatPointBlock y, int j, float[] distances) {
    float sum = x.squaredNorms[x.normsOffset + row] + y.squaredNorms[y.normsOffset + j];
    return Math.fma(sum, -Simd.CANCELLATION_FLOAT, distances[j]) < 0;
  }

  @Override
  void fromDifferences(FloatPointBlock x, int row, FloatPointBlock y, int j, float[] out, int at) {
    int ofX = x.offset + row * columns;
    int ofY = y.offset + j * columns;
    float sum = 0;
    for (int c = 0; c < columns; c++) {
      float difference = x.values[ofX + c] - y.values[ofY + c];
      sum += difference * difference;
    }
    out[at] = sum;
  }

  @Override
  boolean halfInRange(FloatPointBlock block, int row) {
    return block.squaredNorms[block.normsOffset + row] < Float.MAX_VALUE / 4;
  }

  @Override
  boolean inRange(double squaredNorm) {
    return squaredNorm > SMALLEST_SQUARE && squaredNorm < LARGEST_SQUARE;
  }

  @Override
  double cancellation() {
    return Simd.CANCELLATION_FLOAT;
  }

  @Override
  double unshiftedSquaredNorm(FloatPointBlock block, int row) {
    int at = block.normsOffset + row;
    return shift == null
        ? block.squaredNorms[at]
        : block.squaredNorms[at] + 2 * block.shiftProducts[at] - shiftSquaredNorm;
  }
}
