package dev.mercer.internal.novelty;

import dev.mercer.KernelPcaModel;
import dev.mercer.NumericalException;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fit.AxesFrame;

/**
 * Makes T^2 and the prediction error of {@link NoveltyCoordinates}:
 *
 * <ul>
 *   <li>T^2 = sum_i y_i^2 / v_i, v_i = (eigenvalue_i / n) |u_i|^2 the training variance of score i,
 *       n the sum of the weights
 *   <li>SPE = |phi(x) - c|^2 - y' G^+ y, G the inner products of the axes; at least zero unless the
 *       kernel may be indefinite
 * </ul>
 *
 * Cost: {@link AxesFrame} once, up to p^2 kernel values for p points; then r^2 flops per row.
 */
public final class NoveltyScale {

  private final AxesFrame axes;
  private final double[] variances;
  private final boolean clipped;
  private final boolean distancesKnown;
  private final Workers workers;

  private NoveltyScale(KernelPcaModel model, AxesFrame axes, Workers workers) {
    this.axes = axes;
    this.variances = variances(model, axes);
    this.clipped = model.kernel().positiveSemidefinite();
    this.distancesKnown = model.points() != null || model.frequencies() != null;
    this.workers = workers;
  }

  /**
   * Measures the axes of a model.
   *
   * @param workers used by every call: keep them open
   * @throws NumericalException if an axis has no length, as those of indefinite kernels may
   */
  public static NoveltyScale of(KernelPcaModel model, Workers workers) {
    return new NoveltyScale(model, AxesFrame.of(model, workers), workers);
  }

  /** The same without fast sums, whose memory is not known before they are made. */
  public static NoveltyScale planned(KernelPcaModel model, Workers workers) {
    return new NoveltyScale(model, AxesFrame.planned(model, workers), workers);
  }

  /** The training variance of every score. */
  private static double[] variances(KernelPcaModel model, AxesFrame axes) {
    double n = model.report().weightSum();
    double[] result = model.eigenvalues();
    for (int c = 0; c < result.length; c++) {
      result[c] = result[c] / n * axes.squaredLengths()[c];
    }
    return result;
  }

  /** Why there is no T^2: a score without a training variance to divide by; null if there is. */
  public String flaw() {
    for (int c = 0; c < variances.length; c++) {
      if (!(variances[c] > 0) || Double.isInfinite(variances[c])) {
        return "score "
            + (c + 1)
            + " has the training variance "
            + variances[c]
            + "; T^2 needs positive ones, as kernel PCA gives them";
      }
    }
    return null;
  }

  /**
   * Measures the rows of a block.
   *
   * @param first where the block begins in {@code into}, and the number of its first row in
   *     messages
   * @throws NumericalException if a number is not finite although the scores of its row are
   */
  public void measure(NoveltyCoordinates.Block block, RowMeasures into, int first) {
    int count = block.distances().length;
    int step = NoveltyCoordinates.ROWS_OF_TASK;
    workers.run(
        (count + step - 1) / step,
        (index, worker) -> {
          int from = index * step;
          measure(block, from, Math.min(step, count - from), into, first);
        });
  }

  private void measure(
      NoveltyCoordinates.Block block, int from, int count, RowMeasures into, int first) {
    Blas blas = workers.blas();
    double[] projections = axes.squaredProjections(block.scores(), from, count, blas);
    for (int i = 0; i < count; i++) {
      double squares = 0;
      for (int c = 0; c < variances.length; c++) {
        double y = block.scores().get(from + i, c);
        squares += y * y / variances[c];
      }
      double left = block.distances()[from + i] - projections[i];
      requireFinite(squares, left, block, from + i, first);
      into.t2()[first + from + i] = squares;
      into.spe()[first + from + i] = clipped ? Math.max(0, left) : left;
    }
  }

  /** Rows without finite scores have no measures, and a precomputed kernel has no SPE. */
  private void requireFinite(
      double t2, double spe, NoveltyCoordinates.Block block, int row, int first) {
    boolean known = Double.isFinite(t2) && (Double.isFinite(spe) || !distancesKnown);
    for (int c = 0; c < variances.length && !known; c++) {
      known = !Double.isFinite(block.scores().get(row, c));
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
}
