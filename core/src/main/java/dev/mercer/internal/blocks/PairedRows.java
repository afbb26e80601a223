package dev.mercer.internal.blocks;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;

/**
 * Rows made ready for pairing: squared norms computed once, the shift subtracted as blocks are
 * loaded. Where the rows lie in memory as they are and there is no shift, nothing is copied.
 */
public final class PairedRows {

  private final Rows rows;
  private final int columns;
  private final KernelBlock block;
  private final double[] shift;
  private final double[] squaredNorms;
  private final double[] shiftProducts;

  /** Reads all rows once, for their norms. */
  public PairedRows(Rows rows, KernelBlock block, double[] shift, Workers workers) {
    this.rows = rows;
    this.columns = rows.columns();
    this.block = block;
    this.shift = shift;
    this.squaredNorms = new double[rows.count()];
    this.shiftProducts = shift == null ? null : new double[rows.count()];
    double[][] buffers = new double[workers.threads()][];
    int step = rows.blockRows();
    int blocks = (rows.count() + step - 1) / step;
    workers.run(
        blocks,
        (index, worker) -> {
          int first = index * step;
          int count = Math.min(step, rows.count() - first);
          PointBlock view = new PointBlock();
          if (buffers[worker] == null && !direct()) {
            buffers[worker] = new double[step * columns];
          }
          read(view, first, count, buffers[worker]);
          block.norms(count, view.values, view.offset, squaredNorms, shiftProducts, first);
        });
  }

  /** Bytes of the norms, and of what it takes to compute them; known before that is done. */
  public static long bytes(Rows rows, int threads) {
    int step = rows.blockRows();
    int blocks = (rows.count() + step - 1) / step;
    long sums = 8L * blocks * rows.columns(); // of the shift
    long buffers = 8L * Math.min(threads, blocks) * step * rows.columns();
    return 2L * 8 * rows.count() + Math.max(sums, buffers);
  }

  /** Whether blocks are views of the rows' own arrays, so that no buffer is needed. */
  public boolean direct() {
    return shift == null && rows.count() > 0 && rows.directDoubles(0, rows.count()) != null;
  }

  /**
   * Points {@code view} at some rows, copied to {@code buffer} unless they can be read in place.
   */
  public void load(PointBlock view, int first, int count, double[] buffer) {
    read(view, first, count, buffer);
    block.asMultiples(view);
  }

  private void read(PointBlock view, int first, int count, double[] buffer) {
    double[] own = shift == null ? rows.directDoubles(first, count) : null;
    if (own != null) {
      view.values = own;
      view.offset = rows.directOffset(first);
    } else {
      rows.copy(first, count, buffer, 0);
      if (shift != null) {
        block.shift(buffer, count);
      }
      view.values = buffer;
      view.offset = 0;
    }
    view.count = count;
    view.squaredNorms = squaredNorms;
    view.shiftProducts = shiftProducts;
    view.normsOffset = first;
  }

  /**
   * Copies rows that need not lie together, {@code numbers[first]} and the next ones, to a view
   * that has buffers of its own for them: values, squared norms, and products with the shift if
   * there is one.
   */
  public void gather(PointBlock view, int[] numbers, int first, int count) {
    for (int i = 0; i < count; i++) {
      int row = numbers[first + i];
      int to = view.offset + i * columns;
      rows.copy(row, 1, view.values, to);
      if (shift != null) {
        for (int c = 0; c < columns; c++) {
          view.values[to + c] -= shift[c];
        }
        view.shiftProducts[view.normsOffset + i] = shiftProducts[row];
      }
      view.squaredNorms[view.normsOffset + i] = squaredNorms[row];
    }
    view.count = count;
    block.asMultiples(view);
  }
}
