package dev.mercer.internal.problem;

import java.util.function.Function;

/**
 * Adds a note to a plan that depends on the number of threads.
 *
 * <p>A plan depends on the costs on a nominal machine and on the memory allowed, not on the number
 * of threads, so that any number of threads gives bit for bit the same results. There is one
 * exception: each thread needs its own buffers, and where memory is short, their size can decide
 * which operator or solver fits.
 */
public final class ThreadNote {

  private ThreadNote() {}

  /**
   * The plan, with a note if it would be another one on one thread.
   *
   * @param planner makes the plan of a problem
   */
  public static FitPlan on(Problem problem, FitPlan plan, Function<Problem, FitPlan> planner) {
    if (problem.workers().threads() == 1) {
      return plan;
    }
    FitPlan alone = planner.apply(problem.onOneThread());
    return alone.samePathAs(plan) ? plan : plan.with(text(problem, alone.path(), plan.path()));
  }

  /**
   * @param alone what is done on one thread
   * @param together what is done on all of them
   */
  public static String text(Problem problem, String alone, String together) {
    return "the buffers of "
        + problem.workers().threads()
        + " threads decide what fits the memory allowed: on one thread it would be "
        + alone
        + ", here it is "
        + together
        + "; the last digits of results can differ between the two, unless more memory is allowed";
  }
}
