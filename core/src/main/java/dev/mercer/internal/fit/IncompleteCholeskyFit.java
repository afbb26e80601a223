package dev.mercer.internal.fit;

import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.spec.Spec;
import dev.mercer.method.IncompleteCholesky;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;

/** {@link IncompleteCholesky}: the same as {@link Subset} with the pivots as landmarks. */
final class IncompleteCholeskyFit implements FitAlgorithm {

  private final IncompleteCholesky asked;

  IncompleteCholeskyFit(IncompleteCholesky asked) {
    this.asked = asked;
  }

  /** From {@code icd}. */
  static IncompleteCholesky read(Spec spec, Landmarking landmarks) {
    spec.requireKeys();
    return new IncompleteCholesky(landmarks);
  }

  @Override
  public FitPlan plan(Problem problem) {
    return LandmarkPlan.of(IncompleteCholesky.NAME, problem, asked.landmarks());
  }

  @Override
  public int points(Problem problem, FitPlan plan) {
    return LandmarkRoom.plannedCount(problem, asked.landmarks());
  }

  @Override
  public Solution solve(Problem problem, FitPlan plan) {
    return new SubsetFit(Subset.of(asked.landmarks())).solve(problem, plan);
  }
}
