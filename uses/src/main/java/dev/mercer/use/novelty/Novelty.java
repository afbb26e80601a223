package dev.mercer.use.novelty;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.novelty.NoveltyMeter;
import dev.mercer.internal.novelty.RowMeasures;
import dev.mercer.internal.rows.ScaledRows;

/**
 * How much a row differs from the training rows of a model, by two numbers that measure different
 * things:
 *
 * <ul>
 *   <li><b>T^2</b>, the distance from the center within the components: sum_i y_i^2 / v_i, where
 *       v_i = (eigenvalue_i / n) |u_i|^2 is the variance of score i over the training rows, and n
 *       is the sum of their weights. The axes u have length one except for nystrom and similar
 *       methods; there their lengths are computed, so that T^2 does not depend on them.
 *   <li><b>SPE</b>, the squared prediction error, which is the distance from the span of the
 *       components: |phi(x) - c|^2 minus the squared length of its projection on the axes = k(x,x)
 *       - 2 beta' k(P,x) + |c|^2 - y' G^+ y. Here c = Phi_P beta is the center of the model and G =
 *       A' K_PP A, which is the identity for orthonormal axes.
 * </ul>
 *
 * <ol>
 *   <li>once: the lengths of the axes and an orthonormal basis of their span
 *   <li>for a block of rows, in one pass: scores and beta' k(P, x), which is computed as one more
 *       score
 *   <li>for all rows in parallel: both numbers
 * </ol>
 *
 * Cost: that of the scores of the rows; once p^2 kernel values (p points) for G, unless the model
 * is exact. For a model of random features, the space of these features is used: |z(x) - c|^2
 * replaces |phi(x) - c|^2. A precomputed kernel has no k(x, x) for new rows, so SPE is NaN and only
 * T^2 is defined. SPE can be negative for an indefinite kernel; otherwise it is at least zero. The
 * number of threads changes no bit.
 */
public final class Novelty {

  /** Both numbers for some rows, in their order; {@code spe} is NaN if it is not defined. */
  public record Measures(double[] t2, double[] spe) {}

  private final KernelPcaModel model;
  private final NoveltyMeter meter;

  private Novelty(KernelPcaModel model, long rowsExpected, int threads) {
    this.model = model;
    this.meter = NoveltyMeter.of(model, rowsExpected, Workers.of(threads));
  }

  /**
   * Prepares the measures of a model once, for all rows that are measured later.
   *
   * @param rowsExpected approximately how many rows will be measured in total
   * @param threads how many to use; results do not depend on it
   */
  public static Novelty of(KernelPcaModel model, long rowsExpected, int threads) {
    return new Novelty(model, rowsExpected, threads);
  }

  /** Measures rows before any scaling. */
  public Measures measure(Rows rows) {
    if (rows.columns() != model.columns()) {
      throw new IllegalArgumentException(
          "the rows have " + rows.columns() + " columns, the model expects " + model.columns());
    }
    return measureScaled(model.scaling() == null ? rows : new ScaledRows(rows, model.scaling()));
  }

  /** Measures rows to which the scaling of the model has already been applied. */
  public Measures measureScaled(Rows rows) {
    RowMeasures measured = meter.measure(rows);
    return new Measures(measured.t2(), measured.spe());
  }
}
