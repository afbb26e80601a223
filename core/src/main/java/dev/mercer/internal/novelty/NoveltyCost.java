package dev.mercer.internal.novelty;

import dev.mercer.KernelPcaModel;
import dev.mercer.internal.explicit.FeatureMap;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.score.ModelScorer;

/**
 * What it takes to measure training rows with a model, known before that is done.
 *
 * @param points of the model: points, or random features
 * @param components of the model
 * @param randomFeatures whether the model is made of random features instead of points
 * @param framed whether the lengths of the axes have to be measured, by scoring the points
 */
record NoveltyCost(
    Problem problem, int points, int components, boolean randomFeatures, boolean framed) {

  /** A row's share of sorting, twice: a boxed place, its value, its weight. */
  private static final long SORTED_BYTES = 2 * 48;

  /** The cost of a model that is there. */
  static NoveltyCost of(KernelPcaModel model, Problem problem) {
    boolean orthonormal = model.report().method().equals("exact");
    boolean features = model.frequencies() != null;
    return new NoveltyCost(
        problem,
        model.coefficients().rows(),
        model.rank(),
        features,
        !features && !orthonormal && model.points() != null);
  }

  /** Kernel values, or values of random features, for so many rows. */
  long values(int rows) {
    if (randomFeatures) {
      return 2L * rows * points; // once for the scores, once for the distances
    }
    return byKernelValues() ? (long) rows * points + frameValues() : 0;
  }

  private long frameValues() {
    return framed ? (long) points * points : 0;
  }

  private boolean byKernelValues() {
    return problem.kernel().hasPoints() && map() == null;
  }

  private FeatureMap map() {
    return ModelScorer.features(problem.kernel(), points, columns(), components);
  }

  private int columns() {
    return problem.rows().columns();
  }

  /** The most rows, at most so many, that take no more than so many values. */
  int mostRows(int wanted, long values) {
    if (values(wanted) <= values) {
      return wanted;
    }
    long perRow = randomFeatures ? 2L * points : points;
    long left = values - (randomFeatures ? 0 : frameValues());
    return (int) Math.max(0, left / perRow);
  }

  /** Floating-point operations for so many rows. */
  double flops(int rows) {
    double scored = rows + (framed ? points : 0.0);
    double paired = byKernelValues() || randomFeatures ? 2.0 * values(rows) * columns() : 0;
    double width = !byKernelValues() && map() != null ? map().terms() : points;
    return paired + 2 * scored * width * (components + 1);
  }

  /** Bytes held while so many rows are measured, all rows and the model included. */
  long bytes(int rows) {
    int threads = problem.workers().threads();
    int all = problem.rows().count();
    int block = Math.min(rows, NoveltyMeter.BLOCK);
    long own = randomFeatures || !problem.kernel().hasPoints() || points == all ? 0 : columns();
    // A once more with the center, which is scored beside it.
    long model = 8L * points * (own + 2L * components + 1);
    long frame = framed ? scorerBytes(components, points) + 8L * points * components : 0;
    long task = Math.min(block, NoveltyCoordinates.ROWS_OF_TASK);
    long tasks = Math.min(threads, (block + task - 1) / task);
    long buffers = randomFeatures ? task * (points + columns()) : columns();
    long measuring =
        scorerBytes(components + 1, block)
            + 8L * block * (components + 4)
            + 8 * tasks * (buffers + task * (components + 1));
    long keys = rows < all ? 8L * all : 0;
    return problem.rows().bytes()
        + model
        + Math.max(frame, measuring)
        + 4 * 8L * components * components
        + rows * SORTED_BYTES
        + keys;
  }

  private long scorerBytes(int scores, int rows) {
    return ModelScorer.plannedBytes(
        problem.kernel(),
        points,
        columns(),
        scores,
        randomFeatures,
        rows,
        problem.workers().threads());
  }
}
