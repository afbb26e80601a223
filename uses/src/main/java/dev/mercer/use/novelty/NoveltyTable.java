package dev.mercer.use.novelty;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import dev.mercer.internal.fit.AxesFrame;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.rows.RowDraw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Quantiles of T^2 and SPE over the training rows, few enough to be kept in a model's report, so
 * that a model can tell what is novel when its training rows are gone.
 *
 * <ol>
 *   <li>at most {@value #MOST_ROWS} rows, all or a draw: at the quantile 0.99 the share of rows
 *       above a threshold is then good to 0.001 (one standard deviation)
 *   <li>both numbers of these rows, and their weighted quantiles at fixed levels, dense where
 *       thresholds are asked for: steps of 0.05 to 0.9, 0.01 to 0.99, 0.001 to 0.999, then 0.9995,
 *       0.9999, 1
 *   <li>between levels thresholds are interpolated
 * </ol>
 *
 * Cost: the scores of the rows looked at, which is less than the fit took, and p^2 kernel values of
 * {@link AxesFrame}.
 */
public final class NoveltyTable {

  static final int MOST_ROWS = 10_000;

  private static final double[] LEVELS = levels();

  private final long rows;
  private final double[] levels;
  private final double[] t2;
  private final double[] spe; // null where it is not defined

  private NoveltyTable(long rows, double[] levels, double[] t2, double[] spe) {
    this.rows = rows;
    this.levels = levels;
    this.t2 = t2;
    this.spe = spe;
  }

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
   * Measures training rows, all or a draw of them that is the same every time.
   *
   * @param rows as the kernel sees them, after scaling; for a precomputed kernel those of k(x, P)
   * @param weights one a row, or null for ones
   */
  public static NoveltyTable learn(KernelPcaModel model, Rows rows, double[] weights, int threads) {
    int[] used = drawn(rows.count(), weights);
    Rows some = used.length == rows.count() ? rows : rows.select(used);
    Novelty.Measures measures = Novelty.of(model, used.length, threads).measureScaled(some);
    double[] own =
        weights == null ? null : Arrays.stream(used).mapToDouble(i -> weights[i]).toArray();
    return of(measures, own);
  }

  /**
   * The training rows that a model holds itself, scaled: its points where these are all of them and
   * have no weights, as of exact and nystrom; else null.
   */
  public static Rows trainingRows(KernelPcaModel model) {
    boolean all =
        model.points() != null
            && model.frequencies() == null
            && model.points().count() == model.report().samples()
            && !model.report().weighted();
    return all ? model.points() : null;
  }

  /** Rows without weight are no training rows. */
  private static int[] drawn(int count, double[] weights) {
    int[] all = new int[count];
    int known = 0;
    for (int i = 0; i < count; i++) {
      if (weights == null || weights[i] > 0) {
        all[known++] = i;
      }
    }
    int[] candidates = Arrays.copyOf(all, known);
    return known <= MOST_ROWS
        ? candidates
        : RowDraw.from(candidates, MOST_ROWS, new SplittableRandom(known));
  }

  /** The table of rows that were measured. */
  static NoveltyTable of(Novelty.Measures measures, double[] weights) {
    Quantile ofT2 = new Quantile(measures.t2(), weights);
    Quantile ofSpe = new Quantile(measures.spe(), weights);
    double[] spe = Arrays.stream(LEVELS).map(ofSpe::at).toArray();
    return new NoveltyTable(
        measures.t2().length,
        LEVELS,
        Arrays.stream(LEVELS).map(ofT2::at).toArray(),
        Double.isNaN(spe[0]) ? null : spe);
  }

  /** The training rows behind the table. */
  public long rows() {
    return rows;
  }

  /**
   * The thresholds at a quantile, interpolated between those of the table.
   *
   * @throws IllegalArgumentException if the quantile is not above 0 and below 1
   */
  public NoveltyThresholds at(double quantile) {
    NoveltyThresholds.requireQuantile(quantile);
    return new NoveltyThresholds(
        quantile, between(t2, quantile), spe == null ? Double.NaN : between(spe, quantile));
  }

  private double between(double[] values, double level) {
    int place = Arrays.binarySearch(levels, level);
    if (place >= 0) {
      return values[place];
    }
    int above = -place - 1;
    double share = (level - levels[above - 1]) / (levels[above] - levels[above - 1]);
    return values[above - 1] + share * (values[above] - values[above - 1]);
  }

  /** The table as a report of a model holds it. */
  public Map<String, Object> toJson() {
    return Json.object("rows", rows, "quantiles", levels, "t2", t2, "spe", spe);
  }

  /**
   * The table of a model's report; null where it has none.
   *
   * @throws IllegalArgumentException if it is not one: lengths differ, levels do not rise from 0 to
   *     1, values fall
   */
  public static NoveltyTable parse(Object json) {
    if (json == null) {
      return null;
    }
    if (!(json instanceof Map<?, ?> fields) || !(fields.get("rows") instanceof Number rows)) {
      throw new IllegalArgumentException("the novelty quantiles of the model are not a table");
    }
    double[] levels = rising("quantiles", fields.get("quantiles"));
    double[] t2 = rising("t2", fields.get("t2"));
    double[] spe = fields.get("spe") == null ? null : rising("spe", fields.get("spe"));
    if (levels.length < 2
        || levels[0] != 0
        || levels[levels.length - 1] != 1
        || t2.length != levels.length
        || spe != null && spe.length != levels.length) {
      throw new IllegalArgumentException(
          "the novelty quantiles of the model do not reach from 0 to 1 or differ in length");
    }
    return new NoveltyTable(rows.longValue(), levels, t2, spe);
  }

  private static double[] rising(String name, Object json) {
    if (!(json instanceof List<?> list)) {
      throw new IllegalArgumentException(
          "the novelty quantiles of the model have no list '" + name + "'");
    }
    double[] result = new double[list.size()];
    for (int i = 0; i < result.length; i++) {
      if (!(list.get(i) instanceof Number number)
          || i > 0 && !(number.doubleValue() >= result[i - 1])) {
        throw new IllegalArgumentException(
            "the novelty quantiles '" + name + "' of the model are not rising numbers");
      }
      result[i] = number.doubleValue();
    }
    return result;
  }
}
