package dev.mercer.evidence.reproduce.rs;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.KernelScores;
import dev.mercer.kernel.Kernel;

/**
 * A fitted embedding y(x) = A' k(P, x), uncentred as in RS, with the time it took.
 *
 * @param points P
 * @param coefficients A, one row a point
 * @param eigenvalues estimates of those of the Gram matrix
 * @param landmarks how many the components were found from
 * @param trainingSeconds of the fit
 */
record Embedding(
    Kernel kernel,
    Rows points,
    Matrix coefficients,
    double[] eigenvalues,
    int landmarks,
    double trainingSeconds) {

  /** Times a short piece of work is done at least: the fastest is the one least disturbed. */
  private static final int TRIES = 5;

  /** Seconds of tries that are enough; less would measure how threads wake up. */
  private static final double ENOUGH = 0.02;

  /**
   * Scores, and the time they took once the points were ready.
   *
   * @param scores one row a row, one column a component
   */
  record Scored(Matrix scores, double seconds) {}

  /** Scores rows once. */
  Scored score(Rows rows, Workers workers) {
    return score(rows, 1, 0, workers);
  }

  /** Scores rows a few times, for the time. */
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
