package dev.mercer.internal.blocks;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;

/** {@link BlockRows} in double precision. */
public final class PairedRows extends BlockRows<double[], PointBlock> {

  /** Reads all rows once to compute their norms. */
  public PairedRows(Rows rows, KernelBlock block, double[] shift, Workers workers) {
    super(rows, block, shift, workers);
  }

  /** Bytes of the norms and of what computing them needs, known before they are computed. */
  public static long bytes(Rows rows, int threads) {
    int step = rows.blockRows();
    int blocks = (rows.count() + step - 1) / step;
    long sums = 8L * blocks * rows.columns(); // the sums from which the shift is computed
    long buffers = 8L * Math.min(threads, blocks) * step * rows.columns();
    return 2L * 8 * rows.count() + Math.max(sums, buffers);
  }

  /**
   * Copies rows that need not be adjacent, {@code numbers[first]} and the following, to a view that
   * has buffers of its own for their values, squared norms and, if there is a shift, products with
   * the shift.
   */
  public void gather(PointBlock view, int[] numbers, int first, int count) {
    for (int i = 0; i < count; i++) {
      int row = numbers[first + i];
      int to = view.offset + i * rows.columns();
      rows.copy(row, 1, view.values, to);
      if (shift != null) {
        for (int c = 0; c < rows.columns(); c++) {
          view.values[to + c] -= shift[c];
        }
        view.shiftProducts[view.normsOffset + i] = shiftProducts[row];
      }
      view.squaredNorms[view.normsOffset + i] = squaredNorms[row];
    }
    view.count = count;
    block.loaded(view);
  }
}
