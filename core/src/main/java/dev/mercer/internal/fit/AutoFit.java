package dev.mercer.internal.fit;

import dev.mercer.MemoryExceededException;
import dev.mercer.internal.exact.ExactPlanner;
import dev.mercer.internal.exact.ExactRoute;
import dev.mercer.internal.fastsum.FastSums;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.method.Auto;
import dev.mercer.method.Exact;
import dev.mercer.method.Subset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@link Auto}: chooses between {@link ExactFit} and {@link SubsetFit}.
 *
 * <p>The rule:
 *
 * <ol>
 *   <li>exact, if the caller named a solver or an operator of it. Also exact, if the caller did not
 *       ask for landmarks and the work of an exact fit, n^2 (d + {@value #FLOPS_A_PAIR}) flops, is
 *       at most {@value #EXACT_FLOPS} (some ten seconds on two cores) and it fits into memory.
 *       Always exact for kernels that may be indefinite, because no certificate could tell how good
 *       a subset is; for a precomputed matrix, because it is there already; and for the linear
 *       kernel with fewer features than rows, which is solved in feature space
 *   <li>else subset. If no selector was asked for, {@link SelectorPilot} finds the better of two
 *   <li>landmarks are added until the goal is met or the memory ends, see {@link LandmarkRun}
 * </ol>
 */
final class AutoFit implements FitAlgorithm {

  private static final double EXACT_FLOPS = 1e12;
  private static final int FLOPS_A_PAIR = 250;

  /** The largest number of point coordinates that are copied to try fast sums. */
  private static final long MOST_FAST_VALUES = 1L << 27;

  private final Auto asked;

  AutoFit(Auto asked) {
    this.asked = asked;
  }

  @Override
  public FitPlan plan(Problem problem) {
    List<String> notes = new ArrayList<>();
    FitPlan exact = exactPlan(problem, notes);
    FitPlan chosen = exact != null ? exact : LandmarkPlan.of(Subset.NAME, problem, asked.goal());
    FitPlan whole =
        exact == null && !asked.selectorGiven()
            ? new SelectorPilot(problem, asked.goal()).before(chosen)
            : chosen;
    return whole.with(
        whole.stages(), Stream.concat(notes.stream(), whole.notes().stream()).toList());
  }

  /** The plan of an exact fit, or null if subset is to be used; adds the reason to the notes. */
  private FitPlan exactPlan(Problem problem, List<String> notes) {
    FitAlgorithm exact = exact();
    if (!asked.solver().equals("auto") || !asked.operator().equals("auto")) {
      return exact.plan(problem);
    }
    if (asked.goal().count() > 0 || asked.selectorGiven()) {
      notes.add("auto takes subset, because landmarks were asked for");
      return null;
    }
    if (!problem.kernel().positiveSemidefinite() || !problem.kernel().hasPoints()) {
      return exact.plan(problem);
    }
    int n = problem.rows().count();
    int d = problem.rows().columns();
    double flops = (double) n * n * (d + FLOPS_A_PAIR);
    if (flops > EXACT_FLOPS) {
      FitPlan fast = fastPlan(problem, notes);
      if (fast != null) {
        return fast;
      }
      notes.add(
          String.format(
              java.util.Locale.ROOT,
              "auto takes subset: an exact fit would need %.1e flops, more than the %.0e it is"
                  + " taken for",
              flops,
              EXACT_FLOPS));
      return null;
    }
    try {
      return exact.plan(problem);
    } catch (MemoryExceededException e) {
      notes.add("auto takes subset: " + e.getMessage());
      return null;
    }
  }

  /** The plan of an exact fit of many rows, if few features or fast sums make it cheap; or null. */
  private FitPlan fastPlan(Problem problem, List<String> notes) {
    int d = problem.rows().columns();
    long n = problem.rows().count();
    boolean features = ExactPlanner.features(problem) != null;
    if (!features && (!FastSums.serves(problem.kernel(), d) || n * d > MOST_FAST_VALUES)) {
      return null;
    }
    try {
      FitPlan plan = exact().plan(problem);
      return ExactRoute.of(plan).withoutGram() && plan.flops() <= EXACT_FLOPS ? plan : null;
    } catch (MemoryExceededException e) {
      notes.add("auto takes subset: " + e.getMessage());
      return null;
    }
  }

  @Override
  public int points(Problem problem, FitPlan plan) {
    return plan.method().equals(Exact.NAME)
        ? problem.rows().count()
        : LandmarkRoom.plannedCount(problem, asked.goal());
  }

  @Override
  public Solution solve(Problem problem, FitPlan plan) {
    if (plan.method().equals(Exact.NAME)) {
      return exact().solve(problem, plan);
    }
    if (asked.selectorGiven()) {
      return new SubsetFit(Subset.of(asked.goal())).solve(problem, plan);
    }
    List<String> notes = new ArrayList<>();
    LandmarkSelector selector = new SelectorPilot(problem, asked.goal()).better(notes);
    Solution solution = new SubsetFit(Subset.of(asked.goal().with(selector))).solve(problem, plan);
    notes.addAll(solution.provenance().notes());
    return solution.withNotes(notes);
  }

  private FitAlgorithm exact() {
    return new ExactFit(new Exact(asked.solver(), asked.operator()));
  }
}
