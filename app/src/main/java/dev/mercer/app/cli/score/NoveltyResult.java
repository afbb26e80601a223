package dev.mercer.app.cli.score;

import dev.mercer.app.cli.console.Console;
import dev.mercer.app.data.write.TableWriter;
import dev.mercer.app.plot.ScatterPlot;
import dev.mercer.internal.json.Json;
import dev.mercer.use.novelty.Novelty;
import dev.mercer.use.novelty.NoveltyThresholds;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Rows judged by thresholds: writes them as a table, a picture, a sentence and JSON. */
final class NoveltyResult {

  static final List<String> COLUMNS = List.of("t2", "spe", "flag");

  private static final int BLOCK_ROWS = 8064;

  private final MeasuredRows rows;
  private final NoveltyReference reference;
  private final NoveltyThresholds thresholds;
  private final NovelLabels known;
  private final boolean withSpe;

  // The number of rows above either threshold, above that of t2, and above that of spe.
  private long flagged;
  private long flaggedT2;
  private long flaggedSpe;

  NoveltyResult(MeasuredRows rows, NoveltyReference reference, NovelLabels known) {
    this.rows = rows;
    this.reference = reference;
    this.thresholds = reference.thresholds();
    this.known = known;
    this.withSpe = !Double.isNaN(thresholds.spe());
    for (int i = 0; i < rows.count(); i++) {
      double t2 = rows.measures().t2()[i];
      double spe = rows.measures().spe()[i];
      flagged += thresholds.novel(t2, spe) ? 1 : 0;
      flaggedT2 += t2 > thresholds.t2() ? 1 : 0;
      flaggedSpe += spe > thresholds.spe() ? 1 : 0;
    }
  }

  /** Rows above 1 on either axis are those called novel. */
  String picture() {
    Novelty.Measures measures = rows.measures();
    double[] t2 = new double[rows.count()];
    double[] spe = new double[rows.count()];
    String[] labels = new String[rows.count()];
    for (int i = 0; i < rows.count(); i++) {
      t2[i] = measures.t2()[i] / thresholds.t2();
      spe[i] = measures.spe()[i] / thresholds.spe();
      boolean flag = thresholds.novel(measures.t2()[i], measures.spe()[i]);
      labels[i] =
          known.reason() == null
              ? known.novel()[i] ? "novel" : "normal"
              : flag ? "flagged" : "not flagged";
    }
    return ScatterPlot.titled(
            "Novelty", "T² / its threshold", "squared prediction error / its threshold")
        .logarithmic(true, true)
        .points(t2, spe, labels)
        .svg()
        .stripTrailing();
  }

  void write(TableWriter writer) {
    int width = COLUMNS.size();
    double[] block = new double[width * BLOCK_ROWS];
    for (int first = 0; first < rows.count(); first += BLOCK_ROWS) {
      int count = Math.min(BLOCK_ROWS, rows.count() - first);
      for (int i = 0; i < count; i++) {
        double t2 = rows.measures().t2()[first + i];
        double spe = rows.measures().spe()[first + i];
        block[width * i] = t2;
        block[width * i + 1] = spe;
        block[width * i + 2] = Double.isNaN(t2) ? Double.NaN : thresholds.novel(t2, spe) ? 1 : 0;
      }
      writer.write(block, count);
    }
  }

  /** Prints what is shown at the end: notes, and one line of counts. */
  void tell(Console console) {
    if (reference.note() != null) {
      console.line("note: " + reference.note());
    }
    if (!withSpe) {
      console.line(
          "note: a precomputed kernel has no k(x,x) for new rows, so spe is NaN; t2 decides");
    }
    console.line(
        String.format(
                Locale.ROOT,
                "%d of %d rows flagged, t2 above %.6g%s; %.3f s",
                flagged,
                rows.count(),
                thresholds.t2(),
                withSpe ? String.format(Locale.ROOT, " or spe above %.6g", thresholds.spe()) : "",
                rows.seconds())
            + (rows.incomplete() > 0 ? "; " + rows.incomplete() + " incomplete: NaN" : ""));
  }

  /**
   * @param areas the areas under the ROC curve; null if the labels do not say which rows are novel
   */
  String json(Map<String, Object> areas, double quantile, int threads) {
    return Json.write(
        Json.object(
            "rows",
            rows.count(),
            "flagged",
            flagged,
            "flaggedT2",
            flaggedT2,
            "flaggedSpe",
            withSpe ? flaggedSpe : null,
            "incompleteRows",
            rows.incomplete(),
            "quantile",
            quantile,
            "thresholds",
            Json.object("t2", thresholds.t2(), "spe", withSpe ? thresholds.spe() : null),
            "thresholdsFrom",
            reference.source(),
            "thresholdRows",
            reference.rows(),
            "auc",
            areas,
            "seconds",
            rows.seconds(),
            "threads",
            threads));
  }
}
