package dev.mercer;

import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.score.ModelScorer;

/**
 * Scores rows with one model over many calls: what the model has is made ready once and threads are
 * kept until {@link #close}, which {@link KernelPcaModel#transform} does anew in every call. Its
 * calls must not overlap.
 */
public final class Scorer implements AutoCloseable {

  private final Workers workers;
  private final ModelScorer scores;

  Scorer(KernelPcaModel model, Precision precision, long rowsExpected, int threads) {
    this.workers = Workers.of(threads);
    this.scores = ModelScorer.of(model, precision, rowsExpected, workers);
  }

  /**
   * Scores of rows as they come, before scaling: one row each, one column per component. A row with
   * a value that is not finite has scores that are not; any other row has finite ones, or this
   * fails with {@link NumericalException}.
   */
  public Matrix score(Rows rows) {
    return scores.score(rows);
  }

  /** Ends the threads. */
  @Override
  public void close() {
    workers.close();
  }
}
