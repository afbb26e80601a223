package dev.mercer.internal.blocks;

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
 * The single-precision twin of {@link KernelBlock}: the same steps on floats, at twice the speed
 * and half the memory. Kernel values are good to about 1e-6; user functions are still called on
 * doubles.
 */
public final class FloatKernelBlock {

  // Squared norms between these lost nothing to the ends of the range of single precision.
  private static final double SMALLEST_SQUARE = 1e-30;
  private static final double LARGEST_SQUARE = 1e35;

  private final Kernel kernel;
  private final KernelForm form;
  private final int columns;
  private final double[] shift;
  private final double shiftSquaredNorm;
  private final Blas blas;
  private final Maps maps;
  private final int innerProductLeaves;
  private final int depth;

  /**
   * @param columns number of features d
   * @param shift what was subtracted from every point in the blocks, or null for nothing
   * @param maps the maps to use, mostly those of {@link KernelBlock#mapsFor}
   */
  public FloatKernelBlock(Kernel kernel, int columns, double[] shift, Maps maps, Blas blas) {
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

  public Kernel kernel() {
    return kernel;
  }

  /** Memory of one worker for blocks of up to {@code capacity} values. */
  public static final class Scratch {
    private final float[] innerProducts;
    private final float[][] parts;
    private final float[] distances;
    private final double[] x;
    private final double[] y;

    private Scratch(
        float[] innerProducts, float[][] parts, float[] distances, double[] x, double[] y) {
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
        innerProductLeaves > 1 ? new float[panel] : null,
        new float[depth][panel],
        new float[others],
        new double[columns],
        new double[columns]);
  }

  /** Bytes of one {@link Scratch} of a kernel on points of so many columns. */
  public static long scratchBytes(Kernel kernel, int columns, int rows, int others) {
    KernelForm form = KernelForm.of(kernel);
    int depth = KernelTree.depth(form);
    int innerProductLeaves = KernelTree.innerProductLeaves(form);
    long panel = (long) KernelBlock.panelRows(columns, depth, rows) * others;
    return 4 * (panel * (depth + (innerProductLeaves > 1 ? 1 : 0)) + others + 4L * columns);
  }

  private int panelRows(int rows) {
    return KernelBlock.panelRows(columns, depth, rows);
  }

  /**
   * out(i, j) = k(x_i, y_j), row-major with leading dimension {@code ld}, which must be {@code
   * y.count} unless the kernel is a single part.
   *
   * @param zeros whether {@code out} holds zeros, as a new array does: products are then added to
   *     them, which spares BLAS writing zeros first
   */
  public void evaluate(
      FloatPointBlock x,
      FloatPointBlock y,
      float[] out,
      int outOffset,
      int ld,
      boolean zeros,
      Scratch scratch) {
    Simd simd = maps.next((long) x.count * y.count);
    int step = panelRows(x.count);
    for (int first = 0; first < x.count; first += step) {
      int rows = Math.min(step, x.count - first);
      if (innerProductLeaves > 1) {
        products(x, first, rows, y, scratch.innerProducts, 0, y.count, false);
      }
      evaluate(simd, form, x, first, rows, y, out, outOffset + first * ld, ld, zeros, 0, scratch);
    }
  }

  private void evaluate(
      Simd simd,
      KernelForm part,
      FloatPointBlock x,
      int first,
      int rows,
      FloatPointBlock y,
      float[] out,
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
          simd.affine(out, outOffset + i * ld, y.count, (float) part.factor(), 0);
        }
        return;
      }
      float[] other = scratch.parts[level];
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
      FloatPointBlock x,
      int first,
      int rows,
      FloatPointBlock y,
      float[] out,
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
        products(x, first, rows, y, out, outOffset, ld, zeros);
      }
    }
    if (pair.gaussian().isPresent() && finite(y)) {
      gaussian(simd, pair, x, first, rows, y, out, outOffset, ld, scratch.distances);
      return;
    }
    for (int i = 0; i < rows; i++) {
      int rowOffset = outOffset + i * ld;
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

  private void products(
      FloatPointBlock x,
      int first,
      int rows,
      FloatPointBlock y,
      float[] out,
      int outOffset,
      int ld,
      boolean zeros) {
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

  /** Inner products of shifted points become those of the points: x.y = x'.y' + s.x + s.y - s.s. */
  private void unshift(
      Simd simd, FloatPointBlock x, int row, FloatPointBlock y, float[] out, int rowOffset) {
    if (shift != null) {
      simd.add(out, rowOffset, y.count, 1, y.shiftProducts, y.normsOffset);
      float own = (float) (x.shiftProducts[x.normsOffset + row] - shiftSquaredNorm);
      simd.affine(out, rowOffset, y.count, 1, own);
    }
  }

  /** Inner products become cosines; those that rows of extreme length spoiled are made anew. */
  private void normalize(
      FloatPointBlock x, int row, FloatPointBlock y, float[] out, int rowOffset, Scratch scratch) {
    double squared = unshiftedSquaredNorm(x, row);
    boolean sound = sound(x, row, squared);
    double own = Math.sqrt(squared);
    for (int j = 0; j < y.count; j++) {
      double other = unshiftedSquaredNorm(y, j);
      double cosine =
          sound && sound(y, j, other)
              ? out[rowOffset + j] / (own * Math.sqrt(other))
              : Pairing.COSINE.of(point(x, row, scratch.x), point(y, j, scratch.y));
      out[rowOffset + j] = (float) Math.max(-1, Math.min(1, cosine));
    }
  }

  /**
   * Whether a squared norm, and with it every inner product of such rows, has all its digits: it
   * neither under- nor overflowed, nor did most of it cancel where rows are shifted.
   */
  private boolean sound(FloatPointBlock block, int row, double squared) {
    double terms =
        shift == null ? 0 : block.squaredNorms[block.normsOffset + row] + shiftSquaredNorm;
    return squared > SMALLEST_SQUARE
        && squared < LARGEST_SQUARE
        && squared > Simd.CANCELLATION_FLOAT * terms;
  }

  private double unshiftedSquaredNorm(FloatPointBlock block, int row) {
    int at = block.normsOffset + row;
    return shift == null
        ? block.squaredNorms[at]
        : block.squaredNorms[at] + 2 * block.shiftProducts[at] - shiftSquaredNorm;
  }

  private void distances(
      Simd simd, FloatPointBlock x, int row, FloatPointBlock y, float[] out, int rowOffset) {
    float own = x.squaredNorms[x.normsOffset + row];
    boolean cancelled =
        simd.squaredDistances(out, rowOffset, y.count, own, y.squaredNorms, y.normsOffset);
    if (cancelled) {
      for (int j = 0; j < y.count; j++) {
        float sum = own + y.squaredNorms[y.normsOffset + j];
        // Not "less": two equal points at the shift have distance and sum both zero.
        if (out[rowOffset + j] <= Simd.CANCELLATION_FLOAT * sum) {
          out[rowOffset + j] =
              squaredDistance(x.values, x.offset + row * columns, y.values, y.offset + j * columns);
        }
      }
    }
  }

  /** Whether no sum of two of the points' squared norms overflows. */
  private static boolean finite(FloatPointBlock block) {
    boolean finite = true;
    for (int j = 0; j < block.count; j++) {
      finite &= block.squaredNorms[block.normsOffset + j] < Float.MAX_VALUE / 4;
    }
    return finite;
  }

  /** Distances and their exponential in one pass; what cancelled is computed again. */
  private void gaussian(
      Simd simd,
      PairForm gaussian,
      FloatPointBlock x,
      int first,
      int rows,
      FloatPointBlock y,
      float[] out,
      int outOffset,
      int ld,
      float[] distances) {
    float factor = -PairForm.single(gaussian.gaussian().orElseThrow().gamma());
    for (int i = 0; i < rows; i++) {
      int row = first + i;
      int rowOffset = outOffset + i * ld;
      float own = x.squaredNorms[x.normsOffset + row];
      if (!(own < Float.MAX_VALUE / 4)) {
        distances(simd, x, row, y, out, rowOffset);
        gaussian.map(simd, out, rowOffset, y.count);
        continue;
      }
      int cancelled =
          simd.expOfDistances(
              out, rowOffset, y.count, own, y.squaredNorms, y.normsOffset, factor, distances, 0);
      for (int j = cancelled; j < y.count; j++) {
        float sum = own + y.squaredNorms[y.normsOffset + j];
        if (Math.fma(sum, -Simd.CANCELLATION_FLOAT, distances[j]) < 0) {
          out[rowOffset + j] =
              squaredDistance(x.values, x.offset + row * columns, y.values, y.offset + j * columns);
          gaussian.map(simd, out, rowOffset + j, 1);
        }
      }
    }
  }

  /** From the differences; a plain loop, since it is rare and a vector loop never gets warm. */
  private float squaredDistance(float[] x, int xOffset, float[] y, int yOffset) {
    float sum = 0;
    for (int c = 0; c < columns; c++) {
      float difference = x[xOffset + c] - y[yOffset + c];
      sum += difference * difference;
    }
    return sum;
  }

  /** Numbers that only the kernel knows how to compute, of points as they are. */
  private void ownPairValues(
      PairForm pair,
      FloatPointBlock x,
      int row,
      FloatPointBlock y,
      float[] out,
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
      out[rowOffset + j] = (float) pair.pairValue(left, right);
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
      FloatPointBlock x,
      int first,
      int rows,
      FloatPointBlock y,
      float[] out,
      int outOffset,
      int ld,
      Scratch scratch) {
    for (int i = 0; i < rows; i++) {
      // The two arrays are filled anew for every pair: a user's function must not keep them.
      double[] left = point(x, first + i, scratch.x);
      for (int j = 0; j < y.count; j++) {
        out[outOffset + i * ld + j] = (float) part.value(left, point(y, j, scratch.y));
      }
    }
  }

  private double[] point(FloatPointBlock block, int row, double[] into) {
    for (int c = 0; c < columns; c++) {
      into[c] = block.values[block.offset + row * columns + c] + (shift == null ? 0 : shift[c]);
    }
    return into;
  }

  /** Squared norms, and inner products with the shift, of points as they stand in a block. */
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
  public String toString() {
    return kernel.spec() + (shift == null ? "" : " shifted by " + Arrays.toString(shift));
  }
}
