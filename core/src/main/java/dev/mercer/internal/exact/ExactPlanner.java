package dev.mercer.internal.exact;

import dev.mercer.MemoryExceededException;
import dev.mercer.Plan;
import dev.mercer.data.Rows;
import dev.mercer.internal.eigen.BlockKrylovSolver;
import dev.mercer.internal.eigen.DavidsonSolver;
import dev.mercer.internal.eigen.DenseSolver;
import dev.mercer.internal.eigen.EigenRequest;
import dev.mercer.internal.eigen.EigenSolver;
import dev.mercer.internal.eigen.EigenSolvers;
import dev.mercer.internal.eigen.RefinedSolver;
import dev.mercer.internal.explicit.ExactFeatures;
import dev.mercer.internal.explicit.FeatureMap;
import dev.mercer.internal.fastsum.KernelValueCost;
import dev.mercer.internal.fastsum.SumForecast;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.problem.ThreadNote;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Decides how an exact fit is done, before anything large is allocated.
 *
 * <p>Operator {@code auto}:
 *
 * <ol>
 *   <li>a kernel with M &lt; n features ({@link ExactFeatures}; linear: M = d): the M x M problem
 *       in feature space, if M is at most {@value #CHEAP_TERMS} or its flops are fewer than those
 *       of the Gram matrix and its passes
 *   <li>fast sums, if their forecast is far below that of kernel values ({@link ExpansionPlanner})
 *   <li>the lower triangle in double, if it fits the memory allowed ({@code stored})
 *   <li>the lower triangle in float with exact double passes that refine the result to full
 *       accuracy, if that fits ({@code refined})
 *   <li>tiles computed anew in every pass, O(n) memory ({@code tiled})
 * </ol>
 *
 * <p>Solver {@code auto}: as {@link EigenSolvers#choose} says (dense for few rows or a large share
 * of all components, else iterative), and dense for kernels that may be indefinite up to {@value
 * #DENSE_INDEFINITE} rows, because only then are negative eigenvalues counted exactly. The
 * iteration is block Krylov for kernels that may be indefinite and in float with exact passes, else
 * Davidson from a sample of the rows ({@link SampleSize}), which takes about half the passes, for
 * up to {@value #SAMPLED_RANK} components or as many as a block has vectors. Passes over a
 * recomputed matrix cost the same for one vector as for many, so blocks are larger there ({@link
 * BlockSize}).
 */
public final class ExactPlanner {

  public static final String FEATURE_SPACE = "feature-space";
  public static final String STORED = "stored";
  static final String REFINED = "refined";
  public static final String TILED = "tiled";
  static final String PRECOMPUTED = "precomputed";
  public static final String EXPANSION = OperatorSpec.EXPANSION;

  static final int DENSE_INDEFINITE = 3000;

  /** Where a share of the variance is asked for, the number of components tried first. */
  public static final int FIRST_VARIANCE_RANK = 16;

  /** Float products are good to about 1e-7 of lambda_1; a tighter residual would be noise. */
  private static final double SINGLE_TOLERANCE = 1e-6;

  /** Vectors a block Krylov solver keeps where memory allows: enough to need no restart. */
  private static final int LARGEST_BASIS = 320;

  /** Fewer blocks than this beside the wanted vectors make restarts dominate. */
  private static final int SMALLEST_BASIS_BLOCKS = 4;

  /**
   * Components up to which Davidson's iteration is faster, or as many as a block has vectors: it
   * corrects one pair a vector and pass, block Krylov serves all pairs by every vector. Measured on
   * stored matrices: equal at rank 30, and at rank 60 half as slow again.
   */
  private static final int SAMPLED_RANK = 16;

  /** Blocks beside the wanted vectors for a Davidson iteration, which takes fewer passes. */
  private static final int SAMPLED_BASIS_BLOCKS = 12;

  /** Features up to which their dense problem is solved in a blink, whatever the rows cost. */
  private static final int CHEAP_TERMS = 512;

  /** What a kernel value costs beside its inner product, in flops. */
  private static final double FLOPS_OF_A_VALUE = 60;

  private final Problem problem;
  private final String solver;
  private final OperatorSpec operator;
  private final Rows rows;
  private final int n;
  private final int rank;
  private final int threads;
  private final List<String> notes = new ArrayList<>();
  private boolean threadsMatter; // something does not fit that might on one thread

  public ExactPlanner(Problem problem, String solver, String operator) {
    this(problem, solver, OperatorSpec.parse(operator));
  }

  private ExactPlanner(Problem problem, String solver, OperatorSpec operator) {
    this.problem = problem;
    this.solver = solver;
    this.operator = operator;
    this.rows = problem.rows();
    this.n = rows.count();
    this.threads = problem.workers().threads();
    this.rank =
        problem.target().byVariance()
            ? Math.min(FIRST_VARIANCE_RANK, problem.usedRows())
            : problem.target().rank();
  }

  public static void requireKnown(String solver, String operator) {
    if (!solver.equals("auto")) {
      EigenSolvers.named(solver);
    }
    OperatorSpec.parse(operator);
  }

  /**
   * The plan with the largest sample for a Davidson iteration that fits, else with the largest
   * Krylov basis that fits, or with the smallest if none does. A smaller basis restarts more often:
   * a few more passes, for less memory.
   */
  private Plan gramPlan(String kind, String wanted) {
    if (!wanted.equals("block-krylov") && !wanted.equals("davidson")) {
      return gramPlan(kind, wanted, 0, 0);
    }
    int block = block(kind, wanted);
    boolean few = rank <= Math.max(SAMPLED_RANK, block);
    if (wanted.equals("davidson") && (few || !solver.equals("auto"))) {
      int roomy = Math.min(largestBasis(), rank + SAMPLED_BASIS_BLOCKS * block);
      for (int sample = sample(kind); sample >= SampleSize.smallest(rank); sample /= 2) {
        Plan plan = gramPlan(kind, wanted, roomy, sample);
        if (fits(plan)) {
          return plan;
        }
      }
    }
    String chosen = solver.equals("auto") ? "block-krylov" : wanted;
    return withBasis(block, basis -> gramPlan(kind, chosen, basis, 0));
  }

  /** Vectors a block solver keeps where memory allows. */
  private int largestBasis() {
    return Math.max(LARGEST_BASIS, 3 * rank);
  }

  /** The plan with the largest Krylov basis that fits, or with the smallest if none does. */
  private Plan withBasis(int block, IntFunction<Plan> planWith) {
    int smallest = rank + RefinedSolver.GUARD + SMALLEST_BASIS_BLOCKS * block;
    int basis = largestBasis();
    Plan plan = planWith.apply(basis);
    while (!fits(plan) && basis > smallest) {
      basis = Math.max(smallest, basis * 2 / 3);
      plan = planWith.apply(basis);
    }
    return plan;
  }

  /** Rows a Davidson iteration should begin with; 0 where a sample has no meaning. */
  private int sample(String kind) {
    if (!problem.kernel().positiveSemidefinite()) {
      return 0;
    }
    int columns = kind.equals(PRECOMPUTED) ? 0 : rows.columns();
    return SampleSize.of(n, rank, columns, block(kind, "davidson"), kind.equals(TILED));
  }

  public Plan plan() {
    Plan plan = chosen();
    return threadsMatter
        ? ThreadNote.on(problem, plan, alone -> new ExactPlanner(alone, solver, operator).chosen())
        : plan;
  }

  private Plan chosen() {
    problem.requireRows("rank", rank);
    FeatureMap features = features(problem);
    if (features != null && solver.equals("auto") && operator.auto()) {
      if (features.terms() <= CHEAP_TERMS || wins(features)) {
        return require(featureSpace(features, FEATURE_SPACE, null));
      }
    }
    String chosen = chooseSolver();
    if (!problem.kernel().hasPoints()) {
      if (operator.expansion()) {
        throw new IllegalArgumentException(
            "the operator expansion needs points; a given Gram matrix has none");
      }
      return require(gramPlan(PRECOMPUTED, chosen));
    }
    if (operator.expansion() || operator.auto() && !chosen.equals("dense")) {
      Plan expansion = expansion(chosen);
      if (expansion != null) {
        return require(expansion);
      }
    }
    if (chosen.equals("dense")) {
      Plan dense = gramPlan(operator.kind().equals(TILED) ? TILED : STORED, chosen);
      if (fits(dense) || solver.equals("dense")) {
        return require(dense);
      }
      notes.add("a dense solve takes " + Bytes.text(dense.peakBytes()) + ", more than is allowed");
      chosen = "block-krylov";
    }
    if (!operator.auto() && !operator.expansion()) {
      return require(gramPlan(operator.kind(), chosen));
    }
    Plan stored = gramPlan(STORED, chosen);
    if (fits(stored)) {
      return stored;
    }
    notes.add(
        "the lower triangle takes "
            + Bytes.text(stored.peakBytes())
            + " in all, more than the "
            + Bytes.text(problem.memory())
            + " allowed");
    if (!problem.single()
        && (chosen.equals("block-krylov") || solver.equals("auto"))
        && problem.kernel().positiveSemidefinite()) {
      Plan refined = gramPlan(REFINED, "block-krylov");
      if (fits(refined)) {
        return refined;
      }
    }
    return require(gramPlan(TILED, chosen));
  }

  /**
   * Whether the dense problem of so many features costs less than the Gram matrix and its solve.
   */
  private boolean wins(FeatureMap features) {
    double terms = features.terms();
    double dense = n * terms * terms + 9 * terms * terms * terms;
    double gram =
        (double) n * n * (rows.columns() + FLOPS_OF_A_VALUE + 2.0 * ExactCosts.TYPICAL_PASSES);
    return dense < gram;
  }

  /** The plan of a fit by fast sums, or null if kernel values are to be used. */
  private Plan expansion(String chosen) {
    if (solver.equals("dense")) {
      if (operator.schemeNamed()) {
        throw new IllegalArgumentException(
            "the solver dense needs the matrix itself; leave it out with the operator expansion");
      }
      notes.add("no expansion but exact tiles: a dense solver needs the matrix itself");
      return null;
    }
    String iterative = solver.equals("auto") ? "block-krylov" : chosen;
    int block = block(EXPANSION, iterative);
    int columns = Math.max(1, block);
    int products =
        iterative.equals("block-krylov")
            ? ExactCosts.TYPICAL_PASSES
            : 5 * ExactCosts.TYPICAL_PASSES;
    boolean storedFits = fits(gramPlan(STORED, chosen));
    ExpansionPlanner planner = new ExpansionPlanner(problem, operator, notes);
    SumForecast sum = planner.choose(columns, products, storedFits);
    threadsMatter |= planner.shortOfMemory();
    if (sum == null) {
      return null;
    }
    if (solver.equals("auto") && planner.inFeatureSpace(sum, products)) {
      return featureSpace(sum.map(), EXPANSION, sum);
    }
    return withBasis(block, basis -> expansionPlan(sum, iterative, block, basis, products));
  }

  private Plan expansionPlan(
      SumForecast sum, String iterative, int block, int basis, int products) {
    long points = rows.bytes() + 8L * n * rows.columns() + sum.bytesOn(threads);
    long solving = ExactCosts.solverBytes(iterative, block, basis, 0, EXPANSION, problem, rank);
    // The forecast is in seconds; a stage counts flops.
    double flops = ExpansionPlanner.REFERENCE_FLOPS * KernelValueCost.SPEEDUP;
    return new Plan(
        "exact",
        EXPANSION,
        iterative,
        block,
        basis,
        0,
        false,
        List.of(
            new Plan.Stage("expansion", points, 0, flops * sum.setupSeconds(), 0),
            new Plan.Stage(
                "solve", points + solving, 0, flops * products * sum.productSeconds(), 0)),
        List.copyOf(notes),
        sum);
  }

  private boolean fits(Plan plan) {
    boolean fits = plan.peakBytes() <= problem.memory();
    threadsMatter |= !fits && threads > 1 && mayFitAlone(plan);
    return fits;
  }

  /** Whether a plan that does not fit might fit on one thread. */
  private boolean mayFitAlone(Plan plan) {
    if (plan.sum() != null || plan.operator().equals(FEATURE_SPACE)) {
      return true;
    }
    Plan alone =
        new ExactPlanner(problem.onOneThread(), solver, operator)
            .gramPlan(plan.operator(), plan.solver(), plan.basis(), plan.sample());
    return alone.peakBytes() <= problem.memory();
  }

  private Plan require(Plan plan) {
    if (fits(plan)) {
      return plan;
    }
    throw new MemoryExceededException(
        "an exact fit of "
            + n
            + " rows ("
            + plan.operator()
            + " matrix, "
            + plan.solver()
            + " solver) needs "
            + Bytes.text(plan.peakBytes())
            + " but "
            + Bytes.text(problem.memory())
            + " of heap are allowed; "
            + advice(plan)
            + onOneThread(),
        plan.peakBytes());
  }

  /** What one thread would do where the buffers of several are what is too much; else empty. */
  private String onOneThread() {
    if (threads == 1) {
      return "";
    }
    try {
      Plan alone = new ExactPlanner(problem.onOneThread(), solver, operator).chosen();
      return "; on one thread it would need " + Bytes.text(alone.peakBytes()) + " and fit";
    } catch (MemoryExceededException e) {
      return "";
    }
  }

  /** The largest thing that would fit. */
  private String advice(Plan plan) {
    if (!plan.operator().equals(TILED) && !plan.operator().equals(PRECOMPUTED)) {
      Plan tiled = gramPlan(TILED, "block-krylov");
      if (fits(tiled)) {
        return "the operator tiled with an iterative solver needs "
            + Bytes.text(tiled.peakBytes())
            + " and would fit";
      }
    }
    long rowBytes = Math.max(1, plan.peakBytes() / n);
    boolean quadratic = !plan.operator().equals(TILED);
    long most =
        quadratic
            ? (long) (n * Math.sqrt((double) problem.memory() / plan.peakBytes()))
            : problem.memory() / rowBytes;
    return "about "
        + Math.max(0, Math.min(n - 1, most))
        + " rows would fit; take fewer rows or allow more memory";
  }

  private String chooseSolver() {
    if (!solver.equals("auto")) {
      return solver;
    }
    if (!problem.kernel().positiveSemidefinite()) {
      return n <= DENSE_INDEFINITE ? "dense" : EigenSolvers.choose(n, rank).name();
    }
    String chosen = EigenSolvers.choose(n, rank).name();
    return chosen.equals("block-krylov") ? "davidson" : chosen;
  }

  /** The features of a kernel that has fewer of them than there are rows; null for others. */
  public static FeatureMap features(Problem problem) {
    int most = Math.min(problem.rows().count() - 1, FeatureSpace.MOST_TERMS);
    return ExactFeatures.of(problem.kernel(), problem.rows().columns(), most);
  }

  /** The plan of an M x M problem in feature space. */
  private Plan featureSpace(FeatureMap features, String kind, SumForecast sum) {
    double terms = features.terms();
    // A scheme chosen by its forecast keeps the points it looked at.
    long looked = sum == null ? 0 : 8L * n * rows.columns();
    long bytes = rows.bytes() + looked + FeatureSpace.bytes(n, features, rank, threads);
    double eigenFlops = 9.0 * terms * terms * terms;
    String found =
        "the kernel has "
            + features.terms()
            + " features, fewer than there are rows: it is solved in feature space";
    return new Plan(
        "exact",
        kind,
        "dense",
        0,
        0,
        0,
        false,
        List.of(
            new Plan.Stage("covariance", bytes, 0, n * terms * terms, 2.0 * rows.bytes()),
            new Plan.Stage("solve", bytes, 0, eigenFlops, rows.bytes())),
        Stream.concat(notes.stream(), Stream.of(found)).toList(),
        sum);
  }

  private Plan gramPlan(String kind, String chosen, int basis, int sample) {
    int block = block(kind, chosen);
    return new ExactCosts(problem, rank).plan(kind, chosen, block, basis, sample, notes);
  }

  /** Vectors multiplied at once. */
  private int block(String kind, String chosen) {
    if (!chosen.equals("block-krylov") && !chosen.equals("davidson")) {
      return chosen.equals("dense") ? 0 : chosen.equals("subspace") ? rank + 8 : 1;
    }
    boolean floats = problem.single() || kind.equals(REFINED);
    return BlockSize.of(n, rank, rows.columns(), kind.equals(TILED), floats);
  }

  static EigenSolver solver(String name, int block, int basis, Problem problem) {
    return switch (name) {
      case "block-krylov" -> BlockKrylovSolver.withBlock(block).withBasis(basis);
      case "davidson" -> new DavidsonSolver(null, 0, block, basis);
      case "dense" -> new DenseSolver(!problem.kernel().positiveSemidefinite());
      default -> EigenSolvers.named(name);
    };
  }

  public static double tolerance(boolean single) {
    return single ? SINGLE_TOLERANCE : EigenRequest.DEFAULT_TOLERANCE;
  }

  public static Solution.OperatorUse operatorUse(Problem problem, Plan plan) {
    return new Solution.OperatorUse(
        plan.operator(), problem.single() ? "float" : "double", problem.single() ? null : 0.0);
  }
}
