package dev.mercer.use.novelty;

import dev.mercer.KernelPcaModel;
import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fit.AxesFrame;
import dev.mercer.internal.rows.RowSlice;
import dev.mercer.internal.rows.ScaledRows;
import dev.mercer.internal.score.ModelScorer;

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
 *   <li>once: {@link AxesFrame}, the lengths of the axes and an orthonormal basis of their span
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

  private static final int BLOCK = 8064;
  private static final int ROWS_OF_TASK = 256;

  /** Both numbers of some rows, in their order; {@code spe} is NaN where it is not defined. */
  public record Measures(double[] t2, double[] spe) {}

  private final KernelPcaModel model;
  private final Workers workers;
  private final ModelScorer scorer;
  private final CenterDistance distance;
  private final AxesFrame axes;
  private final double[] variances;
  private final Blas blas;

  private Novelty(KernelPcaModel model, long rowsExpected, int threads) {
    this.model = model;
    this.workers = Workers.of(threads);
    this.blas = workers.blas();
    this.axes = AxesFrame.of(model, workers);
    this.variances = variances(model, axes);
    this.distance = CenterDistance.of(model, blas);
    this.scorer = ModelScorer.of(distance.scored(), Precision.DOUBLE, rowsExpected, workers);
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
    Measures result = new Measures(new double[rows.count()], new double[rows.count()]);
    int step = ModelScorer.rowsAtOnce(model, BLOCK);
    for (int first = 0; first < rows.count(); first += step) {
      measure(rows, first, Math.min(step, rows.count() - first), result);
    }
    return result;
  }

  private void measure(Rows rows, int first, int count, Measures result) {
    Rows block = new RowSlice(rows, first, count);
    Matrix scores = scorer.scoreScaled(block);
    workers.run(
        (count + ROWS_OF_TASK - 1) / ROWS_OF_TASK,
        (index, worker) -> {
          int from = index * ROWS_OF_TASK;
          int some = Math.min(ROWS_OF_TASK, count - from);
          double[] distances = distance.squared(block, scores, from, some);
          double[] projections = axes.squaredProjections(scores, from, some, blas);
          for (int i = 0; i < some; i++) {
            double squares = 0;
            for (int c = 0; c < variances.length; c++) {
              double y = scores.get(from + i, c);
              squares += y * y / variances[c];
            }
            requireFinite(squares, distances[i] - projections[i], scores, from + i, first);
            result.t2()[first + from + i] = squares;
            double left = distances[i] - projections[i];
            result.spe()[first + from + i] =
                model.kernel().positiveSemidefinite() ? Math.max(0, left) : left;
          }
        });
  }

  /** Rows without finite scores have no measures, and a precomputed kernel has no SPE. */
  private void requireFinite(double t2, double spe, Matrix scores, int row, int first) {
    boolean known = Double.isFinite(t2) && (Double.isFinite(spe) || !distance.known());
    for (int c = 0; c < variances.length && !known; c++) {
      known = !Double.isFinite(scores.get(row, c));
    }
    if (!known) {
      throw new NumericalException(
          "row "
              + (first + row)
              + " has T^2 = "
              + t2
              + " and SPE = "
              + spe
              + ": its scores or the model's center are beyond what double can square; scale the"
              + " data, or check the model");
    }
  }

  /** The training variance of every score. */
  private static double[] variances(KernelPcaModel model, AxesFrame axes) {
    double n = model.report().weightSum();
    double[] result = model.eigenvalues();
    for (int c = 0; c < result.length; c++) {
      result[c] = result[c] / n * axes.squaredLengths()[c];
      if (!(result[c] > 0) || Double.isInfinite(result[c])) {
        throw new IllegalArgumentException(
            "score "
                + (c + 1)
                + " has the training variance "
                + result[c]
                + "; T^2 needs positive ones, as kernel PCA gives them");
      }
    }
    return result;
  }
}
