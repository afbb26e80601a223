package dev.mercer.internal.rows;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;

/**
 * One pass over all rows, in blocks of {@link Rows#blockRows} rows on several threads. Each block
 * is read in place if possible and copied otherwise.
 *
 * <p>The blocks depend on the rows alone. So if a caller computes a sum per block and adds the sums
 * in block order, the result is the same to the last bit for any number of threads.
 */
public final class RowPass {

  /** What is done with a block. */
  public interface Task {
    /**
     * @param block the number of the block
     * @param count the number of its rows
     * @param values an array in which the rows begin at {@code offset}, row-major; must not be
     *     written to
     */
    void run(int block, int count, double[] values, int offset);
  }

  /** The number of rows that rows in memory keep in one array. */
  private static final int MOST_ROWS = 504;

  private static final int MOST_VALUES = 1 << 24;

  private RowPass() {}

  /** The number of blocks. */
  public static int blocks(Rows rows) {
    int step = rows.blockRows();
    return (rows.count() + step - 1) / step;
  }

  /** {@link Rows#blockRows} for this many rows, which need not exist yet. */
  public static int blockRows(int columns, int rows) {
    int most = Math.min(MOST_ROWS, MOST_VALUES / Math.max(1, columns));
    return Math.max(1, Math.min(most, rows));
  }

  /** Calls the task once for every block. */
  public static void run(Rows rows, Workers workers, Task task) {
    int step = rows.blockRows();
    double[][] buffers = new double[workers.threads()][];
    workers.run(
        blocks(rows),
        (block, worker) -> {
          int first = block * step;
          int count = Math.min(step, rows.count() - first);
          double[] values = rows.directDoubles(first, count);
          if (values != null) {
            task.run(block, count, values, rows.directOffset(first));
            return;
          }
          if (buffers[worker] == null) {
            buffers[worker] = new double[Math.min(step, rows.count()) * rows.columns()];
          }
          rows.copy(first, count, buffers[worker], 0);
          task.run(block, count, buffers[worker], 0);
        });
  }
}
