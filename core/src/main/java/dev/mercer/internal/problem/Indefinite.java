package dev.mercer.internal.problem;

import dev.mercer.kernel.Kernel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Explains which results have no meaning for a kernel that may be indefinite. Its matrix may have
 * negative eigenvalues: there is then no feature space, a squared distance can be negative, and a
 * sum of eigenvalues is no variance.
 */
public final class Indefinite {

  private Indefinite() {}

  /** Why an error, a distance or a share of the variance has no meaning under this kernel. */
  public static String reason(Kernel kernel) {
    return "the kernel "
        + kernel.spec()
        + " is not known to be positive semidefinite, so it may have no feature space: squared"
        + " distances can be negative, and the trace is no sum of variances";
  }

  /**
   * Makes entries of a report null, with the reason under {@code reasons}, where the kernel may be
   * indefinite; does nothing for others.
   */
  public static void explain(Map<String, Object> json, Kernel kernel, List<String> names) {
    if (kernel.positiveSemidefinite()) {
      return;
    }
    Map<String, Object> reasons = new LinkedHashMap<>();
    for (String name : names) {
      json.put(name, null);
      reasons.put(name, reason(kernel));
    }
    json.put("reasons", reasons);
  }
}
