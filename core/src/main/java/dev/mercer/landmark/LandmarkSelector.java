package dev.mercer.landmark;

/**
 * A way to choose landmarks, the few points that stand for all rows: which algorithm, with which
 * parameters. {@link RandomlyPivotedCholesky}, {@link KMeans} and the other records of this package
 * are all there are; landmarks chosen in another way come as {@link GivenRows} or {@link
 * GivenPoints}.
 *
 * <p>The same selector, data and seed give the same landmarks for any number of threads.
 */
public interface LandmarkSelector {

  /** The text that names the selector on the command line, parameters included. */
  String spec();

  /** Whether the number of landmarks follows from the data (shadow), so that none is asked for. */
  default boolean choosesCount() {
    return false;
  }
}
