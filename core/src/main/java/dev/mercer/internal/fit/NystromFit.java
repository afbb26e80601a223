package dev.mercer.internal.fit;

import dev.mercer.NumericalException;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.linalg.Eigenpairs;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.spec.Spec;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Nystrom;
import java.util.Arrays;
import java.util.List;

/**
 * {@link Nystrom}: eigenvectors of the landmarks' matrix extended to all rows.
 *
 * <ol>
 *   <li>rows projected on the span of the landmarks, for the certificate
 *   <li>K_y v = lambda v; centered: H_m K_y H_m v = lambda v ({@link LandmarkPca})
 *   <li>v~ = sqrt(m/n)/lambda K_xy v, rows centered by their mean: an estimate of the eigenvector
 *       of K with eigenvalue (n/m) lambda; scores v~' k_x / sqrt(eigenvalue) over all rows, by
 *       {@link RowExtension}
 * </ol>
 *
 * If a rank is given, the components are those of C W_k^+ C' (RK sec. 7) instead, see {@link
 * LowRank}.
 */
final class NystromFit implements FitAlgorithm {

  private final Nystrom asked;

  NystromFit(Nystrom asked) {
    this.asked = asked;
  }

  /** From {@code nystrom} or {@code nystrom(rank=k)}. */
  static Nystrom read(Spec spec, Landmarking landmarks) {
    spec.requireKeys("rank");
    return new Nystrom(landmarks, spec.integer("rank", 0, 1, Integer.MAX_VALUE));
  }

  @Override
  public FitPlan plan(Problem problem) {
    if (asked.rank() > 0 && asked.rank() < problem.target().rank()) {
      throw new IllegalArgumentException(
          "nystrom: rank = "
              + asked.rank()
              + " is below the "
              + problem.target().rank()
              + " components asked for; give at least that");
    }
    return RowExtension.plan(Nystrom.NAME, problem, asked.landmarks());
  }

  @Override
  public Solution solve(Problem problem, FitPlan plan) {
    ProjectedRows projected = LandmarkRun.project(problem, asked.landmarks());
    RowExtension extension =
        asked.rank() == 0
            ? WeightedNystromFit.extended(projected, LandmarkWeights.equal(projected))
            : ofLowRank(projected);
    return extension.certified(null);
  }

  private RowExtension ofLowRank(ProjectedRows projected) {
    LowRank found =
        projected.stage(LandmarkPlan.COMPONENTS, () -> LowRank.of(projected, asked.rank()));
    String reason =
        found.eigenvalues().length < projected.problem().target().rank()
            ? "only "
                + found.eigenvalues().length
                + " eigenvalues are above the rounding level "
                + projected.cutOff()
            : null;
    return new RowExtension(projected, found.eigenvalues(), found.axes(), reason, List.of());
  }

  /**
   * The components of C W_k^+ C' itself (RK sec. 7), C = K_xy, W = K_y, W_k its best approximation
   * of rank k:
   *
   * <ol>
   *   <li>K_y q = mu q, the k largest; C W_k^+ C' = Y Y' with Y = K_xy q mu^-1/2
   *   <li>(theta, u) of Y' H Y; v~ = H Y u / sqrt(theta), which are orthonormal, eigenvalue theta
   * </ol>
   *
   * @param eigenvalues theta, descending
   * @param axes over the landmarks, m x eigenvalues.length
   */
  private record LowRank(double[] eigenvalues, View axes) {

    private static LowRank of(ProjectedRows projected, int rank) {
      Problem problem = projected.problem();
      Blas blas = projected.factor().blas();
      double[] ones = new double[projected.landmarks().count()];
      Arrays.fill(ones, 1);
      LandmarkPca pca = LandmarkPca.of(projected, ones, false, rank); // (mu, q)
      View d = projected.factor().directions(pca.coefficients()); // Y = F D
      View scatter = blas.product(d.t(), blas.product(projected.second(), d)); // Y'H Y
      Eigenpairs pairs = Eigenpairs.ascending(scatter, blas); // (theta, u)
      int k = pairs.values().length;
      int most = problem.target().byVariance() ? k : Math.min(k, problem.target().rank());
      Eigenpairs leading = pairs.largest(most);
      int kept = Components.kept(leading.values(), projected.cutOff());
      if (kept == 0) {
        throw new NumericalException(
            "the data have no variance in feature space: the largest eigenvalue is "
                + leading.values()[0]
                + ", below the rounding level "
                + projected.cutOff()
                + "; check the rows, the scaling and the kernel's width");
      }
      View turn = leading.vectors().columns(0, kept);
      return new LowRank(
          Arrays.copyOf(leading.values(), kept), blas.product(pca.coefficients(), turn));
    }
  }
}
