package dev.mercer.app.data.columns;

import dev.mercer.app.data.RowBlock;
import dev.mercer.internal.spec.Numbers;

/**
 * Some columns of a reader that can only read whole rows of numbers: in any order, as features,
 * weight and label.
 */
public final class PickedColumns implements RowReader {

  /** The number of values in the buffer of whole rows, but at least one row. */
  private static final int BUFFERED = 1 << 16;

  private final RowReader whole;
  private final int[] picked;
  private final int weight;
  private final int label;
  private final RowBlock buffer;

  private PickedColumns(RowReader whole, Selection selection) {
    this.whole = whole;
    picked = selection.features();
    weight = selection.weight();
    label = selection.label();
    int columns = selection.names().size();
    buffer = new RowBlock(Math.max(1, BUFFERED / columns), columns);
  }

  /** {@code whole} itself if all of its columns are wanted in order. */
  public static RowReader of(RowReader whole, Selection selection) {
    return selection.isIdentity() ? whole : new PickedColumns(whole, selection);
  }

  @Override
  public int read(RowBlock block, int at, int maxRows) {
    int wanted = Math.min(maxRows, buffer.capacity());
    for (int i = 0; i < wanted; i++) {
      buffer.reset(i);
    }
    int rows = whole.read(buffer, 0, wanted);
    double[] from = buffer.values();
    double[] to = block.values();
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < picked.length; j++) {
        to[(at + i) * picked.length + j] = from[i * buffer.columns() + picked[j]];
      }
      block.copyMarks(at + i, buffer, i);
      if (weight >= 0) {
        block.setWeight(at + i, from[i * buffer.columns() + weight]);
      }
      if (label >= 0) {
        block.setLabel(at + i, Labels.canonical(Numbers.text(from[i * buffer.columns() + label])));
      }
    }
    return rows;
  }

  @Override
  public long skip(long rows) {
    return whole.skip(rows);
  }

  @Override
  public String describe(long row, int feature, double value) {
    return whole.describe(row, picked[feature], value);
  }

  @Override
  public void close() {
    whole.close();
  }
}
