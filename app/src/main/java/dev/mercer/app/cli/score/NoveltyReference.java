package dev.mercer.app.cli.score;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.use.novelty.Novelty;
import dev.mercer.use.novelty.NoveltyTable;
import dev.mercer.use.novelty.NoveltyThresholds;
import java.util.Arrays;

/**
 * Thresholds of novelty and the rows behind them, the first there are: those of {@code --train},
 * the quantiles that {@code fit} left in the model, the model's points where they are its training
 * rows, at last DATA.
 *
 * @param source train, model, points or data
 * @param rows how many rows the quantiles are over
 * @param note what the user must know; null for nothing
 */
record NoveltyReference(NoveltyThresholds thresholds, String source, long rows, String note) {

  static NoveltyReference ofRows(
      KernelPcaModel model, Rows rows, double[] weights, double quantile, Workers workers) {
    Novelty.Measures measures =
        Novelty.of(model, rows.count(), workers.threads()).measureScaled(rows);
    return new NoveltyReference(
        NoveltyThresholds.of(measures, weights, quantile), "train", rows.count(), null);
  }

  /** What the model itself knows of its training rows; null where that is nothing. */
  static NoveltyReference ofModel(KernelPcaModel model, double quantile, Workers workers) {
    String source = model.report().novelty().isPresent() ? "model" : "points";
    return NoveltyTable.of(model, workers.threads())
        .map(table -> new NoveltyReference(table.at(quantile), source, table.rows(), null))
        .orElse(null);
  }

  /**
   * The rows judged are their own measure: what is left where no training row is known.
   *
   * @param reason why the model knows none; null where it does not say
   */
  static NoveltyReference ofData(Novelty.Measures measures, double quantile, String reason) {
    int[] complete = new int[measures.t2().length];
    int known = 0;
    for (int i = 0; i < complete.length; i++) {
      if (!Double.isNaN(measures.t2()[i])) {
        complete[known++] = i;
      }
    }
    if (known == 0) {
      throw new IllegalArgumentException(
          "DATA has no complete row to take thresholds from; name training rows with --train");
    }
    int[] used = Arrays.copyOf(complete, known);
    Novelty.Measures measured =
        new Novelty.Measures(
            Arrays.stream(used).mapToDouble(i -> measures.t2()[i]).toArray(),
            Arrays.stream(used).mapToDouble(i -> measures.spe()[i]).toArray());
    return new NoveltyReference(
        NoveltyThresholds.of(measured, null, quantile),
        "data",
        known,
        "the model holds no training quantiles"
            + (reason == null ? "" : " (" + reason + ")")
            + ", so the thresholds are quantiles of DATA itself and flag a fixed share of it; name"
            + " the training rows with --train, or fit again");
  }
}
