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
 * DATA taken to a model block by block, in memory that does not grow. Rows with missing values
 * stand in for themselves as zeros, so that a block is computed as a whole; {@link #blank} takes
 * what came out of them back.
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
   * @param atOnce rows of a block
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

  /** The rows of now, as they were read but for zeros. */
  RowBlock block() {
    return block;
  }

  /** Rows of the block; 0 before the first and after the last one. */
  int count() {
    return count;
  }

  /** Rows of all blocks before this one. */
  long done() {
    return done;
  }

  /** Goes on to the next block; false where there is none. */
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
   * How many rows will come in all, asked at the first block: a source that does not say how many
   * it has shows it when that block is not full.
   */
  long expected() {
    return count < block.capacity() ? count : source.rowCountHint().orElse(Integer.MAX_VALUE);
  }

  /** The values of the block, until the next one; zeros where a row has a value missing. */
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
   * Puts NaN for what came out of rows with a value missing.
   *
   * @param results {@code width} numbers a row
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
