package dev.mercer.internal.problem;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.eigen.EigenRequest;
import dev.mercer.kernel.Kernel;

/**
 * What a method is given to solve.
 *
 * @param rows the training rows, or the Gram matrix itself for a precomputed kernel
 * @param weights sample weights, not normalized, or null for ones
 * @param center whether features are centered by their mean
 * @param single whether to compute and store kernel values in single precision
 * @param verify whether an approximate fit does one exact product to turn estimates into bounds
 * @param memory bytes of heap the method may hold, the rows included
 */
public record Problem(
    Rows rows,
    double[] weights,
    Kernel kernel,
    boolean center,
    Target target,
    boolean single,
    long seed,
    boolean verify,
    long memory,
    Workers workers,
    Stages stages,
    EigenRequest.Monitor monitor) {

  /** The same problem for other rows, without verification and without reports of progress. */
  public Problem about(Rows others, double[] otherWeights) {
    return new Problem(
        others,
        otherWeights,
        kernel,
        center,
        target,
        single,
        seed,
        false,
        memory,
        workers,
        Stages.silent(),
        monitor);
  }

  /** The same problem with another amount of memory. */
  public Problem within(long bytes) {
    return new Problem(
        rows, weights, kernel, center, target, single, seed, verify, bytes, workers, stages,
        monitor);
  }

  /** The same problem for one thread, so that no memory is planned for buffers of other threads. */
  public Problem onOneThread() {
    return new Problem(
        rows,
        weights,
        kernel,
        center,
        target,
        single,
        seed,
        verify,
        memory,
        Workers.of(1),
        Stages.silent(),
        monitor);
  }

  /** The sum of the weights: n in every formula. */
  public double weightSum() {
    if (weights == null) {
      return rows.count();
    }
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    return sum;
  }

  /** w / n: the mean of the rows as a combination of them. */
  public double[] meanWeights() {
    double sum = weightSum();
    double[] mean = new double[rows.count()];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = (weights == null ? 1 : weights[i]) / sum;
    }
    return mean;
  }

  /**
   * n of the cut-off n eps lambda_1: the sum of the weights, but at least the number of rows of
   * positive weight, because rounding grows with the number of rows however small their weights.
   */
  public double cutOffRows() {
    return weights == null ? rows.count() : Math.max(usedRows(), weightSum());
  }

  /** The number of rows of positive weight, because weight 0 leaves a row out. */
  public int usedRows() {
    return usedRows(rows.count(), weights);
  }

  /**
   * How many rows have a positive weight.
   *
   * @param count number of all rows
   * @param weights one per row, or null for ones
   */
  public static int usedRows(int count, double[] weights) {
    if (weights == null) {
      return count;
    }
    int used = 0;
    for (double weight : weights) {
      used += weight > 0 ? 1 : 0;
    }
    return used;
  }

  /** Fails if more components or landmarks are wanted than there are rows of positive weight. */
  public void requireRows(String what, int wanted) {
    int used = usedRows();
    if (wanted > used) {
      throw new IllegalArgumentException(
          what
              + " = "
              + wanted
              + " exceeds the "
              + used
              + (used < rows.count() ? " rows of positive weight" : " rows")
              + "; ask for at most "
              + used);
    }
  }
}
