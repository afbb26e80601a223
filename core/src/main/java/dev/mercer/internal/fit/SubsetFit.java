package dev.mercer.internal.fit;

import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.spec.Spec;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.util.List;

/**
 * {@link Subset}: the best axes in the span of the landmarks, judged on all rows.
 *
 * <ol>
 *   <li>select: landmarks y ({@link LandmarkRun})
 *   <li>pass: with K_y = L L' and h the kernel values of a row with the landmarks, the moments of f
 *       = L^-1 h over all rows ({@link LandmarkPass})
 *   <li>solve: eigenpairs (kappa, v) of the second moment of f about its mean ({@link
 *       ProjectedRows}); coefficients Z = L^-T V, so that z'K_y z = 1 and K_xy'H K_xy z = kappa K_y
 *       z; offset Z' mean(h), center K_y^+ mean(h). {@link SubsetAxes} says what the options change
 *   <li>certify: the variance that the axes capture of all rows, and a bound of what they miss
 *       ({@link LandmarkAxes})
 * </ol>
 *
 * The last two need only the sums of a pass, so they also serve fits whose rows come in parts
 * ({@link SubsetSession}) or are elsewhere ({@link RemoteSubset}).
 */
final class SubsetFit implements FitAlgorithm {

  private final Subset asked;

  SubsetFit(Subset asked) {
    this.asked = asked;
  }

  /** From {@code subset(centroid=1|2|3,general=true,criterion=with-landmarks,icd=1e-6)}. */
  static Subset read(Spec spec, Landmarking landmarks) {
    spec.requireKeys("centroid", "general", "criterion", "icd");
    List<String> criteria = List.of(Subset.ROWS, Subset.WITH_LANDMARKS);
    return new Subset(
        landmarks,
        spec.integer("centroid", 3, 1, 3),
        spec.flag("general", false),
        spec.choice("criterion", Subset.ROWS, criteria).equals(Subset.WITH_LANDMARKS),
        spec.positive("icd", 0));
  }

  @Override
  public FitPlan plan(Problem problem) {
    FitPlan plan = LandmarkPlan.of(Subset.NAME, problem, asked.landmarks());
    if (options(problem).ownEigenproblem()) {
      plan = LandmarkPlan.withComponents(plan, problem, asked.landmarks());
    }
    return movesCenter(problem) ? TrainingCenter.plan(plan, problem, asked.landmarks()) : plan;
  }

  @Override
  public int points(Problem problem, FitPlan plan) {
    return movesCenter(problem)
        ? problem.rows().count() // the center is a combination of all rows
        : LandmarkRoom.plannedCount(problem, asked.landmarks());
  }

  @Override
  public Solution solve(Problem problem, FitPlan plan) {
    ProjectedRows projected = LandmarkRun.project(problem, asked.landmarks()); // select, pass
    return components(projected);
  }

  /** Steps 3 and 4, for a pass done anywhere. */
  Solution components(ProjectedRows projected) {
    LandmarkAxes axes = axes(projected);
    return movesCenter(projected.problem())
        ? TrainingCenter.certified(projected, axes, asked.withLandmarks())
        : axes.certified(projected);
  }

  private LandmarkAxes axes(ProjectedRows projected) {
    SubsetAxes.Options options = options(projected.problem());
    return options.ownEigenproblem()
        ? projected.stage(LandmarkPlan.COMPONENTS, () -> SubsetAxes.of(projected, options))
        : SubsetAxes.of(projected, options);
  }

  /**
   * Whether the center is the mean of the rows itself, which in general is not in the span of the
   * landmarks.
   */
  boolean movesCenter(Problem problem) {
    return asked.centroid() == 1 && problem.center();
  }

  private SubsetAxes.Options options(Problem problem) {
    return new SubsetAxes.Options(asked, problem.center());
  }
}
