package dev.mercer.internal.features;

import dev.mercer.NumericalException;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.gram.KernelRange;
import dev.mercer.kernel.Kernel;
import java.util.SplittableRandom;

/**
 * What a selector needs to choose landmarks.
 *
 * @param gram the rows, their kernel, and columns of their Gram matrix on demand
 * @param weights sample weights, or null for ones; rows of weight zero are never landmarks
 * @param center whether features will be centered (greedy, backward and ransac take this into
 *     account)
 * @param rank number of components wanted
 * @param count number of landmarks wanted, or the largest number allowed if a tolerance is given
 * @param tolerance stop when tr(K - K^) is at most this share of tr K; 0 for exactly {@code count}
 * @param memory bytes of heap the selector may hold beside the rows
 */
public record SelectionRequest(
    GramColumns gram,
    double[] weights,
    boolean center,
    int rank,
    int count,
    double tolerance,
    long seed,
    long memory) {

  /** The fourth power of a trace below 2^this is far from the ends of double. */
  private static final int HARMLESS_EXPONENT = 128;

  public SelectionRequest {
    if (count < 1 || count > gram.size()) {
      throw new IllegalArgumentException(
          "landmarks = " + count + " of " + gram.size() + " rows; ask for 1 to " + gram.size());
    }
  }

  public Rows rows() {
    return gram.rows();
  }

  public Kernel kernel() {
    return gram.kernel();
  }

  public Workers workers() {
    return gram.workers();
  }

  /** Number of rows. */
  public int size() {
    return gram.size();
  }

  /** The weight of a row. */
  public double weight(int row) {
    return weights == null ? 1 : weights[row];
  }

  /** Number of rows that may be landmarks, which are those of positive weight. */
  public int candidates() {
    if (weights == null) {
      return size();
    }
    int result = 0;
    for (double weight : weights) {
      result += weight > 0 ? 1 : 0;
    }
    return result;
  }

  /** The largest magnitude of k(x, x) among the rows of positive weight. */
  public double largestDiagonal() {
    double[] diagonal = gram.diagonal();
    double largest = 0;
    for (int i = 0; i < diagonal.length; i++) {
      largest = weight(i) > 0 ? Math.max(largest, Math.abs(diagonal[i])) : largest;
    }
    return largest;
  }

  /** The number of landmarks wanted, after checking that enough rows have a positive weight. */
  public int requireCandidates() {
    int candidates = candidates();
    if (count > candidates) {
      throw new IllegalArgumentException(
          "landmarks = "
              + count
              + " exceeds the "
              + candidates
              + " rows of positive weight; ask for at most "
              + candidates);
    }
    return count;
  }

  /**
   * Throws {@link NumericalException} if squares of kernel values, which some selectors compare,
   * leave the range of double: comparisons of infinite values never settle, and zeros all tie.
   *
   * @param selector its name, for the message
   */
  public void requireSquares(String selector) {
    double largest = 0;
    for (int j = 0; j < size(); j++) {
      largest = Math.max(largest, gram.diagonal()[j]);
    }
    if (largest > 0) {
      KernelRange.requireSquares(
          selector + " compares",
          largest * trace(), // a column's sum of squares is at most this
          "choose by rpcholesky or uniform");
    }
  }

  /** tr(W K). */
  private double trace() {
    double trace = 0;
    for (int j = 0; j < size(); j++) {
      trace += weight(j) * gram.diagonal()[j];
    }
    return trace;
  }

  /**
   * The same request with weights that bring the trace to about one, for selectors to which only
   * ratios of weights matter: they square sums over all rows, which with very large or very small
   * weights leave the range of double. A power of two, so no bit of a choice depends on it.
   */
  public SelectionRequest withUnitTrace() {
    int exponent = Math.getExponent(trace());
    if (Math.abs(exponent) < HARMLESS_EXPONENT) {
      return this;
    }
    double[] scaled = new double[size()];
    for (int j = 0; j < scaled.length; j++) {
      scaled[j] = Math.scalb(weight(j), -exponent);
    }
    return new SelectionRequest(gram, scaled, center, rank, count, tolerance, seed, memory);
  }

  /** A random generator for the selector, determined by the seed. */
  public SplittableRandom random() {
    // The seed itself is not used: the sample for sigma=auto is drawn with it, and the two must
    // differ.
    return new SplittableRandom(seed ^ 0x6c616e646d61726bL);
  }

  /** The same request for another number of landmarks. */
  public SelectionRequest withCount(int wanted) {
    return new SelectionRequest(gram, weights, center, rank, wanted, tolerance, seed, memory);
  }
}
