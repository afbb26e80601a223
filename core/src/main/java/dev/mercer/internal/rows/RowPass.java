package dev.mercer.internal.rows;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;

/**
 * One look at all rows, in blocks of {@link Rows#blockRows} on several threads, each read where it
 * lies or copied.
 *
 * <p>The blocks follow from the rows alone: what is summed for each and added up in their order has
 * the same bits for any number of threads.
 */
public final class RowPass {

  /** What is done with a block. */
  public interface Task {
    /**
     * @param block its number
     * @param count its rows
     * @param values they begin at {@code offset}, row-major; for reading only
     */
    void run(int block, int count, double[] values, int offset);
  }

  /** As many as rows in memory keep in one array. */
  private static final int MOST_ROWS = 504;

  private static final int MOST_VALUES = 1 << 24;

  private RowPass() {}

  /** How many blocks there are. */
  public static int blocks(Rows rows) {
    int step = rows.blockRows();
    return (rows.count() + step - 1) / step;
  }

  /** {@link Rows#blockRows} of so many rows, which need not be there yet. */
  public static int blockRows(int columns, int rows) {
    int most = Math.min(MOST_ROWS, MOST_VALUES / Math.max(1, columns));
    return Math.max(1, Math.min(most, rows));
  }

  /** Gives every block to the task, once. */
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
