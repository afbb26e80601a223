package dev.mercer.internal.blocks;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;

/**
 * Rows prepared for being used in pairs: squared norms are computed once, and the shift is
 * subtracted when a block is loaded. If the rows lie in memory in the right form and there is no
 * shift, nothing is copied.
 *
 * @param <A> an array of numbers, double or float
 * @param <P> points in such arrays
 */
class BlockRows<A, P extends BlockPoints<A>> {

  final Rows rows;
  final BlockKernel<A, P> block;
  final double[] shift;
  final A squaredNorms;
  final A shiftProducts;

  /** Reads all rows once to compute their norms. */
  BlockRows(Rows rows, BlockKernel<A, P> block, double[] shift, Workers workers) {
    this.rows = rows;
    this.block = block;
    this.shift = shift;
    this.squaredNorms = block.array(rows.count());
    this.shiftProducts = shift == null ? null : block.array(rows.count());
    A[] buffers = block.arrays(workers.threads());
    int step = rows.blockRows();
    int blocks = (rows.count() + step - 1) / step;
    workers.run(
        blocks,
        (index, worker) -> {
          int first = index * step;
          int count = Math.min(step, rows.count() - first);
          P view = block.view();
          if (buffers[worker] == null && !direct()) {
            buffers[worker] = block.array(step * rows.columns());
          }
          read(view, first, count, buffers[worker]);
          block.norms(count, view.values, view.offset, squaredNorms, shiftProducts, first);
        });
  }

  /** Whether blocks are views of the rows' own arrays, so that no buffer is needed. */
  public final boolean direct() {
    return shift == null && rows.count() > 0 && block.inPlace(rows, 0, rows.count()) != null;
  }

  /**
   * Points {@code view} at some rows, copied to {@code buffer} unless they can be read in place.
   */
  public final void load(P view, int first, int count, A buffer) {
    read(view, first, count, buffer);
    block.loaded(view);
  }

  private void read(P view, int first, int count, A buffer) {
    A own = shift == null ? block.inPlace(rows, first, count) : null;
    if (own != null) {
      view.values = own;
      view.offset = rows.directOffset(first);
    } else {
      block.copyShifted(rows, first, count, buffer);
      view.values = buffer;
      view.offset = 0;
    }
    view.count = count;
    view.squaredNorms = squaredNorms;
    view.shiftProducts = shiftProducts;
    view.normsOffset = first;
  }
}
