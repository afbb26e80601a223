package dev.mercer.internal.fit;

import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.spec.Spec;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Reduced;

/**
 * {@link Reduced}: exact kernel PCA of the landmarks alone.
 *
 * <ol>
 *   <li>rows projected on the span of the landmarks, for the certificate
 *   <li>{@link LandmarkPca} of the landmarks, each with weight n/m: eigenvalues n/m times those of
 *       K_y (centered: of H_m K_y H_m), center the mean of the landmarks
 *   <li>certify its axes
 * </ol>
 */
final class ReducedFit implements FitAlgorithm {

  private final Reduced asked;

  ReducedFit(Reduced asked) {
    this.asked = asked;
  }

  /** From {@code reduced}. */
  static Reduced read(Spec spec, Landmarking landmarks) {
    spec.requireKeys();
    return new Reduced(landmarks);
  }

  @Override
  public FitPlan plan(Problem problem) {
    return LandmarkPlan.withComponents(
        LandmarkPlan.of(Reduced.NAME, problem, asked.landmarks()), problem, asked.landmarks());
  }

  @Override
  public int points(Problem problem, FitPlan plan) {
    return LandmarkRoom.plannedCount(problem, asked.landmarks());
  }

  @Override
  public Solution solve(Problem problem, FitPlan plan) {
    ProjectedRows projected = LandmarkRun.project(problem, asked.landmarks());
    double[] weights = LandmarkWeights.equal(projected);
    return projected.stage(
        LandmarkPlan.COMPONENTS,
        () -> LandmarkPca.of(projected, weights).axes().certified(projected));
  }
}
