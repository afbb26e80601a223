package dev.mercer.internal.select;

import dev.mercer.data.Rows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.kernel.Kernel;

/**
 * An algorithm that chooses landmarks as a {@link dev.mercer.landmark.LandmarkSelector} describes,
 * together with what plans, certificates and clusters need to know about it. {@link
 * SelectorCatalog} lists which algorithm belongs to which description.
 */
public interface Selector {

  /**
   * Chooses landmarks: {@code request.count()} of them, or as many as the selector or a tolerance
   * determines. The same request gives the same landmarks for any number of threads.
   *
   * @throws IllegalArgumentException if the selector does not suit the kernel or the request
   */
  Landmarks select(SelectionRequest request);

  /** Whether the selector itself stops at {@code request.tolerance()}. */
  default boolean stopsAtTolerance() {
    return false;
  }

  /** About how many kernel values it takes to choose this many landmarks, for the plan. */
  default double kernelValues(int rows, int landmarks) {
    return 0;
  }

  /** Whether the landmarks chosen are rows of the data, rather than points of their own. */
  default boolean givesRows() {
    return true;
  }

  /**
   * Bytes of heap held beside the rows while this many landmarks are chosen. If that is less than
   * what computing the rows' features from the landmarks takes afterwards, it may be left at 0.
   */
  default long bytes(Rows rows, Kernel kernel, int landmarks, int threads) {
    return 0;
  }

  /**
   * The least {@link SelectionRequest#memory} with which this many landmarks can be chosen: bytes
   * beside those that computing the rows' features from the landmarks takes.
   */
  default long leastMemory(Rows rows, Kernel kernel, int landmarks, int threads) {
    return 0;
  }

  /** What is known about all landmarks chosen by this algorithm; error bounds follow from it. */
  default Guarantee guarantee() {
    return Guarantee.NONE;
  }

  /**
   * A bound of the distance of every row to its landmark, which is always less; infinite if none is
   * known.
   *
   * @throws IllegalArgumentException if the selector does not suit the kernel
   */
  default double radius(Kernel kernel) {
    return Double.POSITIVE_INFINITY;
  }

  /** How this algorithm chooses landmarks if the rows are spread over many machines. */
  default RemoteChoice remoteChoice() {
    return RemoteChoice.NONE;
  }
}
