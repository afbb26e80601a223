package dev.mercer.internal.blocks;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;

/** {@link PairedRows} in single precision. The shift is subtracted in double, then rounded. */
public final class FloatPairedRows {

  private final Rows rows;
  private final int columns;
  private final double[] shift;
  private final float[] squaredNorms;
  private final float[] shiftProducts;

  /** Reads all rows once, for their norms. */
  public FloatPairedRows(Rows rows, FloatKernelBlock block, double[] shift, Workers workers) {
    this.rows = rows;
    this.columns = rows.columns();
    this.shift = shift;
    this.squaredNorms = new float[rows.count()];
    this.shiftProducts = shift == null ? null : new float[rows.count()];
    float[][] buffers = new float[workers.threads()][];
    int step = rows.blockRows();
    int blocks = (rows.count() + step - 1) / step;
    workers.run(
        blocks,
        (index, worker) -> {
          int first = index * step;
          int count = Math.min(step, rows.count() - first);
          FloatPointBlock view = new FloatPointBlock();
          if (buffers[worker] == null && !direct()) {
            buffers[worker] = new float[step * columns];
          }
          load(view, first, count, buffers[worker]);
          block.norms(count, view.values, view.offset, squaredNorms, shiftProducts, first);
        });
  }

  /** Whether blocks are views of the rows' own arrays, so that no buffer is needed. */
  public boolean direct() {
    return shift == null && rows.count() > 0 && rows.directFloats(0, rows.count()) != null;
  }

  /**
   * Points {@code view} at some rows, copied to {@code buffer} unless they can be read in place.
   */
  public void load(FloatPointBlock view, int first, int count, float[] buffer) {
    float[] own = shift == null ? rows.directFloats(first, count) : null;
    if (own != null) {
      view.values = own;
      view.offset = rows.directOffset(first);
    } else {
      copyShifted(first, count, buffer);
      view.values = buffer;
      view.offset = 0;
    }
    view.count = count;
    view.squaredNorms = squaredNorms;
    view.shiftProducts = shiftProducts;
    view.normsOffset = first;
  }

  /** Far from the origin the rounding to float must come after the shift, not before. */
  private void copyShifted(int first, int count, float[] buffer) {
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
}
