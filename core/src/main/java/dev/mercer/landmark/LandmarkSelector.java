package dev.mercer.landmark;

import dev.mercer.method.Landmarking;

/**
 * A way to choose landmarks, the few points that stand for all rows: which algorithm, with which
 * parameters. {@link RandomlyPivotedCholesky}, {@link KMeans} and the other records of this package
 * are all there are; landmarks chosen in another way come as {@link GivenRows} or {@link
 * GivenPoints}.
 *
 * <p>The same selector, data and seed give the same landmarks for any number of threads.
 */
public interface LandmarkSelector {

  /** The text that names the selector in options and reports, parameters included. */
  String spec();

  /** Whether the number of landmarks follows from the data (shadow), so that none is asked for. */
  default boolean choosesCount() {
    return false;
  }

  /** So many landmarks chosen in this way. */
  default Landmarking count(int landmarks) {
    return Landmarking.count(landmarks).with(this);
  }

  /** As many landmarks, chosen in this way, as leave at most this share of the trace of K out. */
  default Landmarking tolerance(double share) {
    return Landmarking.tolerance(share).with(this);
  }

  /** As many landmarks, chosen in this way, as bring the estimated optimality gap down to this. */
  default Landmarking gap(double share) {
    return Landmarking.gap(share).with(this);
  }
}
