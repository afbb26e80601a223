package dev.mercer.internal.fit;

import dev.mercer.Plan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.spec.Spec;
import dev.mercer.method.Improved;
import dev.mercer.method.Landmarking;

/**
 * {@link Improved}: subset's axes, each divided by the root of its eigenvalue.
 *
 * <ol>
 *   <li>z and kappa of {@link SubsetFit}
 *   <li>axes kappa^-1/2 z, and offsets alike
 *   <li>certify them: they span what subset's span
 * </ol>
 */
final class ImprovedFit implements FitAlgorithm {

  private final Improved asked;

  ImprovedFit(Improved asked) {
    this.asked = asked;
  }

  /** From {@code improved}. */
  static Improved read(Spec spec, Landmarking landmarks) {
    spec.requireKeys();
    return new Improved(landmarks);
  }

  @Override
  public Plan plan(Problem problem) {
    return LandmarkPlan.of(Improved.NAME, problem, asked.landmarks());
  }

  @Override
  public int points(Problem problem, Plan plan) {
    return LandmarkRun.plannedCount(problem, asked.landmarks());
  }

  @Override
  public Solution solve(Problem problem, Plan plan) {
    SeenThroughLandmarks seen = LandmarkRun.see(problem, asked.landmarks());
    LandmarkAxes axes = SubsetAxes.of(seen, SubsetAxes.Options.none());
    whiten(axes, seen.landmarks().count());
    return axes.certified(seen);
  }

  /** Divides axes and offsets by the roots of the eigenvalues, in place. */
  private static void whiten(LandmarkAxes axes, int landmarks) {
    int rank = axes.eigenvalues().length;
    for (int c = 0; c < rank; c++) {
      double root = Math.sqrt(axes.eigenvalues()[c]);
      axes.offset()[c] /= root;
      for (int i = 0; i < landmarks; i++) {
        axes.coefficients()[i * rank + c] /= root;
      }
    }
  }
}
