package dev.mercer.use.classify;

import dev.mercer.KernelPca;
import dev.mercer.data.Rows;
import dev.mercer.method.Method;
import java.util.function.IntFunction;

/**
 * The kernel PCA behind a classifier: settings, and where landmarks are a share of the rows, what
 * these settings are for so many rows.
 */
public final class PcaSettings {

  /** A centred fit of a single landmark has no axis. */
  private static final int FEWEST_LANDMARKS = 2;

  private final KernelPca base;
  private final double share;
  private final IntFunction<Method> methodOf;

  private PcaSettings(KernelPca base, double share, IntFunction<Method> methodOf) {
    this.base = base.novelty(false); // no classifier asks for it, and a search fits many models
    this.share = share;
    this.methodOf = methodOf;
  }

  /** The same settings for any rows. */
  public static PcaSettings of(KernelPca settings) {
    return new PcaSettings(settings, 0, null);
  }

  /**
   * So many landmarks as a share of the rows a fit gets, rounded, at least {@value
   * #FEWEST_LANDMARKS}; for a subspace classifier these are the rows of a class (SK section 6.4:
   * 10% of each). The rank is then a ceiling: a fit of m landmarks has at most m components.
   *
   * @param settings all but the method
   * @param methodOf the method with so many landmarks
   */
  public static PcaSettings ofShare(
      KernelPca settings, double share, IntFunction<Method> methodOf) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "share of landmarks = " + share + "; allowed is a share above 0, at most 1");
    }
    return new PcaSettings(settings, share, methodOf);
  }

  /** The settings of a fit to so many rows. */
  KernelPca forRows(int rows) {
    if (methodOf == null) {
      return base;
    }
    int landmarks = landmarks(rows);
    KernelPca settings = base.method(methodOf.apply(landmarks));
    return base.rank() == 0 ? settings : settings.rank(Math.min(base.rank(), landmarks));
  }

  private int landmarks(int rows) {
    long wanted = Math.max(FEWEST_LANDMARKS, Math.round(share * rows));
    return (int) Math.min(rows, wanted);
  }

  /** What all fits share. */
  KernelPca base() {
    return base;
  }

  /** With a kernel width that was left to the data settled by these rows, for all fits. */
  PcaSettings settled(Rows rows) {
    return new PcaSettings(base.settled(rows), share, methodOf);
  }

  /** The same settings with another rank. */
  public PcaSettings rank(int rank) {
    return new PcaSettings(base.rank(rank), share, methodOf);
  }
}
