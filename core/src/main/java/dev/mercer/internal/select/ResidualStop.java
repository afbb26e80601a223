package dev.mercer.internal.select;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.PartialCholesky;
import dev.mercer.internal.features.RawPass;
import dev.mercer.internal.features.RowFeatures;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.spec.Numbers;

/**
 * Decides when to stop taking pivots: at the number wanted, at the tolerance, or when no residual
 * is left; and writes the notes about it. A block that goes beyond the tolerance is cut where the
 * tolerance is met.
 */
public final class ResidualStop {

  /** The cost of a kernel value beside its inner product, in flops of a matrix product. */
  private static final int FLOPS_OF_A_MAP = 40;

  private final SelectionRequest request;
  private final PartialCholesky cholesky;
  private final double trace;
  private final double target;
  private double[] masses;
  private double left;
  private int kept;
  private boolean met;

  public ResidualStop(SelectionRequest request, PartialCholesky cholesky) {
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
              + " the selector uniform or another kernel");
    }
  }

  /** Whether another pivot is needed and one is left; if so, {@link #masses} are up to date. */
  public boolean wantsMore() {
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

  /** The masses w_i r_i, and 0 for rows that must not be taken. */
  public double[] masses() {
    return masses;
  }

  /** The residuals r_i, and 0 for rows that must not be taken. */
  public double[] residuals() {
    double[] result = new double[masses.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = masses[i] > 0 ? cholesky.residual()[i] : 0;
    }
    return result;
  }

  /** Takes pivots, as {@link PartialCholesky#append} does. */
  public void append(int[] rows, double[] featuresOfRows, double[] factor) {
    if (columnsAreOfNoUse(rows.length)) {
      cholesky.end(rows);
      appended(new double[rows.length]);
    } else {
      appended(cholesky.append(rows, featuresOfRows, factor, request));
    }
  }

  /**
   * Whether these pivots are the last ones and their columns of F are better left out. After the
   * last pivots the residual is not needed, and the moments of the features can be computed from
   * kernel values alone ({@link RawPass}). With s pivots before and t last ones, that repeats the
   * kernel values of the s pivots, whose columns would be available, and saves n t (2 s + t) flops
   * for the t last. It is done only if t is at least s, because if the kernel values turn out not
   * to suffice, all columns must be computed after all.
   */
  private boolean columnsAreOfNoUse(int pivots) {
    if (request.tolerance() > 0 || kept + pivots < request.count()) {
      return false;
    }
    double before = cholesky.stored();
    double value = 2.0 * request.gram().rows().columns() + FLOPS_OF_A_MAP;
    return before < kept || pivots >= before && pivots * (2 * before + pivots) >= before * value;
  }

  /**
   * Records that pivots were taken.
   *
   * @param shrunk how much each pivot lowered the trace of the residual
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

  /** The landmarks, with their features if these are stored, and with notes for the user. */
  public Landmarks landmarks() {
    int[] rows = java.util.Arrays.copyOf(cholesky.pivots(), kept);
    Landmarks result = Landmarks.ofRows(request.gram(), rows, null);
    RowFeatures features = cholesky.features();
    if (features != null) {
      result = result.with(features.narrowed(kept));
    }
    if (cholesky.note() != null) {
      result = result.with(cholesky.note());
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
