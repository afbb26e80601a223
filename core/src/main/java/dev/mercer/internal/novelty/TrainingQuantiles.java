package dev.mercer.internal.novelty;

import dev.mercer.FitReport;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Quantiles of T^2 and the prediction error over training rows at fixed levels, few enough to be
 * kept in a report. The levels are dense where thresholds are asked for: steps of 0.05 to 0.9, 0.01
 * to 0.99, 0.001 to 0.999, then 0.9995, 0.9999, 1.
 */
public final class TrainingQuantiles {

  private static final double[] LEVELS = levels();

  private TrainingQuantiles() {}

  private static double[] levels() {
    List<Double> result = new ArrayList<>();
    for (int k = 0; k < 90; k += 5) {
      result.add(k / 100.0);
    }
    for (int k = 90; k < 99; k++) {
      result.add(k / 100.0);
    }
    for (int k = 990; k <= 999; k++) {
      result.add(k / 1000.0);
    }
    result.addAll(List.of(0.9995, 0.9999, 1.0));
    return result.stream().mapToDouble(level -> level).toArray();
  }

  /**
   * The quantiles of rows that were measured.
   *
   * @param weights one per row, or null for ones
   * @param rows how many rows these stand for
   */
  public static FitReport.NoveltyQuantiles of(RowMeasures measures, double[] weights, long rows) {
    double[] spe = measures.spe();
    return new FitReport.NoveltyQuantiles(
        rows,
        LEVELS.clone(),
        at(measures.t2(), weights),
        Double.isNaN(spe[0]) ? Optional.empty() : Optional.of(at(spe, weights)));
  }

  private static double[] at(double[] values, double[] weights) {
    Quantile quantile = new Quantile(values, weights);
    return Arrays.stream(LEVELS).map(quantile::at).toArray();
  }

  /**
   * The training rows that a model holds itself, scaled: its points where these are all of them and
   * have no weights, as of exact and nystrom; else null.
   */
  public static Rows held(KernelPcaModel model) {
    FitReport report = model.report();
    boolean all =
        model.points() != null
            && model.frequencies() == null
            && model.points().count() == report.samples()
            && !report.weighted();
    // As many landmarks as rows are the rows only if they were chosen among them.
    boolean centers =
        model.landmarks() == null
            && report.landmarks().isPresent()
            && report.landmarkRows().isEmpty();
    return all && !centers ? model.points() : null;
  }

  /**
   * The quantiles over the training rows that a model {@linkplain #held holds}, as a fit takes them
   * over the rows of other models.
   */
  public static FitReport.NoveltyQuantiles ofHeld(KernelPcaModel model, Workers workers) {
    Rows rows = held(model);
    NoveltyDraw draw =
        NoveltyDraw.of(rows, null, NoveltyDraw.MOST_ROWS, model.report().seed(), workers);
    RowMeasures measures =
        NoveltyMeter.of(model, draw.rows().length, workers).measure(draw.of(rows));
    return of(measures, draw.weights(), draw.count());
  }
}
