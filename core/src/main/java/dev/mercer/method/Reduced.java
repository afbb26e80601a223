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

/**
 * Reduced kernel PCA (SK's RKp, RS's "subsampled"): exact kernel PCA of the landmarks alone; the
 * other rows only say how good it is.
 *
 * <ol>
 *   <li>rows seen through the landmarks, for the certificate
 *   <li>{@link LandmarkPca} of the landmarks, each with weight n/m: eigenvalues n/m times those of
 *       K_y (centred: of H_m K_y H_m), centre the mean of the landmarks
 * </ol>
 *
 * Sample weights count in n and in the certificate; the landmarks themselves count alike, for a
 * selector has drawn them by weight already. Cost: m^2 kernel values and m^3 flops, and n m kernel
 * values and 2 n m^2 flops for the certificate.
 */
public record Reduced(Landmarking landmarks) implements Method {

  public static final String NAME = "reduced";

  /** From {@code reduced}. */
  public static Reduced of(Spec spec, Landmarking landmarks) {
    spec.requireKeys();
    return new Reduced(landmarks);
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
    return ReducedSet.solution(seen, landmarks, LandmarkWeights.equal(seen), false, run.notes());
  }
}
