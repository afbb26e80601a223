package dev.mercer.app.data.load;

import dev.mercer.data.Rows;
import dev.mercer.data.Scaling;
import dev.mercer.internal.problem.Problem;
import java.util.List;

/**
 * The rows for a fit, in memory or in a temporary file that is deleted when they are closed.
 *
 * @param rows the features, scaled
 * @param weights null if there are none
 * @param labels one per row, null for a row without a label; null if the data has no labels
 * @param scaling the scaling that was applied to the rows; null for none
 * @param featureNames empty if the data has none
 * @param dropped the number of rows left out because a value was missing
 * @param seconds the time that reading took
 * @param collector holds the rows, and is closed together with them
 */
public record LoadedRows(
    Rows rows,
    double[] weights,
    String[] labels,
    Scaling scaling,
    List<String> featureNames,
    long dropped,
    double seconds,
    RowCollector collector)
    implements AutoCloseable {

  /** The number of rows that a fit uses: those of positive weight. */
  public int used() {
    return Problem.usedRows(rows.count(), weights);
  }

  @Override
  public void close() {
    collector.close();
  }
}
