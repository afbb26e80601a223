package dev.mercer.method;

import dev.mercer.Plan;
import dev.mercer.internal.fit.LandmarkAxes;
import dev.mercer.internal.fit.LandmarkPlan;
import dev.mercer.internal.fit.LandmarkRun;
import dev.mercer.internal.fit.SeenThroughLandmarks;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.spec.Spec;

/**
 * Improved kernel PCA (SK (42), IKPCA of Xu et al.): subset's axes, each divided by the root of its
 * eigenvalue.
 *
 * <ol>
 *   <li>z and kappa of {@link Subset}
 *   <li>scores diag(kappa^-1/2) Z' h_x, so the training scores of every component have a sum of
 *       squares of one: whitened features
 * </ol>
 *
 * The axes have length kappa^-1/2, so as an operator X = U U* is almost zero and its empirical
 * error almost the total variance (SK Table 1); they span what subset's span, and so capture the
 * same variance. Cost: that of subset.
 */
public record Improved(Landmarking landmarks) implements Method {

  public static final String NAME = "improved";

  /** From {@code improved}. */
  public static Improved of(Spec spec, Landmarking landmarks) {
    spec.requireKeys();
    return new Improved(landmarks);
  }

  @Override
  public String spec() {
    return NAME;
  }

  @Override
  public Plan plan(Problem problem) {
    return LandmarkPlan.of(NAME, problem, landmarks);
  }

  @Override
  public Solution solve(Problem problem, Plan plan) {
    LandmarkRun run = new LandmarkRun(problem, landmarks);
    SeenThroughLandmarks seen = run.run();
    LandmarkAxes axes = Subset.axes(seen);
    int rank = axes.eigenvalues().length;
    for (int c = 0; c < rank; c++) {
      double root = Math.sqrt(axes.eigenvalues()[c]);
      axes.offset()[c] /= root;
      for (int i = 0; i < seen.landmarks().count(); i++) {
        axes.coefficients()[i * rank + c] /= root;
      }
    }
    return axes.solution(seen, landmarks, null, Solution.SolverUse.dense(), run.notes());
  }
}
