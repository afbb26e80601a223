package dev.mercer.internal.novelty;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.score.ModelScorer;

/**
 * What T^2 and the prediction error of a row follow from: its scores y, and |phi(x) - c|^2, its
 * squared distance from the center. {@link NoveltyScale} makes both numbers of them, which may be
 * done somewhere else: these are few numbers for each row.
 *
 * <p>Cost: the scores of the rows, with one score more where the center is one of points.
 */
public final class NoveltyCoordinates {

  static final int ROWS_OF_TASK = 256;

  /**
   * Some rows.
   *
   * @param scores one row each; columns beyond the components mean nothing
   * @param distances |phi(x) - c|^2; NaN where it is not known
   */
  public record Block(Matrix scores, double[] distances) {}

  private final CenterDistance distance;
  private final ModelScorer scorer;
  private final Workers workers;

  private NoveltyCoordinates(CenterDistance distance, ModelScorer scorer, Workers workers) {
    this.distance = distance;
    this.scorer = scorer;
    this.workers = workers;
  }

  /**
   * The coordinates a model gives, in the way that is fastest for about so many rows.
   *
   * @param workers used by every call: keep them open
   */
  public static NoveltyCoordinates of(KernelPcaModel model, long rowsExpected, Workers workers) {
    CenterDistance distance = CenterDistance.of(model, workers.blas());
    ModelScorer scorer = ModelScorer.of(distance.scored(), Precision.DOUBLE, rowsExpected, workers);
    return new NoveltyCoordinates(distance, scorer, workers);
  }

  /** The same without fast sums, whose memory is not known before they are made. */
  public static NoveltyCoordinates planned(
      KernelPcaModel model, long rowsExpected, Workers workers) {
    CenterDistance distance = CenterDistance.of(model, workers.blas());
    ModelScorer scorer = ModelScorer.planned(distance.scored(), rowsExpected, workers);
    return new NoveltyCoordinates(distance, scorer, workers);
  }

  /** The coordinates of a block of rows as the kernel sees them. */
  public Block of(Rows block) {
    Matrix scores = scorer.scoreScaled(block);
    double[] distances = new double[block.count()];
    workers.run(
        (block.count() + ROWS_OF_TASK - 1) / ROWS_OF_TASK,
        (index, worker) -> {
          int from = index * ROWS_OF_TASK;
          int some = Math.min(ROWS_OF_TASK, block.count() - from);
          System.arraycopy(distance.squared(block, scores, from, some), 0, distances, from, some);
        });
    return new Block(scores, distances);
  }
}
