package dev.mercer.method;

import dev.mercer.linalg.NumericalException;
import dev.mercer.spec.Spec;
import java.util.Arrays;

/**
 * Subset kernel PCA (SK (21) to (24), the same as NY (16)): the best axes in the span of the
 * landmarks, judged on all rows.
 *
 * <ol>
 *   <li>rows seen through the landmarks: f = L^-1 h, K_y = L L'
 *   <li>eigenpairs (kappa, v) of the second moment of f about its mean over all rows
 *   <li>coefficients Z = L^-T V, so z'K_y z = 1 and K_xy'H K_xy z = kappa K_y z; offset Z' mean(h);
 *       centre K_y^+ mean(h), SK's third centroid estimate
 * </ol>
 *
 * Cost: n m kernel values, 2 n m^2 flops, m^3; a model of m points. With all rows as landmarks it
 * is exact; its error is never above that of reduced on the same landmarks.
 */
public record Subset(Landmarking landmarks) implements Method {

  static final String NAME = "subset";

  static Subset of(Spec spec, Landmarking landmarks) {
    spec.requireKeys();
    return new Subset(landmarks);
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
    return axes(seen)
        .solution(
            seen,
            landmarks,
            null,
            new Solution.SolverUse("dense", 1, 0, new double[0]),
            run.notes());
  }

  /** The components of rows seen through landmarks. */
  static LandmarkAxes axes(SeenThroughLandmarks seen) {
    Problem problem = seen.problem();
    double[] values = seen.values();
    int kept = kept(seen);
    int asked = problem.target().byVariance() ? kept : problem.target().rank();
    String reason =
        kept < asked
            ? "only " + kept + " eigenvalues are above the rounding level " + seen.cutOff()
            : null;
    int k = seen.factor().rank();
    int columns = values.length;
    double[] directions = new double[k * kept];
    for (int i = 0; i < k; i++) {
      System.arraycopy(seen.vectors(), i * columns, directions, i * kept, kept);
    }
    double[] offset = new double[kept];
    double[] mean = null;
    double meanSquaredNorm = 0;
    if (problem.center()) {
      double[] meanFeature = seen.moments().mean();
      for (int i = 0; i < k; i++) {
        meanSquaredNorm += meanFeature[i] * meanFeature[i];
        for (int c = 0; c < kept; c++) {
          offset[c] += directions[i * kept + c] * meanFeature[i];
        }
      }
      mean = seen.factor().coefficients(meanFeature, 1);
    }
    return new LandmarkAxes(
        Arrays.copyOf(values, kept),
        seen.factor().coefficients(directions, kept),
        offset,
        mean,
        meanSquaredNorm,
        asked,
        reason);
  }

  private static int kept(SeenThroughLandmarks seen) {
    int kept = Components.kept(seen.values(), seen.cutOff());
    if (kept == 0) {
      throw new NumericalException(
          "the data have no variance in feature space: the largest eigenvalue is "
              + (seen.values().length == 0 ? 0 : seen.values()[0])
              + ", below the rounding level "
              + seen.cutOff()
              + "; check the rows, the scaling and the kernel's width");
    }
    return seen.problem().target().byVariance()
        ? seen.rankReaching(seen.problem().target().variance())
        : kept;
  }
}
