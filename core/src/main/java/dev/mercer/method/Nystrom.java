package dev.mercer.method;

import dev.mercer.NumericalException;
import dev.mercer.Plan;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.fit.LandmarkPca;
import dev.mercer.internal.fit.LandmarkPlan;
import dev.mercer.internal.fit.LandmarkRun;
import dev.mercer.internal.fit.LandmarkWeights;
import dev.mercer.internal.fit.RowExtension;
import dev.mercer.internal.fit.SeenThroughLandmarks;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.spec.Spec;
import java.util.Arrays;

/**
 * Nyström kernel PCA (SK (43), RK sec. 7, RS): eigenvectors of the landmarks' matrix extended to
 * all rows.
 *
 * <ol>
 *   <li>rows seen through the landmarks, for the certificate
 *   <li>K_y v = lambda v; centred: H_m K_y H_m v = lambda v
 *   <li>v~ = sqrt(m/n)/lambda K_xy v, rows centred by their mean: an estimate of the eigenvector of
 *       K with eigenvalue (n/m) lambda; scores v~' k_x / sqrt(eigenvalue) over all rows, by {@link
 *       RowExtension}
 * </ol>
 *
 * These v~ are neither orthogonal nor of length one unless every row is a landmark, which then is
 * exact. With {@code rank=k} the matrix C W_k^+ C' of RK sec. 7 is taken as it stands in the place
 * of K (C = K_xy, W = K_y, W_k its best approximation of rank k) and its own eigenpairs are the
 * components:
 *
 * <ol>
 *   <li>K_y q = mu q, the k largest; C W_k^+ C' = Y Y' with Y = K_xy q mu^-1/2
 *   <li>(theta, u) of Y' H Y; v~ = H Y u / sqrt(theta), which are orthonormal, eigenvalue theta
 * </ol>
 *
 * For k = m these are subset's eigenvalues, on a model of all rows; without this option RK's rank
 * only says how many of the v~ are used, for the first k of them give C W_k^+ C' too. Sample
 * weights count in n, in the mean and in the coefficients; landmarks count alike.
 *
 * <p>Cost: n m and n^2/2 kernel values, centred or not, see {@link RowExtension}.
 *
 * @param rank k of W_k, or 0 for SK (43)
 */
public record Nystrom(Landmarking landmarks, int rank) implements Method {

  public static final String NAME = "nystrom";

  public Nystrom {
    if (rank < 0) {
      throw new IllegalArgumentException("nystrom: rank = " + rank + "; give 1 or more");
    }
    if (landmarks.count() > 0 && rank > landmarks.count()) {
      throw new IllegalArgumentException(
          "nystrom: rank = "
              + rank
              + " exceeds the "
              + landmarks.count()
              + " landmarks; give at most that");
    }
  }

  /** SK (43). */
  public Nystrom(Landmarking landmarks) {
    this(landmarks, 0);
  }

  /** From {@code nystrom} or {@code nystrom(rank=k)}. */
  public static Nystrom of(Spec spec, Landmarking landmarks) {
    spec.requireKeys("rank");
    return new Nystrom(landmarks, spec.integer("rank", 0, 1, Integer.MAX_VALUE));
  }

  @Override
  public String spec() {
    return rank == 0 ? NAME : Spec.of(NAME).with("rank", Integer.toString(rank)).text();
  }

  @Override
  public Plan plan(Problem problem) {
    if (rank > 0 && rank < problem.target().rank()) {
      throw new IllegalArgumentException(
          "nystrom: rank = "
              + rank
              + " is below the "
              + problem.target().rank()
              + " components asked for; give at least that");
    }
    return RowExtension.plan(
        LandmarkPlan.withComponents(LandmarkPlan.of(NAME, problem, landmarks), problem, landmarks),
        problem,
        landmarks);
  }

  @Override
  public Solution solve(Problem problem, Plan plan) {
    LandmarkRun run = new LandmarkRun(problem, landmarks);
    SeenThroughLandmarks seen = run.run();
    if (rank == 0) {
      return WeightedNystrom.extended(
          seen, landmarks, LandmarkWeights.equal(seen), false, run.notes());
    }
    LowRank found =
        problem
            .stages()
            .run(
                LandmarkPlan.COMPONENTS,
                LandmarkRun.bytes(problem, seen.landmarks().count()),
                () -> lowRank(seen));
    int asked = problem.target().rank();
    return new RowExtension(seen, found.eigenvalues(), found.axes())
        .solution(
            landmarks,
            null,
            found.eigenvalues().length < asked
                ? "only "
                    + found.eigenvalues().length
                    + " eigenvalues are above the rounding level "
                    + seen.cutOff()
                : null,
            run.notes());
  }

  /** Eigenvalues of H C W_k^+ C' H and its axes over the landmarks, m x eigenvalues.length. */
  private record LowRank(double[] eigenvalues, double[] axes) {}

  private LowRank lowRank(SeenThroughLandmarks seen) {
    Problem problem = seen.problem();
    int m = seen.landmarks().count();
    double[] ones = new double[m];
    Arrays.fill(ones, 1);
    LandmarkPca pca = new LandmarkPca(seen, ones, false, rank);
    int k = pca.eigenvalues().length;
    int features = seen.factor().rank();
    Blas blas = Backend.instance().blas();
    double[] directions = seen.factor().directions(pca.coefficients(), k);
    double[] second = seen.moments().second(problem.center());
    double[] product = new double[features * k];
    blas.gemm(
        false,
        false,
        features,
        k,
        features,
        1,
        second,
        0,
        features,
        directions,
        0,
        k,
        0,
        product,
        0,
        k);
    double[] small = new double[k * k];
    blas.gemm(true, false, k, k, features, 1, directions, 0, k, product, 0, k, 0, small, 0, k);
    double[] ascending = new double[k];
    blas.symmetricEigen(k, small, ascending);
    int most = problem.target().byVariance() ? k : Math.min(k, problem.target().rank());
    int kept = 0;
    while (kept < most && ascending[k - 1 - kept] > seen.cutOff()) {
      kept++;
    }
    if (kept == 0) {
      throw new NumericalException(
          "the data have no variance in feature space: the largest eigenvalue is "
              + ascending[k - 1]
              + ", below the rounding level "
              + seen.cutOff()
              + "; check the rows, the scaling and the kernel's width");
    }
    double[] eigenvalues = new double[kept];
    double[] turn = new double[k * kept];
    for (int c = 0; c < kept; c++) {
      eigenvalues[c] = ascending[k - 1 - c];
      for (int i = 0; i < k; i++) {
        turn[i * kept + c] = small[(k - 1 - c) * k + i];
      }
    }
    double[] axes = new double[m * kept];
    blas.gemm(
        false, false, m, kept, k, 1, pca.coefficients(), 0, k, turn, 0, kept, 0, axes, 0, kept);
    return new LowRank(eigenvalues, axes);
  }
}
