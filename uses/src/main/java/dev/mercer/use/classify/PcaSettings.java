package dev.mercer.use.classify;

import dev.mercer.KernelPca;
import dev.mercer.data.Rows;
import dev.mercer.method.Method;
import java.util.function.IntFunction;

/**
 * The kernel PCA settings of a classifier. The number of landmarks may be given as a share of the
 * rows; the settings of a fit then depend on the number of its rows.
 */
public final class PcaSettings {

  /** A centered fit of a single landmark has no axis. */
  private static final int FEWEST_LANDMARKS = 2;

  private final KernelPca base;
  private final double share;
  private final IntFunction<Method> methodOf;

  private PcaSettings(KernelPca base, double share, IntFunction<Method> methodOf) {
    this.base = base.novelty(false); // no classifier needs it, and a search fits many models
    this.share = share;
    this.methodOf = methodOf;
  }

  /** The same settings, however many rows there are. */
  public static PcaSettings of(KernelPca settings) {
    return new PcaSettings(settings, 0, null);
  }

  /**
   * A number of landmarks that is a share of the rows of a fit, rounded, and at least {@value
   * #FEWEST_LANDMARKS}. For a subspace classifier these are the rows of a class (SK section 6.4:
   * 10% of each class). The rank is then an upper limit, because a fit with m landmarks has at most
   * m components.
   *
   * @param settings everything except the method
   * @param methodOf the method for a given number of landmarks
   */
  public static PcaSettings ofShare(
      KernelPca settings, double share, IntFunction<Method> methodOf) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "share of landmarks = " + share + "; allowed is a share above 0, at most 1");
    }
    return new PcaSettings(settings, share, methodOf);
  }

  /** The settings of a fit to this number of rows. */
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

  /** The settings that all fits share. */
  KernelPca base() {
    return base;
  }

  /** The same settings, with a kernel width that was left open taken from these rows. */
  PcaSettings settled(Rows rows) {
    return new PcaSettings(base.settled(rows), share, methodOf);
  }

  /** The same settings with another rank. */
  public PcaSettings rank(int rank) {
    return new PcaSettings(base.rank(rank), share, methodOf);
  }
}
