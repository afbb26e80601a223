package dev.mercer.method;

import dev.mercer.Plan;
import dev.mercer.Target;
import dev.mercer.internal.fit.LandmarkPca;
import dev.mercer.internal.fit.LandmarkPlan;
import dev.mercer.internal.fit.LandmarkRun;
import dev.mercer.internal.fit.LandmarkWeights;
import dev.mercer.internal.fit.RowExtension;
import dev.mercer.internal.fit.SeenThroughLandmarks;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.spec.Spec;
import java.util.ArrayList;
import java.util.List;

/**
 * Density-weighted Nyström (Zhang and Kwok; RS's WNyström): eigenvectors of the landmarks' matrix,
 * each landmark counted as often as it stands for a row, extended to all rows.
 *
 * <ol>
 *   <li>rows seen through the landmarks, for the certificate
 *   <li>D = diag(how many rows each landmark stands for), as in {@link ReducedSet}; for k-means
 *       centres the sizes of the clusters
 *   <li>D^1/2 K_y D^1/2 psi = lambda psi, the symmetric form of K_y D, centred by the weighted mean
 *   <li>v~ = K_xy D^1/2 psi / lambda, rows centred by their own mean; scores v~' k_x / sqrt(lambda)
 *       over all rows, by {@link RowExtension}
 * </ol>
 *
 * Cost: that of nystrom, and n m distances where the selector gives no weights.
 */
public record WeightedNystrom(Landmarking landmarks) implements Method {

  public static final String NAME = "weighted-nystrom";

  /** From {@code weighted-nystrom}. */
  public static WeightedNystrom of(Spec spec, Landmarking landmarks) {
    spec.requireKeys();
    return new WeightedNystrom(landmarks);
  }

  @Override
  public String spec() {
    return NAME;
  }

  @Override
  public Plan plan(Problem problem) {
    return RowExtension.plan(
        LandmarkPlan.withComponents(LandmarkPlan.of(NAME, problem, landmarks), problem, landmarks),
        problem,
        landmarks);
  }

  @Override
  public Solution solve(Problem problem, Plan plan) {
    LandmarkRun run = new LandmarkRun(problem, landmarks);
    SeenThroughLandmarks seen = run.run();
    return extended(seen, landmarks, LandmarkWeights.of(seen), true, run.notes());
  }

  /**
   * The components of landmarks with these weights, extended to all rows.
   *
   * @param reported whether the weights belong in the report
   */
  static Solution extended(
      SeenThroughLandmarks seen,
      Landmarking landmarks,
      double[] weights,
      boolean reported,
      List<String> remarks) {
    Problem problem = seen.problem();
    Target target = problem.target();
    int m = weights.length;
    LandmarkPca pca =
        problem
            .stages()
            .run(
                LandmarkPlan.COMPONENTS,
                LandmarkRun.bytes(problem, m),
                () ->
                    new LandmarkPca(
                        seen, weights, problem.center(), target.byVariance() ? m : target.rank()));
    List<String> notes = new ArrayList<>(remarks);
    notes.addAll(pca.notes());
    return new RowExtension(seen, pca.eigenvalues(), pca.coefficients())
        .solution(landmarks, reported ? weights : null, pca.reason(target.rank()), notes);
  }
}
