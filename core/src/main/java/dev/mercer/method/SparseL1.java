package dev.mercer.method;

import dev.mercer.Plan;
import dev.mercer.internal.fit.LandmarkPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.spec.Spec;
import dev.mercer.landmark.FeatureAnalysis;
import java.util.List;

/**
 * Sparse kernel feature analysis [Smola, Mangasarian and Scholkopf 1999] (SK sec. 5.2): features
 * that are one kernel function each, found greedily under an l1 constraint.
 *
 * <ol>
 *   <li>points: one after the other the row whose kernel function, less its projection on those
 *       before, has the largest variance of projections ({@link FeatureAnalysis})
 *   <li>axes: the functions found span the same space as their orthonormal form; within it the axes
 *       with uncorrelated scores of largest variance are taken ({@link Subset}), so that as many
 *       points as components give the paper's features, turned, and more points better ones
 * </ol>
 *
 * A model of the points found, with a certificate. Cost: that of the selector and of subset.
 *
 * @param landmarks points to keep, or 0 for one a component
 * @param candidates rows looked at for each point
 */
public record SparseL1(int landmarks, int candidates) implements Method {

  /** Both kinds of sparse kernel PCA have this name. */
  static final String NAME = "sparse";

  static final String KIND = "l1";

  public SparseL1 {
    if (landmarks < 0) {
      throw new IllegalArgumentException("landmarks = " + landmarks + "; ask for at least 1");
    }
    new FeatureAnalysis(candidates); // refuses what it does not allow
  }

  /**
   * From {@code sparse(kind=l1,candidates=59)}.
   *
   * @param landmarks points to keep, or 0 for one a component
   */
  public static SparseL1 of(Spec spec, int landmarks) {
    spec.requireName("method", List.of(NAME)).requireKeys("kind", "candidates");
    spec.choice("kind", KIND, List.of(KIND));
    return new SparseL1(
        landmarks,
        spec.integer("candidates", FeatureAnalysis.DEFAULT_CANDIDATES, 1, Integer.MAX_VALUE));
  }

  @Override
  public String spec() {
    Spec spec = Spec.of(NAME).with("kind", KIND);
    boolean usual = candidates == FeatureAnalysis.DEFAULT_CANDIDATES;
    return (usual ? spec : spec.with("candidates", candidates)).text();
  }

  @Override
  public Plan plan(Problem problem) {
    return LandmarkPlan.of(NAME, problem, landmarking(problem));
  }

  @Override
  public Solution solve(Problem problem, Plan plan) {
    return new Subset(landmarking(problem)).solve(problem, plan);
  }

  private Landmarking landmarking(Problem problem) {
    if (landmarks == 0 && problem.target().byVariance()) {
      throw new IllegalArgumentException(
          NAME
              + "(kind="
              + KIND
              + ") keeps one point a component where no number of landmarks is given; give"
              + " one, or a rank in place of a share of the variance");
    }
    int count = landmarks == 0 ? problem.target().rank() : landmarks;
    return new Landmarking(new FeatureAnalysis(candidates), count, 0, 0);
  }
}
