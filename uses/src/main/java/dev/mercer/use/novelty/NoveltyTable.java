package dev.mercer.use.novelty;

import dev.mercer.FitReport;
import dev.mercer.KernelPcaModel;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.novelty.TrainingQuantiles;
import java.util.Arrays;
import java.util.Optional;

/**
 * The quantiles of T^2 and SPE over the training rows of a model. Thresholds at any level follow
 * from them: those of the table are exact, the others are interpolated.
 *
 * <p>The quantiles are in the report of the fit. If they are not, but the model contains its
 * training rows, as exact models do, they are computed from these, at the cost of their scores.
 */
public final class NoveltyTable {

  private final FitReport.NoveltyQuantiles quantiles;

  private NoveltyTable(FitReport.NoveltyQuantiles quantiles) {
    this.quantiles = quantiles;
  }

  /**
   * The table of a model; empty if nothing is known about its training rows. {@link
   * FitReport#noveltyReason} may then say why.
   *
   * @param threads how many to use; results do not depend on it
   * @throws IllegalArgumentException if the report has something else in the place of quantiles
   */
  public static Optional<NoveltyTable> of(KernelPcaModel model, int threads) {
    FitReport report = model.report();
    if (report.novelty().isPresent()) {
      return report.novelty().map(NoveltyTable::new);
    }
    if (report.fact("novelty").isPresent()) {
      throw new IllegalArgumentException(
          "the novelty quantiles of the model are not a table that rises from 0 to 1");
    }
    if (TrainingQuantiles.held(model) == null) {
      return Optional.empty();
    }
    try (Workers workers = Workers.of(threads)) {
      return Optional.of(new NoveltyTable(TrainingQuantiles.ofHeld(model, workers)));
    }
  }

  /** The number of training rows from which the quantiles were computed. */
  public long rows() {
    return quantiles.rows();
  }

  /**
   * The thresholds at a quantile, interpolated between those in the table.
   *
   * @throws IllegalArgumentException if the quantile is not above 0 and below 1
   */
  public NoveltyThresholds at(double quantile) {
    NoveltyThresholds.requireQuantile(quantile);
    return new NoveltyThresholds(
        quantile,
        between(quantiles.t2(), quantile),
        quantiles.spe().map(spe -> between(spe, quantile)).orElse(Double.NaN));
  }

  private double between(double[] values, double level) {
    double[] levels = quantiles.levels();
    int place = Arrays.binarySearch(levels, level);
    if (place >= 0) {
      return values[place];
    }
    int above = -place - 1;
    double share = (level - levels[above - 1]) / (levels[above] - levels[above - 1]);
    return values[above - 1] + share * (values[above] - values[above - 1]);
  }
}
