package dev.mercer.internal.explicit;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.View;

/**
 * The terms of a block of rows, working memory of one thread: rows are read in their row-major
 * order, transposed to coordinate-major order and mapped.
 */
public final class FeatureBlock {

  /** Columns transposed at a time: a cache line of every row, and few enough output streams. */
  private static final int STRIP = 8;

  private final FeatureMap map;
  private final Backend backend;
  private final int stride;
  private final double[] points;
  private final double[] terms;
  private final double[] scratch;
  private double[] copied;

  /**
   * @param stride the largest number of rows in a block
   */
  public FeatureBlock(FeatureMap map, int stride, Backend backend) {
    this.backend = backend;
    this.map = map;
    this.stride = stride;
    this.points = new double[Math.multiplyExact(map.columns(), stride)];
    this.terms = new double[Math.multiplyExact(map.terms(), stride)];
    this.scratch = new double[map.scratch(stride)];
  }

  /**
   * Number of rows in a block of about {@code values} values, a multiple of 8 for the vector loops.
   *
   * @param most the largest number of rows, a multiple of 8
   */
  public static int strideFor(FeatureMap map, int values, int most) {
    int fitting = values / Math.max(map.terms(), map.columns()) / 8 * 8;
    return Math.max(8, Math.min(most, fitting));
  }

  /** Bytes a block holds. */
  public static long bytes(FeatureMap map, int stride) {
    return 8L * ((2L * map.columns() + map.terms()) * stride + map.scratch(stride));
  }

  /** Computes the terms of rows {@code first} to {@code first + count - 1}. */
  public void load(Rows rows, int first, int count) {
    double[] source = rows.directDoubles(first, count);
    int from = rows.directOffset(first);
    int d = rows.columns();
    if (source == null) {
      if (copied == null) {
        copied = new double[d * stride];
      }
      rows.copy(first, count, copied, 0);
      source = copied;
      from = 0;
    }
    for (int c = 0; c < d; c += STRIP) {
      int end = Math.min(c + STRIP, d);
      for (int j = 0; j < count; j++) {
        for (int k = c; k < end; k++) {
          points[k * stride + j] = source[from + j * d + k];
        }
      }
    }
    map.map(count, stride, points, terms, scratch, backend);
  }

  /** The terms: term q of row j is at {@code q * stride + j}; the caller may overwrite them. */
  public double[] terms() {
    return terms;
  }

  /** Z' of the first {@code count} rows: terms x count. */
  public View terms(int count) {
    return View.at(terms, 0, map.terms(), count, stride);
  }

  public int stride() {
    return stride;
  }
}
