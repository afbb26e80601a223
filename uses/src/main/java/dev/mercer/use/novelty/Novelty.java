package dev.mercer.use.novelty;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.novelty.NoveltyMeter;
import dev.mercer.internal.novelty.RowMeasures;
import dev.mercer.internal.rows.ScaledRows;

/**
 * How unlike its training rows a model finds a row, by two numbers that see different things:
 *
 * <ul>
 *   <li><b>T^2</b>, far from the centre within the components: sum_i y_i^2 / v_i, v_i =
 *       (eigenvalue_i / n) |u_i|^2 the training variance of score i, n the sum of the weights. Axes
 *       u are of length one but for nystrom and its like, whose lengths are measured, so that T^2
 *       does not depend on them.
 *   <li><b>SPE</b>, the squared prediction error, away from the components: |phi(x) - c|^2 less the
 *       squared length of its projection on the axes = k(x,x) - 2 beta' k(P,x) + |c|^2 - y' G^+ y,
 *       with c = Phi_P beta the model's own centre and G = A' K_PP A, the identity for orthonormal
 *       axes.
 * </ul>
 *
 * <ol>
 *   <li>once: the lengths of the axes and an orthonormal basis of their span
 *   <li>a block of rows: scores and beta' k(P, x), which is one more score, in one pass
 *   <li>rows in parallel: both numbers
 * </ol>
 *
 * Cost: that of the scores of the rows; once p^2 kernel values (p points) for G, unless the model
 * is exact. A model of random features is judged in the space of these: |z(x) - c|^2 takes the
 * place of |phi(x) - c|^2. A precomputed kernel has no k(x, x) for new rows: T^2 only, SPE is NaN.
 * For an indefinite kernel SPE can be negative, else it is at least zero. The number of threads
 * changes no bit.
 */
public final class Novelty {

  /** Both numbers of some rows, in their order; {@code spe} is NaN where it is not defined. */
  public record Measures(double[] t2, double[] spe) {}

  private final KernelPcaModel model;
  private final NoveltyMeter meter;

  private Novelty(KernelPcaModel model, long rowsExpected, int threads) {
    this.model = model;
    this.meter = NoveltyMeter.of(model, rowsExpected, Workers.of(threads));
  }

  /**
   * The measures of a model, prepared once for all rows to come.
   *
   * @param rowsExpected about how many rows will be measured in all
   * @param threads to work with; results do not depend on it
   */
  public static Novelty of(KernelPcaModel model, long rowsExpected, int threads) {
    return new Novelty(model, rowsExpected, threads);
  }

  /** Measures rows as they come, before scaling. */
  public Measures measure(Rows rows) {
    if (rows.columns() != model.columns()) {
      throw new IllegalArgumentException(
          "the rows have " + rows.columns() + " columns, the model expects " + model.columns());
    }
    return measureScaled(model.scaling() == null ? rows : new ScaledRows(rows, model.scaling()));
  }

  /** Measures rows the model's scaling was applied to already. */
  public Measures measureScaled(Rows rows) {
    RowMeasures measured = meter.measure(rows);
    return new Measures(measured.t2(), measured.spe());
  }
}
