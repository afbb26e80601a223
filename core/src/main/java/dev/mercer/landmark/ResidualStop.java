package dev.mercer.landmark;

import dev.mercer.spec.Numbers;

/**
 * When to stop taking pivots by the residual: at the number wanted, at the tolerance, or when
 * nothing is left; and what to say of it. Blocks that pass the tolerance are cut where it is met.
 */
final class ResidualStop {

  private final SelectionRequest request;
  private final PartialCholesky cholesky;
  private final double trace;
  private final double target;
  private double[] masses;
  private double left;
  private int kept;
  private boolean met;

  ResidualStop(SelectionRequest request, PartialCholesky cholesky) {
    this.request = request;
    this.cholesky = cholesky;
    this.trace = PartialCholesky.trace(request, cholesky.residual());
    this.left = trace;
    this.target = request.tolerance() * trace;
    if (!(trace > 0)) {
      throw new IllegalArgumentException(
          "the diagonal of the Gram matrix of "
              + request.kernel().spec()
              + " is nowhere positive, so there is no residual to choose landmarks by; use"
              + " --selector uniform or another kernel");
    }
  }

  /** Whether another pivot is wanted and there is one; {@link #masses} are then up to date. */
  boolean wantsMore() {
    if (met || kept == request.count()) {
      return false;
    }
    double[] residual = cholesky.residual();
    masses = new double[residual.length];
    boolean some = false;
    for (int i = 0; i < residual.length; i++) {
      if (residual[i] > cholesky.cutOff()) {
        masses[i] = request.weight(i) * residual[i];
        some |= masses[i] > 0;
      }
    }
    return some;
  }

  /** w_i r_i, and 0 for rows that must not be taken. */
  double[] masses() {
    return masses;
  }

  /** Takes pivots, as {@link PartialCholesky#append} does. */
  void append(int[] rows, double[] featuresOfRows, double[] factor) {
    appended(cholesky.append(rows, featuresOfRows, factor, request));
  }

  /**
   * Pivots were taken.
   *
   * @param shrunk by how much each lowered the trace of the residual
   */
  void appended(double[] shrunk) {
    if (request.tolerance() > 0) {
      double now = left;
      for (int j = 0; j < shrunk.length && !met; j++) {
        now -= shrunk[j];
        kept++;
        met = now <= target;
      }
      left = met ? Math.max(0, now) : PartialCholesky.trace(request, cholesky.residual());
      met |= left <= target;
    } else {
      kept += shrunk.length;
    }
  }

  /** The landmarks, with their features where those are known, and what the user should know. */
  Landmarks landmarks() {
    int[] rows = java.util.Arrays.copyOf(cholesky.pivots(), kept);
    Landmarks result = Landmarks.ofRows(request.gram(), rows, null);
    RowFeatures features = cholesky.features();
    if (features != null) {
      result = result.with(features.narrowed(kept));
    }
    if (!met && kept < request.count()) {
      result =
          result.with(
              kept
                  + " landmarks instead of "
                  + request.count()
                  + ": no row is left whose residual exceeds "
                  + Numbers.text(PartialCholesky.CUT_OFF)
                  + " of the largest diagonal entry");
    } else if (!met && request.tolerance() > 0) {
      result =
          result.with(
              "the tolerance "
                  + Numbers.text(request.tolerance())
                  + " is not met by "
                  + kept
                  + " landmarks: the residual is "
                  + Numbers.text(left / trace)
                  + " of the trace; allow more landmarks");
    }
    return result;
  }
}
