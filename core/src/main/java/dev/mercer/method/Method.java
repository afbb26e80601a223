package dev.mercer.method;

import dev.mercer.MemoryExceededException;
import dev.mercer.Plan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;

/** A way to kernel principal components: plans what it will do, then does it. */
public interface Method {

  /** The text that names the method on the command line, parameters included. */
  String spec();

  /**
   * Decides how to solve the problem and what that takes. Nothing large is allocated.
   *
   * @throws MemoryExceededException if nothing that was asked for fits, with what would
   */
  Plan plan(Problem problem);

  /** Solves the problem as planned. */
  Solution solve(Problem problem, Plan plan);
}
