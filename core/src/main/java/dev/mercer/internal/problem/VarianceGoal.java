package dev.mercer.internal.problem;

import dev.mercer.Certificate;
import java.util.Locale;

/**
 * Whether the components kept explain the share of the variance that was asked for.
 *
 * <p>Even all components together may not, because landmarks span only a part of the feature space,
 * and eigenvalues below the rounding level give no components. The share compared is the captured
 * variance over the total variance where the total is known, else the lower bound that the
 * certificate gives.
 */
public final class VarianceGoal {

  private VarianceGoal() {}

  /**
   * The note for a report if the goal was missed.
   *
   * @return null if it was met, if no share was asked for, or if the share is not known
   */
  public static String missed(Problem problem, Solution solution) {
    if (!problem.target().byVariance()
        || solution.axes().support() instanceof Solution.Support.Features
        || solution.indefinite(problem)) {
      return null;
    }
    return missed(problem, solution.axes().rank(), share(solution), remedy(problem, solution));
  }

  /**
   * The same for a share that is known.
   *
   * @param remedy what the user can do about it, other than asking for less
   */
  public static String missed(Problem problem, int rank, double share, String remedy) {
    double wanted = problem.target().variance();
    // Up to one eigenvalue per row may lie below the cut-off of n eps times the largest.
    double n = problem.usedRows();
    if (!(share < wanted - n * n * Math.ulp(1.0))) {
      return null;
    }
    return String.format(
        Locale.ROOT,
        "all %d components there are explain at least %.4g of the variance, less than the %s asked"
            + " for; %s, or ask for less",
        rank,
        share,
        wanted,
        remedy);
  }

  private static double share(Solution solution) {
    Certificate certificate = solution.quality().assurance().certificate();
    double total = solution.quality().totalVariance();
    if (certificate != null && certificate.has("capturedVarianceLow") && total > 0) {
      return certificate.value("capturedVarianceLow") / total;
    }
    if (certificate != null && certificate.has("explainedVarianceLow")) {
      return certificate.value("explainedVarianceLow");
    }
    double sum = 0;
    for (double value : solution.axes().eigenvalues()) {
      sum += value;
    }
    return sum / total;
  }

  private static String remedy(Problem problem, Solution solution) {
    boolean more =
        solution.provenance().landmarks() != null
            && solution.provenance().landmarks().count() < problem.usedRows();
    return more
        ? "take more landmarks (a larger number, or a smaller tolerance or gap) or choose them by"
            + " another selector"
        : "what is missing is below the rounding level: move the data to their mean, scale them, or"
            + " take another kernel"
            + (problem.single() ? " or double precision" : "");
  }
}
