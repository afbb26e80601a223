package dev.mercer.internal.gram;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;

/** One way to compute the scores of new rows, prepared once per model. */
public interface RowScores {

  /**
   * Writes the scores of all rows, row-major, from {@code into[0]} on.
   *
   * @param rows as the kernel sees them, after scaling
   */
  void score(Rows rows, double[] into, Workers workers);
}
