package dev.mercer.evidence.reproduce.rs;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.KernelScores;
import dev.mercer.kernel.Kernel;

/**
 * A fitted embedding y(x) = A' k(P, x), without centering as in RS, with the time it took.
 *
 * @param points P
 * @param coefficients A, one row per point
 * @param eigenvalues estimates of those of the Gram matrix
 * @param landmarks from how many points the components were computed
 * @param trainingSeconds the time of the fit
 */
record Embedding(
    Kernel kernel,
    Rows points,
    Matrix coefficients,
    double[] eigenvalues,
    int landmarks,
    double trainingSeconds) {

  /**
   * Short work is timed at least this many times; the fastest time is used, because it was
   * disturbed least.
   */
  private static final int TRIES = 5;

  /**
   * Short work is repeated for this many seconds; less would mainly measure how threads wake up.
   */
  private static final double ENOUGH = 0.02;

  /**
   * Scores, and the time they took once the points were ready.
   *
   * @param scores one row per row of the data, one column per component
   */
  record Scored(Matrix scores, double seconds) {}

  /** Scores rows once. */
  Scored score(Rows rows, Workers workers) {
    return score(rows, 1, 0, workers);
  }

  /** Scores rows several times, in order to measure the time. */
  Scored timed(Rows rows, Workers workers) {
    return score(rows, TRIES, ENOUGH, workers);
  }

  private Scored score(Rows rows, int tries, double enough, Workers workers) {
    int rank = coefficients.columns();
    long expected = (long) tries * rows.count();
    KernelScores scorer =
        new KernelScores(points, kernel, coefficients, new double[rank], false, expected, workers);
    double[] values = new double[Math.multiplyExact(rows.count(), rank)];
    double best = Double.POSITIVE_INFINITY;
    double sum = 0;
    for (int k = 0; k < tries || sum < enough; k++) {
      long start = System.nanoTime();
      scorer.score(rows, values, workers);
      double seconds = (System.nanoTime() - start) / 1e9;
      sum += seconds;
      best = Math.min(best, seconds);
    }
    return new Scored(Matrix.wrap(rows.count(), rank, values), best);
  }
}
