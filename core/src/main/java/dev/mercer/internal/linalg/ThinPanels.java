package dev.mercer.internal.linalg;

import dev.mercer.internal.backend.Maps;
import dev.mercer.internal.backend.ThinProducts;
import java.util.Arrays;

/**
 * The products of {@link RowBlocks} with few columns, computed by {@link ThinProducts} in panels of
 * {@value #COLUMNS} columns. If the last panel of a matrix is not full, its rows are copied, some
 * at a time (a slab), to scratch memory, where zeros fill the missing columns.
 */
final class ThinPanels {

  static final int COLUMNS = ThinProducts.COLUMNS;

  /**
   * The number of rows in a slab: those that an in-place rotation processes at a time, or that are
   * copied to fill up a panel.
   */
  static final int SLAB = 64;

  private final double[] scratch;
  private final Maps maps;

  /**
   * @param scratch the scratch memory of the row blocks; a method's parameter {@code slab} says
   *     where it has room for a slab of all panels
   */
  ThinPanels(double[] scratch, Maps maps) {
    this.scratch = scratch;
    this.maps = maps;
  }

  private ThinProducts products(int rows, int columns) {
    return maps.next((long) rows * columns).thin().orElseThrow();
  }

  /** alpha times some columns of S as a panel, with zeros in place of missing columns. */
  static double[] panel(double alpha, double[] s, int rows, int first, int columns, int lds) {
    double[] result = new double[rows * COLUMNS];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        result[i * COLUMNS + j] = alpha * s[i * lds + first + j];
      }
    }
    return result;
  }

  /** Writes A'B for some rows, where B is a panel, to the scratch memory from {@code at} on. */
  void sum(Tall a, Tall b, int from, int to, int slab, int at) {
    Arrays.fill(scratch, at, at + a.columns() * COLUMNS, 0);
    ThinProducts products = products(to - from, a.columns());
    if (b.columns() == COLUMNS) {
      int ofB = b.offset() + from * b.stride();
      transposeTimes(products, a, from, to - from, b.values(), ofB, b.stride(), at);
      return;
    }
    for (int row = from; row < to; row += SLAB) {
      int height = Math.min(SLAB, to - row);
      Arrays.fill(scratch, slab, slab + height * COLUMNS, 0);
      copySlab(b, row, height, slab, true);
      transposeTimes(products, a, row, height, scratch, slab, COLUMNS, at);
    }
  }

  /** Adds A'X for some rows, where X is a panel, to the scratch memory from {@code into} on. */
  private void transposeTimes(
      ThinProducts products,
      Tall a,
      int row,
      int height,
      double[] x,
      int xi,
      int xStride,
      int into) {
    int start = a.offset() + row * a.stride();
    products.transposeTimes(
        a.values(), start, a.stride(), height, a.columns(), x, xi, xStride, scratch, into);
  }

  /** Copies some rows of a matrix no wider than a panel to the scratch memory, or back. */
  private void copySlab(Tall b, int first, int height, int slab, boolean to) {
    for (int i = 0; i < height; i++) {
      int row = b.offset() + (first + i) * b.stride();
      if (to) {
        System.arraycopy(b.values(), row, scratch, slab + i * COLUMNS, b.columns());
      } else {
        System.arraycopy(scratch, slab + i * COLUMNS, b.values(), row, b.columns());
      }
    }
  }

  /** C = A S + beta C for some rows, where S is a panel and C no wider than one. */
  void add(Tall a, double[] s, double beta, Tall c, int from, int to, int slab) {
    ThinProducts products = products(to - from, a.columns());
    if (beta != 1) {
      scale(beta, c, from, to);
    }
    if (c.columns() == COLUMNS) {
      int ofC = c.offset() + from * c.stride();
      times(products, a, from, to - from, s, c.values(), ofC, c.stride());
      return;
    }
    for (int row = from; row < to; row += SLAB) {
      int height = Math.min(SLAB, to - row);
      Arrays.fill(scratch, slab, slab + height * COLUMNS, 0);
      copySlab(c, row, height, slab, true);
      times(products, a, row, height, s, scratch, slab, COLUMNS);
      copySlab(c, row, height, slab, false);
    }
  }

  /** Adds A S for some rows, where S is a panel, to the rows of a panel. */
  private static void times(
      ThinProducts products,
      Tall a,
      int row,
      int height,
      double[] s,
      double[] y,
      int yi,
      int yStride) {
    int start = a.offset() + row * a.stride();
    products.times(a.values(), start, a.stride(), height, a.columns(), s, 0, y, yi, yStride);
  }

  /**
   * C = beta C for some rows. For beta = 0 the result is 0, even if C held NaN or infinite values.
   */
  private static void scale(double beta, Tall c, int from, int to) {
    for (int i = from; i < to; i++) {
      int row = c.offset() + i * c.stride();
      for (int j = 0; j < c.columns(); j++) {
        c.values()[row + j] = beta == 0 ? 0 : beta * c.values()[row + j];
      }
    }
  }

  /**
   * Replaces some rows of A by A S, where S is given as panels. For each slab of rows, A S is
   * computed in the scratch memory and then copied to A.
   */
  void turn(Tall a, double[][] factors, int count, int first, int end, int at) {
    ThinProducts products = products(end - first, a.columns() * factors.length);
    for (int from = first; from < end; from += SLAB) {
      int height = Math.min(SLAB, end - from);
      Arrays.fill(scratch, at, at + factors.length * SLAB * COLUMNS, 0);
      for (int k = 0; k < factors.length; k++) {
        times(products, a, from, height, factors[k], scratch, at + k * SLAB * COLUMNS, COLUMNS);
      }
      for (int k = 0; k < factors.length; k++) {
        Tall part = a.columns(k * COLUMNS, Math.min(COLUMNS, count - k * COLUMNS));
        copySlab(part, from, height, at + k * SLAB * COLUMNS, false);
      }
    }
  }
}
