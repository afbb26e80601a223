package dev.mercer.internal.exact;

import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import java.util.List;

/**
 * Whether plans fit the memory allowed, and whether that depends on the number of threads, each of
 * which needs its own buffers.
 */
final class Room {

  private final Problem problem;
  private final int rank;
  private boolean threadsMatter;

  /**
   * @param rank number of components to solve for
   */
  Room(Problem problem, int rank) {
    this.problem = problem;
    this.rank = rank;
  }

  boolean fits(FitPlan plan) {
    boolean fits = plan.peakBytes() <= problem.memory();
    if (!fits && problem.workers().threads() > 1 && mayFitAlone(plan)) {
      threadsMatter = true;
    }
    return fits;
  }

  /** Whether a plan that does not fit might fit on one thread. */
  private boolean mayFitAlone(FitPlan plan) {
    return !(ExactRoute.of(plan) instanceof ExactRoute.Tiles tiles)
        || new ExactCosts(problem.onOneThread(), rank).plan(tiles, List.of()).peakBytes()
            <= problem.memory();
  }

  /** Records that something was not used that might have fit on one thread. */
  void leftAlone() {
    threadsMatter = true;
  }

  /** Whether something did not fit that might have fit on one thread. */
  boolean threadsMatter() {
    return threadsMatter;
  }
}
