package dev.mercer.internal.fit;

import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.spec.Spec;
import dev.mercer.method.Landmarking;
import dev.mercer.method.ReducedSet;

/**
 * {@link ReducedSet}: exact kernel PCA of the data in which every row is replaced by the landmark
 * that stands for it.
 *
 * <ol>
 *   <li>rows projected on the span of the landmarks, for the certificate
 *   <li>w_j, how many rows landmark j stands for, with sum n: what the selector says (shadow: the
 *       sizes of the shadows), else how many rows are nearest to it
 *   <li>{@link LandmarkPca} with these weights: eigenpairs (lambda, phi~) of W K_y W, W = diag(sqrt
 *       w), centered by the weighted mean; scores sum_j sqrt(w_j) phi~_j k(c_j, x) / sqrt(lambda)
 *   <li>certify its axes
 * </ol>
 */
final class ReducedSetFit implements FitAlgorithm {

  private final ReducedSet asked;

  ReducedSetFit(ReducedSet asked) {
    this.asked = asked;
  }

  /** From {@code reduced-set}. */
  static ReducedSet read(Spec spec, Landmarking landmarks) {
    spec.requireKeys();
    return new ReducedSet(landmarks);
  }

  @Override
  public FitPlan plan(Problem problem) {
    return LandmarkPlan.withComponents(
        LandmarkPlan.of(ReducedSet.NAME, problem, asked.landmarks()), problem, asked.landmarks());
  }

  @Override
  public int points(Problem problem, FitPlan plan) {
    return LandmarkRoom.plannedCount(problem, asked.landmarks());
  }

  @Override
  public Solution solve(Problem problem, FitPlan plan) {
    ProjectedRows projected = LandmarkRun.project(problem, asked.landmarks());
    double[] weights = LandmarkWeights.of(projected);
    return projected.stage(
        LandmarkPlan.COMPONENTS,
        () -> LandmarkPca.of(projected, weights).axes().certified(projected, weights));
  }
}
