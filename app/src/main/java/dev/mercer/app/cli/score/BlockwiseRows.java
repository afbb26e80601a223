package dev.mercer.app.cli.score;

import dev.mercer.KernelPcaModel;
import dev.mercer.Progress;
import dev.mercer.app.cli.options.Models;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.DataSource;
import dev.mercer.app.data.DataSources;
import dev.mercer.app.data.RowBlock;
import dev.mercer.data.DenseRows;
import java.util.Arrays;

/**
 * DATA to which a model is applied block by block, in constant memory. Rows with missing values are
 * computed as zeros, so that the whole block can be computed at once; {@link #blank} then replaces
 * their results by NaN.
 *
 * <pre>{@code
 * for (boolean more = rows.next(); more; more = rows.next()) {
 *   double[] results = compute(rows.values());
 *   rows.blank(results, width);
 * }
 * }</pre>
 */
final class BlockwiseRows implements AutoCloseable {

  private final DataSource source;
  private final RowBlock block;
  private final Progress progress;
  private int count;
  private long done;

  private BlockwiseRows(DataSource source, RowBlock block, Progress progress) {
    this.source = source;
    this.block = block;
    this.progress = progress;
  }

  /**
   * @param atOnce the number of rows in a block
   */
  static BlockwiseRows open(
      DataRequest request, KernelPcaModel fitted, int atOnce, Progress progress) {
    RowBlock block = new RowBlock(atOnce, fitted.columns());
    return new BlockwiseRows(
        DataSources.open(request.withExpected(Models.expectedColumns(fitted))), block, progress);
  }

  DataSource source() {
    return source;
  }

  /** The current rows as they were read, except for zeros in place of missing values. */
  RowBlock block() {
    return block;
  }

  /** The number of rows in the block; 0 before the first and after the last block. */
  int count() {
    return count;
  }

  /** The number of rows in all blocks before this one. */
  long done() {
    return done;
  }

  /** Reads the next block; false if there is none. */
  boolean next() {
    if (count > 0) {
      done += count;
      long hint = source.rowCountHint().orElse(0);
      progress.advance(hint > 0 ? (double) done / hint : -1, done + " rows");
    }
    count = source.next(block);
    int columns = block.columns();
    for (int i = 0; i < count; i++) {
      if (block.incomplete(i)) {
        Arrays.fill(block.values(), i * columns, (i + 1) * columns, 0);
      }
    }
    return count > 0;
  }

  /**
   * The total number of rows to expect, called at the first block. If that block is not full, it
   * contains all rows; otherwise the source may know an upper bound.
   */
  long expected() {
    return count < block.capacity() ? count : source.rowCountHint().orElse(Integer.MAX_VALUE);
  }

  /** The values of the block, valid until the next one; rows with a missing value are zeros. */
  DenseRows values() {
    int columns = block.columns();
    return DenseRows.wrap(
        count,
        columns,
        count == block.capacity()
            ? block.values()
            : Arrays.copyOf(block.values(), count * columns));
  }

  /**
   * Sets the results of rows with a missing value to NaN.
   *
   * @param results {@code width} numbers per row
   */
  void blank(double[] results, int width) {
    for (int i = 0; i < count; i++) {
      if (block.incomplete(i)) {
        Arrays.fill(results, i * width, (i + 1) * width, Double.NaN);
      }
    }
  }

  @Override
  public void close() {
    source.close();
  }
}
