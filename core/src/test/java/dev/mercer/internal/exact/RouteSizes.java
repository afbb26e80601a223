package dev.mercer.internal.exact;

import dev.mercer.internal.fastsum.SumForecast;
import dev.mercer.internal.problem.FitPlan;

/** Reads the sizes of exact routes, for tests of other packages. */
public final class RouteSizes {

  private RouteSizes() {}

  /** The fast sums of a plan; null where there are none. */
  public static SumForecast sum(FitPlan plan) {
    return plan.route() instanceof ExactRoute.Sums sums
        ? sums.sum()
        : plan.route() instanceof ExactRoute.SumFeatures features ? features.sum() : null;
  }

  /** Rows that a Davidson iteration begins with; 0 where there are none. */
  public static int sample(FitPlan plan) {
    return plan.route() instanceof ExactRoute.ByProducts route ? route.solving().sample() : 0;
  }

  /** Most vectors the solver keeps; 0 where that has no meaning. */
  public static int basis(FitPlan plan) {
    return plan.route() instanceof ExactRoute.ByProducts route ? route.solving().basis() : 0;
  }

  /** All sizes in a line. */
  public static String sizes(FitPlan plan) {
    return "block %d basis %d sample %d single %s"
        .formatted(plan.route().block(), basis(plan), sample(plan), plan.route().single());
  }
}
