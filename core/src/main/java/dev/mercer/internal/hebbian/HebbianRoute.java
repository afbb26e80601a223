package dev.mercer.internal.hebbian;

import dev.mercer.internal.exact.OperatorKind;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.FitRoute;

/**
 * How axes are learned row by row.
 *
 * @param stored whether all kernel values are kept; else they are computed anew in every epoch
 * @param adaptive whether rates adapt by meta-descent
 */
public record HebbianRoute(boolean stored, boolean adaptive) implements FitRoute {

  /** The route of a plan of such a fit. */
  static HebbianRoute of(FitPlan plan) {
    if (plan.route() instanceof HebbianRoute route) {
      return route;
    }
    throw new IllegalArgumentException("a plan of " + plan.method() + " learns no axes row by row");
  }

  @Override
  public String operatorName() {
    return (stored ? OperatorKind.STORED : OperatorKind.TILED).text();
  }

  @Override
  public String solverName() {
    return adaptive ? "kha-smd" : "kha";
  }
}
