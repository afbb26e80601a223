package dev.mercer.internal.select;

import dev.mercer.data.Rows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.kernel.Kernel;

/**
 * An algorithm that chooses landmarks, what runs a {@link dev.mercer.landmark.LandmarkSelector};
 * and what plans, certificates and clusters need to know of it. {@link SelectorCatalog} says which
 * runs which.
 */
public interface Selector {

  /**
   * Chooses landmarks: {@code request.count()} of them, or as many as the selector or a tolerance
   * says. The same request gives the same landmarks for any number of threads.
   *
   * @throws IllegalArgumentException if the selector does not suit the kernel or the request
   */
  Landmarks select(SelectionRequest request);

  /** Whether the selector itself stops at {@code request.tolerance()}. */
  default boolean stopsAtTolerance() {
    return false;
  }

  /** About how many kernel values choosing so many landmarks takes, for the plan. */
  default double kernelValues(int rows, int landmarks) {
    return 0;
  }

  /** Whether landmarks chosen in this way are rows, not points of their own. */
  default boolean givesRows() {
    return true;
  }

  /**
   * Bytes of heap held while so many landmarks are chosen, beside the rows. Where it is less than
   * seeing the rows through the landmarks takes afterwards, it may be left at 0.
   */
  default long bytes(Rows rows, Kernel kernel, int landmarks, int threads) {
    return 0;
  }

  /**
   * The least {@link SelectionRequest#memory} with which so many landmarks can be chosen: bytes
   * beside those it takes to see the rows through them.
   */
  default long leastMemory(Rows rows, Kernel kernel, int landmarks, int threads) {
    return 0;
  }

  /** What is known of any landmarks chosen in this way, from which bounds follow. */
  default Guarantee guarantee() {
    return Guarantee.NONE;
  }

  /**
   * Every row lies closer than this to its landmark; infinite where nothing is known.
   *
   * @throws IllegalArgumentException if the selector does not suit the kernel
   */
  default double radius(Kernel kernel) {
    return Double.POSITIVE_INFINITY;
  }

  /** How landmarks are chosen in this way where the rows lie on many machines. */
  default RemoteChoice remoteChoice() {
    return RemoteChoice.NONE;
  }
}
