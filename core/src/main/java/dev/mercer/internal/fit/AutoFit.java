package dev.mercer.internal.fit;

import dev.mercer.MemoryExceededException;
import dev.mercer.Plan;
import dev.mercer.data.DenseRows;
import dev.mercer.data.SelectedRows;
import dev.mercer.internal.exact.ExactPlanner;
import dev.mercer.internal.fastsum.FastSums;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.rows.RowDraw;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.landmark.RandomlyPivotedCholesky;
import dev.mercer.landmark.Uniform;
import dev.mercer.method.Auto;
import dev.mercer.method.Exact;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * {@link Auto}: chooses between {@link ExactFit} and {@link SubsetFit}.
 *
 * <p>The rule:
 *
 * <ol>
 *   <li>exact, if a solver or operator of it was asked for; or if no landmarks were and its work,
 *       n^2 (d + {@value #FLOPS_A_PAIR}) flops, is at most {@value #EXACT_FLOPS} (some ten seconds
 *       on two cores) and it fits the memory; always for kernels that may be indefinite (no
 *       certificate could say how good a subset is), for a precomputed matrix, which is there
 *       already, and for the linear kernel with fewer features than rows, which is solved in
 *       feature space
 *   <li>else subset. Where no selector was asked for, uniform and accelerated rpcholesky landmarks
 *       are compared on a pilot sample of {@value #PILOT_ROWS} rows with a quarter as many
 *       landmarks as that would need to be exact at most: the smaller estimated gap (or residual
 *       trace, where a tolerance is the goal) wins, and uniform wins a tie within {@value #TIE} of
 *       it, since it costs less
 *   <li>landmarks are added until the goal is met or the memory ends, see {@link LandmarkRun}
 * </ol>
 */
final class AutoFit implements FitAlgorithm {

  private static final double EXACT_FLOPS = 1e12;
  private static final int FLOPS_A_PAIR = 250;

  /** Values of points that are copied for a look at fast sums. */
  private static final long MOST_FAST_VALUES = 1L << 27;

  private static final int PILOT_ROWS = 4000;
  private static final int PILOT_LANDMARKS = 256;
  private static final double TIE = 0.05;

  private final Auto asked;

  AutoFit(Auto asked) {
    this.asked = asked;
  }

  @Override
  public Plan plan(Problem problem) {
    List<String> notes = new ArrayList<>();
    Plan exact = exactPlan(problem, notes);
    Plan chosen = exact != null ? exact : LandmarkPlan.of(Subset.NAME, problem, asked.goal());
    if (exact == null && !asked.selectorGiven()) {
      notes.add(
          "uniform and rpcholesky landmarks are compared on a pilot of "
              + pilotRows(problem)
              + " rows; the better ones are used");
    }
    return chosen.with(
        chosen.stages(), Stream.concat(notes.stream(), chosen.notes().stream()).toList());
  }

  /** The plan of an exact fit, or null if subset is to be taken; says why. */
  private Plan exactPlan(Problem problem, List<String> notes) {
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
      Plan fast = fastPlan(problem, notes);
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

  /** An exact fit of many rows whose kernel has few features or fast sums; null for others. */
  private Plan fastPlan(Problem problem, List<String> notes) {
    int d = problem.rows().columns();
    long n = problem.rows().count();
    boolean features = ExactPlanner.features(problem) != null;
    if (!features && (!FastSums.serves(problem.kernel(), d) || n * d > MOST_FAST_VALUES)) {
      return null;
    }
    try {
      Plan plan = exact().plan(problem);
      boolean fast = plan.sum() != null || plan.operator().equals(ExactPlanner.FEATURE_SPACE);
      return fast && plan.flops() <= EXACT_FLOPS ? plan : null;
    } catch (MemoryExceededException e) {
      notes.add("auto takes subset: " + e.getMessage());
      return null;
    }
  }

  @Override
  public Solution solve(Problem problem, Plan plan) {
    if (plan.method().equals(Exact.NAME)) {
      return exact().solve(problem, plan);
    }
    if (asked.selectorGiven()) {
      return new SubsetFit(new Subset(asked.goal())).solve(problem, plan);
    }
    List<String> notes = new ArrayList<>();
    LandmarkSelector selector =
        problem.stages().run("pilot", plan.peakBytes(), () -> better(problem, notes));
    Solution solution = new SubsetFit(new Subset(asked.goal().with(selector))).solve(problem, plan);
    notes.addAll(solution.provenance().notes());
    return solution.withNotes(notes);
  }

  private FitAlgorithm exact() {
    return new ExactFit(new Exact(asked.solver(), asked.operator()));
  }

  private static int pilotRows(Problem problem) {
    return Math.min(problem.usedRows(), PILOT_ROWS);
  }

  /** The selector that does better on a sample of rows. */
  private LandmarkSelector better(Problem problem, List<String> notes) {
    Problem pilot = pilot(problem);
    int rank = problem.target().leastRank();
    int count = Math.min(pilot.rows().count() / 4, Math.max(PILOT_LANDMARKS, 2 * rank));
    count = Math.max(count, Math.min(rank, pilot.rows().count()));
    LandmarkSelector uniform = new Uniform();
    LandmarkSelector cholesky = new RandomlyPivotedCholesky();
    double byUniform = value(pilot, uniform, count);
    double byCholesky = value(pilot, cholesky, count);
    problem.stages().evaluated(2L * pilot.rows().count() * count);
    boolean plain = byUniform <= (1 + TIE) * byCholesky;
    notes.add(
        String.format(
            java.util.Locale.ROOT,
            "%s landmarks: on a pilot of %d rows with %d landmarks %s is %.4g with uniform and"
                + " %.4g with rpcholesky ones",
            plain ? "uniform" : "rpcholesky",
            pilot.rows().count(),
            count,
            asked.goal().tolerance() > 0
                ? "the residual trace share"
                : "the estimated optimality gap",
            byUniform,
            byCholesky));
    return plain ? uniform : cholesky;
  }

  /** How far so many landmarks are from the goal on the pilot's rows. */
  private double value(Problem pilot, LandmarkSelector selector, int count) {
    SeenThroughLandmarks seen = LandmarkRun.see(pilot, Landmarking.count(count).with(selector));
    return LandmarkRun.value(pilot, asked.goal().tolerance() > 0, seen);
  }

  private static Problem pilot(Problem problem) {
    int n = problem.rows().count();
    int take = pilotRows(problem);
    SplittableRandom random = new SplittableRandom(problem.seed() ^ 0x70696c6f74L);
    int[] numbers =
        IntStream.range(0, n)
            .filter(i -> problem.weights() == null || problem.weights()[i] > 0)
            .toArray();
    int[] chosen = RowDraw.from(numbers, take, random);
    double[] weights = null;
    if (problem.weights() != null) {
      weights = new double[take];
      for (int i = 0; i < take; i++) {
        weights[i] = problem.weights()[chosen[i]];
      }
    }
    return problem.about(DenseRows.copyOf(new SelectedRows(problem.rows(), chosen)), weights);
  }
}
