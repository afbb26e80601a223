package dev.mercer.method;

import dev.mercer.Plan;
import dev.mercer.internal.fit.LandmarkPca;
import dev.mercer.internal.fit.LandmarkPlan;
import dev.mercer.internal.fit.LandmarkRun;
import dev.mercer.internal.fit.LandmarkWeights;
import dev.mercer.internal.fit.SeenThroughLandmarks;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.spec.Spec;
import java.util.ArrayList;
import java.util.List;

/**
 * Reduced-set kernel PCA (RS Algorithm 1): exact kernel PCA of the data in which every row is
 * replaced by the landmark that stands for it.
 *
 * <ol>
 *   <li>rows seen through the landmarks, for the certificate
 *   <li>w_j, how many rows landmark j stands for, with sum n: what the selector says (shadow: the
 *       sizes of the shadows), else how many rows are nearest to it
 *   <li>{@link LandmarkPca} with these weights: eigenpairs (lambda, phi~) of W K_y W, W = diag(sqrt
 *       w), centred by the weighted mean; scores sum_j sqrt(w_j) phi~_j k(c_j, x) / sqrt(lambda)
 * </ol>
 *
 * The last line of Algorithm 1 as printed, W^-1/2 phi~ with W = diag(sqrt w), is an erratum: phi =
 * diag(w)^-1/2 phi~ are the values of the eigenfunction, and scores need what is written above.
 *
 * <p>Cost: m^2 kernel values and m^3 flops, n m distances where the selector gives no weights, and
 * n m kernel values and 2 n m^2 flops for the certificate.
 */
public record ReducedSet(Landmarking landmarks) implements Method {

  public static final String NAME = "reduced-set";

  /** From {@code reduced-set}. */
  public static ReducedSet of(Spec spec, Landmarking landmarks) {
    spec.requireKeys();
    return new ReducedSet(landmarks);
  }

  @Override
  public String spec() {
    return NAME;
  }

  @Override
  public Plan plan(Problem problem) {
    return LandmarkPlan.withComponents(
        LandmarkPlan.of(NAME, problem, landmarks), problem, landmarks);
  }

  @Override
  public Solution solve(Problem problem, Plan plan) {
    LandmarkRun run = new LandmarkRun(problem, landmarks);
    SeenThroughLandmarks seen = run.run();
    return solution(seen, landmarks, LandmarkWeights.of(seen), true, run.notes());
  }

  /**
   * The components of landmarks with these weights.
   *
   * @param reported whether the weights belong in the report
   */
  static Solution solution(
      SeenThroughLandmarks seen,
      Landmarking landmarks,
      double[] weights,
      boolean reported,
      List<String> remarks) {
    Problem problem = seen.problem();
    int m = weights.length;
    int most = problem.target().byVariance() ? m : problem.target().rank();
    return problem
        .stages()
        .run(
            LandmarkPlan.COMPONENTS,
            LandmarkRun.bytes(problem, m),
            () -> {
              LandmarkPca pca = new LandmarkPca(seen, weights, problem.center(), most);
              List<String> notes = new ArrayList<>(remarks);
              notes.addAll(pca.notes());
              return pca.axes()
                  .solution(
                      seen,
                      landmarks,
                      reported ? weights : null,
                      Solution.SolverUse.dense(),
                      notes);
            });
  }
}
