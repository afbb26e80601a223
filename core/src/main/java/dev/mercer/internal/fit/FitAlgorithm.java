package dev.mercer.internal.fit;

import dev.mercer.MemoryExceededException;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;

/**
 * What runs a {@link dev.mercer.method.Method}: it plans what it will do, then does it. {@link
 * MethodCatalog} says which runs which.
 */
public interface FitAlgorithm {

  /**
   * Decides how to solve the problem and what that takes. Nothing large is allocated.
   *
   * @throws MemoryExceededException if nothing that was asked for fits, with what would
   */
  FitPlan plan(Problem problem);

  /**
   * How many points, or features, its models will have: as many as there are rows, unless a method
   * says otherwise.
   */
  default int points(Problem problem, FitPlan plan) {
    return problem.rows().count();
  }

  /** Solves the problem as planned. */
  Solution solve(Problem problem, FitPlan plan);
}
