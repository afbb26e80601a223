package dev.mercer.internal.select;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.PartialCholesky;
import dev.mercer.internal.features.RawPass;
import dev.mercer.internal.features.RowFeatures;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.spec.Numbers;

/**
 * When to stop taking pivots by the residual: at the number wanted, at the tolerance, or when
 * nothing is left; and what to say of it. Blocks that pass the tolerance are cut where it is met.
 */
public final class ResidualStop {

  /** What a kernel value costs beside its inner product, in flops of a matrix product. */
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

  /** Whether another pivot is wanted and there is one; {@link #masses} are then up to date. */
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

  /** w_i r_i, and 0 for rows that must not be taken. */
  public double[] masses() {
    return masses;
  }

  /** r_i, and 0 for rows that must not be taken. */
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
   * Whether these many pivots are the last, and their columns of F best left out. Nobody asks for
   * the residual any more, and moments of features can be had from kernel values alone ({@link
   * RawPass}). That takes the kernel values of the s pivots before once more, where their columns
   * are at hand, and saves n t (2 s + t) flops for the t last. Only where t is at least s: if the
   * kernel values do not do, all columns are computed after all.
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
