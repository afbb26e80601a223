package dev.mercer.app.cli.score;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.use.novelty.Novelty;
import dev.mercer.use.novelty.NoveltyTable;
import dev.mercer.use.novelty.NoveltyThresholds;
import java.util.Arrays;

/**
 * The thresholds of novelty and where they come from. The first available source is used: the rows
 * of {@code --train}, the quantiles that {@code fit} stored in the model, the points of the model
 * if they are its training rows, and finally DATA itself.
 *
 * @param source train, model, points or data
 * @param rows the number of rows from which the quantiles were computed
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

  /** Thresholds from what the model stores about its training rows; null if that is nothing. */
  static NoveltyReference ofModel(KernelPcaModel model, double quantile, Workers workers) {
    String source = model.report().novelty().isPresent() ? "model" : "points";
    return NoveltyTable.of(model, workers.threads())
        .map(table -> new NoveltyReference(table.at(quantile), source, table.rows(), null))
        .orElse(null);
  }

  /**
   * Thresholds from the judged rows themselves, the last choice if no training row is known.
   *
   * @param reason why the model has no thresholds; null if it does not say why
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
