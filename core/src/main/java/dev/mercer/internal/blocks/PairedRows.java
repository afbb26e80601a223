package dev.mercer.internal.blocks;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;

/** {@link BlockRows} in double precision. */
public final class PairedRows extends BlockRows<double[], PointBlock> {

  /** Reads all rows once, for their norms. */
  public PairedRows(Rows rows, KernelBlock block, double[] shift, Workers workers) {
    super(rows, block, shift, workers);
  }

  /** Bytes of the norms, and of what it takes to compute them; known before that is done. */
  public static long bytes(Rows rows, int threads) {
    int step = rows.blockRows();
    int blocks = (rows.count() + step - 1) / step;
    long sums = 8L * blocks * rows.columns(); // of the shift
    long buffers = 8L * Math.min(threads, blocks) * step * rows.columns();
    return 2L * 8 * rows.count() + Math.max(sums, buffers);
  }

  /**
   * Copies rows that need not lie together, {@code numbers[first]} and the next ones, to a view
   * that has buffers of its own for them: values, squared norms, and products with the shift if
   * there is one.
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
