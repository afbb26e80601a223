package dev.mercer.landmark;

import dev.mercer.internal.select.Landmarks;
import dev.mercer.internal.select.SelectionRequest;

/** A way to choose landmarks: the few points that stand for all rows. */
public interface LandmarkSelector {

  /** The text that names the selector on the command line, parameters included. */
  String spec();

  /**
   * Chooses landmarks: {@code request.count()} of them, or as many as {@link #choosesCount} or a
   * tolerance says. The same request gives the same landmarks for any number of threads.
   *
   * @throws IllegalArgumentException if the selector does not suit the kernel or the request
   */
  Landmarks select(SelectionRequest request);

  /** Whether the number of landmarks follows from the data (shadow), so that none is asked for. */
  default boolean choosesCount() {
    return false;
  }

  /** Whether the selector itself stops at {@code request.tolerance()}. */
  default boolean stopsAtTolerance() {
    return false;
  }

  /** About how many kernel values choosing so many landmarks takes, for the plan. */
  default double kernelValues(int rows, int landmarks) {
    return 0;
  }
}
