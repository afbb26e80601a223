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
    NoveltyTable table = NoveltyTable.parse(model.report().fact("novelty").orElse(null));
    if (table != null) {
      return new NoveltyReference(table.at(quantile), "model", table.rows(), null);
    }
    Rows points = NoveltyTable.trainingRows(model);
    if (points == null) {
      return null;
    }
    NoveltyTable learned = NoveltyTable.learn(model, points, null, workers.threads());
    return new NoveltyReference(learned.at(quantile), "points", learned.rows(), null);
  }

  /** The rows judged are their own measure: what is left where no training row is known. */
  static NoveltyReference ofData(Novelty.Measures measures, double quantile) {
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
        "the model holds no training quantiles, so the thresholds are quantiles of DATA itself and"
            + " flag a fixed share of it; name the training rows with --train, or fit again");
  }
}
