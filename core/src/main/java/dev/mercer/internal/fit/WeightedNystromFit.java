package dev.mercer.internal.fit;

import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.spec.Spec;
import dev.mercer.method.Landmarking;
import dev.mercer.method.WeightedNystrom;

/**
 * {@link WeightedNystrom}: eigenvectors of the landmarks' matrix, each landmark weighted by the
 * number of rows it stands for, extended to all rows.
 *
 * <ol>
 *   <li>rows projected on the span of the landmarks, for the certificate
 *   <li>D = diag(how many rows each landmark stands for), as in {@link ReducedSetFit}; for k-means
 *       centers the sizes of the clusters
 *   <li>D^1/2 K_y D^1/2 psi = lambda psi, the symmetric form of K_y D, centered by the weighted
 *       mean ({@link LandmarkPca})
 *   <li>v~ = K_xy D^1/2 psi / lambda, rows centered by their own mean; scores v~' k_x /
 *       sqrt(lambda) over all rows, and what they capture ({@link RowExtension})
 * </ol>
 */
final class WeightedNystromFit implements FitAlgorithm {

  private final WeightedNystrom asked;

  WeightedNystromFit(WeightedNystrom asked) {
    this.asked = asked;
  }

  /** From {@code weighted-nystrom}. */
  static WeightedNystrom read(Spec spec, Landmarking landmarks) {
    spec.requireKeys();
    return new WeightedNystrom(landmarks);
  }

  @Override
  public FitPlan plan(Problem problem) {
    return RowExtension.plan(WeightedNystrom.NAME, problem, asked.landmarks());
  }

  @Override
  public Solution solve(Problem problem, FitPlan plan) {
    ProjectedRows projected = LandmarkRun.project(problem, asked.landmarks());
    double[] weights = LandmarkWeights.of(projected);
    return extended(projected, weights).certified(weights);
  }

  /** The components of the landmarks, extended to all rows. */
  static RowExtension extended(ProjectedRows projected, double[] weights) {
    LandmarkPca pca =
        projected.stage(LandmarkPlan.COMPONENTS, () -> LandmarkPca.of(projected, weights));
    return new RowExtension(
        projected,
        pca.eigenvalues(),
        pca.coefficients(),
        pca.reason(projected.problem().target().rank()),
        pca.remarks());
  }
}
