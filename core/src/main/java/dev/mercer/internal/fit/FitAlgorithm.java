package dev.mercer.internal.fit;

import dev.mercer.MemoryExceededException;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;

/**
 * Runs a {@link dev.mercer.method.Method}: it makes a plan and then follows it. {@link
 * MethodCatalog} assigns an algorithm to each method.
 */
public interface FitAlgorithm {

  /**
   * Decides how to solve the problem, and computes the memory and work this takes. Nothing large is
   * allocated.
   *
   * @throws MemoryExceededException if no way that the caller allows fits into memory; the message
   *     says what would
   */
  FitPlan plan(Problem problem);

  /**
   * How many points, or random features, the model will have: one per row, unless a method
   * overrides this.
   */
  default int points(Problem problem, FitPlan plan) {
    return problem.rows().count();
  }

  /** Solves the problem as planned. */
  Solution solve(Problem problem, FitPlan plan);
}
