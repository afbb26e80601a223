package dev.mercer.app.data.load;

import dev.mercer.data.Rows;
import dev.mercer.data.Scaling;
import dev.mercer.internal.problem.Problem;
import java.util.List;

/**
 * Rows read for a fit, in memory or in a temporary file that ends with them.
 *
 * @param rows the features, scaled
 * @param weights null where there are none
 * @param labels one a row, null where a row has none; null where the data have none
 * @param scaling what was applied to the rows; null for nothing
 * @param featureNames empty where the data have none
 * @param dropped rows left out because a value was missing
 * @param seconds that reading took
 * @param collector holds the rows; closed with them
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

  /** The rows there are for a fit: those of positive weight. */
  public int used() {
    return Problem.usedRows(rows.count(), weights);
  }

  @Override
  public void close() {
    collector.close();
  }
}
