package dev.mercer.internal.fit;

import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.spec.Spec;
import dev.mercer.landmark.FeatureAnalysis;
import dev.mercer.method.Landmarking;
import dev.mercer.method.SparseL1;
import dev.mercer.method.Subset;

/**
 * {@link SparseL1}: points by {@link FeatureAnalysis}, then the axes of {@link Subset} in the span
 * of the functions found. Their orthonormal form has the same span.
 */
final class SparseL1Fit implements FitAlgorithm {

  private final SparseL1 asked;

  SparseL1Fit(SparseL1 asked) {
    this.asked = asked;
  }

  /**
   * From {@code sparse(kind=l1,candidates=59)}.
   *
   * @param landmarks points to keep, or 0 for one per component
   */
  static SparseL1 read(Spec spec, int landmarks) {
    spec.requireKeys("kind", "candidates");
    return new SparseL1(
        landmarks,
        spec.integer("candidates", FeatureAnalysis.DEFAULT_CANDIDATES, 1, Integer.MAX_VALUE));
  }

  @Override
  public FitPlan plan(Problem problem) {
    return LandmarkPlan.of(SparseL1.NAME, problem, landmarking(problem));
  }

  @Override
  public int points(Problem problem, FitPlan plan) {
    return LandmarkRoom.plannedCount(problem, landmarking(problem));
  }

  @Override
  public Solution solve(Problem problem, FitPlan plan) {
    return new SubsetFit(Subset.of(landmarking(problem))).solve(problem, plan);
  }

  private Landmarking landmarking(Problem problem) {
    if (asked.landmarks() == 0 && problem.target().byVariance()) {
      throw new IllegalArgumentException(
          SparseL1.NAME
              + "(kind="
              + SparseL1.KIND
              + ") keeps one point per component where no number of landmarks is given; give"
              + " one, or a rank in place of a share of the variance");
    }
    int count = asked.landmarks() == 0 ? problem.target().rank() : asked.landmarks();
    return new Landmarking(new FeatureAnalysis(asked.candidates()), count, 0, 0);
  }
}
