package dev.mercer.method;

import dev.mercer.Plan;
import dev.mercer.internal.fit.LandmarkAxes;
import dev.mercer.internal.fit.LandmarkPlan;
import dev.mercer.internal.fit.LandmarkRun;
import dev.mercer.internal.fit.SeenThroughLandmarks;
import dev.mercer.internal.fit.SubsetAxes;
import dev.mercer.internal.fit.TrainingCenter;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.spec.Spec;
import java.util.List;

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
 * is exact; its error is never above that of reduced on the same landmarks. {@link SubsetAxes} says
 * what the options change.
 *
 * @param centroid SK sec. 3.5: 1 the mean of the rows itself, which takes a pass over all pairs and
 *     a model of all rows and gives the same scores as 3; 2 the mean of the landmarks; 3 the point
 *     of the landmarks' span nearest to 1, the default
 * @param general whether scores are those of SK (27), which need not see landmarks beyond the span
 *     of the rows, or of (22), the default
 * @param withLandmarks whether the landmarks join the rows in the criterion (SK sec. 4.1.4)
 * @param icd share of the largest diagonal entry at which incomplete Cholesky of K_xy'K_xy stops
 *     (SK (45)), or 0 for none
 */
public record Subset(
    Landmarking landmarks, int centroid, boolean general, boolean withLandmarks, double icd)
    implements Method {

  public static final String NAME = "subset";

  private static final String ROWS = "rows";
  private static final String WITH_LANDMARKS = "with-landmarks";

  public Subset {
    if (centroid < 1 || centroid > 3) {
      throw new IllegalArgumentException(
          "subset: centroid = " + centroid + "; 1, 2 and 3 are allowed");
    }
    if (!(icd >= 0 && icd < 1)) {
      throw new IllegalArgumentException(
          "subset: icd = " + icd + "; it is a tolerance above 0 and below 1");
    }
  }

  /** As SK recommends: (22), the third centroid, the rows alone as criterion. */
  public Subset(Landmarking landmarks) {
    this(landmarks, 3, false, false, 0);
  }

  /** From {@code subset(centroid=1|2|3,general=true,criterion=with-landmarks,icd=1e-6)}. */
  public static Subset of(Spec spec, Landmarking landmarks) {
    spec.requireKeys("centroid", "general", "criterion", "icd");
    return new Subset(
        landmarks,
        spec.integer("centroid", 3, 1, 3),
        spec.flag("general", false),
        spec.choice("criterion", ROWS, List.of(ROWS, WITH_LANDMARKS)).equals(WITH_LANDMARKS),
        spec.positive("icd", 0));
  }

  @Override
  public String spec() {
    Spec spec = Spec.of(NAME);
    if (centroid != 3) {
      spec = spec.with("centroid", Integer.toString(centroid));
    }
    if (general) {
      spec = spec.with("general", "true");
    }
    if (withLandmarks) {
      spec = spec.with("criterion", WITH_LANDMARKS);
    }
    if (icd > 0) {
      spec = spec.with("icd", icd);
    }
    return spec.text();
  }

  @Override
  public Plan plan(Problem problem) {
    Plan plan = LandmarkPlan.of(NAME, problem, landmarks);
    if (new SubsetAxes.Options(this, problem.center()).ownEigenproblem()) {
      plan = LandmarkPlan.withComponents(plan, problem, landmarks);
    }
    return movesCenter(problem) ? TrainingCenter.plan(plan, problem, landmarks) : plan;
  }

  /** The first centroid is no point of the landmarks' span. */
  private boolean movesCenter(Problem problem) {
    return centroid == 1 && problem.center();
  }

  @Override
  public Solution solve(Problem problem, Plan plan) {
    LandmarkRun run = new LandmarkRun(problem, landmarks);
    SeenThroughLandmarks seen = run.run();
    SubsetAxes.Options options = new SubsetAxes.Options(this, problem.center());
    SubsetAxes found =
        options.ownEigenproblem()
            ? problem
                .stages()
                .run(
                    LandmarkPlan.COMPONENTS,
                    LandmarkRun.bytes(problem, seen.landmarks().count()),
                    () -> new SubsetAxes(seen, options))
            : new SubsetAxes(seen, options);
    LandmarkAxes axes = found.axes();
    run.notes().addAll(found.notes());
    Solution.SolverUse solver = Solution.SolverUse.dense();
    return movesCenter(problem)
        ? new TrainingCenter(seen, withLandmarks).solution(axes, landmarks, solver, run.notes())
        : axes.solution(seen, landmarks, null, solver, run.notes());
  }

  /** The components of rows seen through landmarks, without any option. */
  public static LandmarkAxes axes(SeenThroughLandmarks seen) {
    return new SubsetAxes(seen, SubsetAxes.Options.none()).axes();
  }
}
