package dev.mercer.internal.exact;

import dev.mercer.MemoryExceededException;
import dev.mercer.data.Rows;
import dev.mercer.internal.eigen.EigenRequest;
import dev.mercer.internal.eigen.SolverKind;
import dev.mercer.internal.explicit.ExactFeatures;
import dev.mercer.internal.explicit.FeatureMap;
import dev.mercer.internal.fastsum.SumForecast;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.ThreadNote;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Decides how an exact fit is done, before anything large is allocated: of the possible routes, in
 * order of preference, the first that fits the memory allowed.
 *
 * <p>Operator {@code auto}:
 *
 * <ol>
 *   <li>a kernel with M &lt; n features ({@link ExactFeatures}; linear: M = d): the M x M problem
 *       in feature space, if M is at most {@value #CHEAP_TERMS} or it takes fewer flops than the
 *       Gram matrix and the passes over it
 *   <li>fast sums, if they are forecast to be much faster than kernel values ({@link
 *       ExpansionPlanner})
 *   <li>the lower triangle in double, if it fits the memory allowed ({@code stored})
 *   <li>the lower triangle in float, with exact passes in double that refine the result to full
 *       accuracy, if that fits ({@code refined})
 *   <li>tiles recomputed in every pass, O(n) memory ({@code tiled})
 * </ol>
 *
 * <p>Solver {@code auto}: as {@link SolverKind#suiting} determines (dense for few rows or a large
 * share of all components, otherwise iterative), and dense for kernels that may be indefinite up to
 * {@value #DENSE_INDEFINITE} rows, because only then are negative eigenvalues counted exactly. The
 * iteration is block Krylov for kernels that may be indefinite and for the refined operator;
 * otherwise, if few components are wanted, it is Davidson's, started from a sample of the rows.
 * {@link SizedPlans} determines its sizes.
 */
public final class ExactPlanner {

  static final int DENSE_INDEFINITE = 3000;

  /** The number of components tried first if a share of the variance is asked for. */
  public static final int FIRST_VARIANCE_RANK = 16;

  /** Float products are accurate to about 1e-7 of lambda_1; a tighter residual would be noise. */
  private static final double SINGLE_TOLERANCE = 1e-6;

  /**
   * Up to this many features, their dense problem is so quick to solve that nothing else is
   * compared.
   */
  private static final int CHEAP_TERMS = 512;

  /** The cost of a kernel value beside its inner product, in flops. */
  private static final double FLOPS_OF_A_VALUE = 60;

  private final Problem problem;
  private final ExactOptions asked;
  private final Rows rows;
  private final int n;
  private final int rank;
  private final List<String> notes = new ArrayList<>();
  private final Room room;
  private final SizedPlans sized;

  public ExactPlanner(Problem problem, ExactOptions asked) {
    this.problem = problem;
    this.asked = asked;
    this.rows = problem.rows();
    this.n = rows.count();
    this.rank =
        problem.target().byVariance()
            ? Math.min(FIRST_VARIANCE_RANK, problem.usedRows())
            : problem.target().rank();
    this.room = new Room(problem, rank);
    this.sized = new SizedPlans(problem, rank, asked.anySolver(), room, notes);
  }

  /**
   * The plan of the fit.
   *
   * @throws MemoryExceededException if no route fits; the message says what would
   */
  public FitPlan plan() {
    FitPlan plan = chosen();
    return room.threadsMatter()
        ? ThreadNote.on(problem, plan, alone -> new ExactPlanner(alone, asked).chosen())
        : plan;
  }

  /**
   * A possible route.
   *
   * @param plan the route and its costs; created when the route is considered, with the notes that
   *     exist by then
   * @param tooLarge the note to add if the plan does not fit and the next one is considered; may
   *     return null
   */
  private record Candidate(Supplier<FitPlan> plan, Function<FitPlan, String> tooLarge) {

    /** A route that adds no note if it does not fit. */
    static Candidate of(Supplier<FitPlan> plan) {
      return new Candidate(plan, large -> null);
    }
  }

  /** The first candidate that fits the memory. */
  private FitPlan chosen() {
    problem.requireRows("rank", rank);
    FitPlan plan = null;
    for (Candidate candidate : candidates()) {
      plan = candidate.plan().get();
      if (room.fits(plan)) {
        return plan;
      }
      String note = candidate.tooLarge().apply(plan);
      if (note != null) {
        notes.add(note);
      }
    }
    throw tooLarge(plan);
  }

  /** The candidates in order of preference, at least one. A refusal describes the last one. */
  private List<Candidate> candidates() {
    FeatureMap features = features(problem);
    if (features != null
        && asked.anySolver()
        && asked.anyOperator()
        && (features.terms() <= CHEAP_TERMS || wins(features))) {
      return List.of(Candidate.of(() -> inFeatureSpace(new ExactRoute.OwnFeatures(features))));
    }
    SolverKind solver = asked.solver().orElseGet(this::suitingSolver);
    if (!problem.kernel().hasPoints()) {
      if (asked.expansion()) {
        throw new IllegalArgumentException(
            "the operator expansion needs points; a given Gram matrix has none");
      }
      return List.of(Candidate.of(() -> sized.tiles(OperatorKind.PRECOMPUTED, solver)));
    }
    if (asked.expansion() || asked.anyOperator() && solver != SolverKind.DENSE) {
      Supplier<FitPlan> sums = bySums(solver);
      if (sums != null) {
        return List.of(Candidate.of(sums));
      }
    }
    return byTiles(solver);
  }

  /** Routes by tiles of kernel values, first the dense one if that is the solver. */
  private List<Candidate> byTiles(SolverKind solver) {
    List<Candidate> found = new ArrayList<>();
    SolverKind iterative = solver;
    if (solver == SolverKind.DENSE) {
      found.add(dense());
      if (!asked.anySolver()) {
        return found;
      }
      iterative = SolverKind.BLOCK_KRYLOV;
    }
    SolverKind by = iterative;
    if (!asked.anyOperator() && !asked.expansion()) {
      found.add(Candidate.of(() -> sized.tiles(asked.operator().orElseThrow(), by)));
      return found;
    }
    found.add(stored(by));
    if (!problem.single()
        && (by == SolverKind.BLOCK_KRYLOV || asked.anySolver())
        && problem.kernel().positiveSemidefinite()) {
      found.add(Candidate.of(() -> sized.tiles(OperatorKind.REFINED, SolverKind.BLOCK_KRYLOV)));
    }
    found.add(Candidate.of(() -> sized.tiles(OperatorKind.TILED, by)));
    return found;
  }

  private Candidate dense() {
    boolean tiled = asked.operator().filter(kind -> kind == OperatorKind.TILED).isPresent();
    OperatorKind operator = tiled ? OperatorKind.TILED : OperatorKind.STORED;
    return new Candidate(
        () -> sized.tiles(operator, SolverKind.DENSE),
        large -> "a dense solve takes " + Bytes.text(large.peakBytes()) + ", more than is allowed");
  }

  private Candidate stored(SolverKind solver) {
    return new Candidate(
        () -> sized.tiles(OperatorKind.STORED, solver),
        large ->
            "the lower triangle takes "
                + Bytes.text(large.peakBytes())
                + " in all, more than the "
                + Bytes.text(problem.memory())
                + " allowed");
  }

  private SolverKind suitingSolver() {
    if (!problem.kernel().positiveSemidefinite()) {
      return n <= DENSE_INDEFINITE ? SolverKind.DENSE : SolverKind.suiting(n, rank);
    }
    SolverKind suiting = SolverKind.suiting(n, rank);
    return suiting == SolverKind.BLOCK_KRYLOV ? SolverKind.DAVIDSON : suiting;
  }

  /**
   * The features of a kernel that has fewer of them than there are rows; null for other kernels.
   */
  public static FeatureMap features(Problem problem) {
    int most = Math.min(problem.rows().count() - 1, FeatureSpace.MOST_TERMS);
    return ExactFeatures.of(problem.kernel(), problem.rows().columns(), most);
  }

  /** Whether the dense problem of these features costs less than the Gram matrix and its solve. */
  private boolean wins(FeatureMap features) {
    double terms = features.terms();
    double dense = n * terms * terms + 9 * terms * terms * terms;
    double gram =
        (double) n * n * (rows.columns() + FLOPS_OF_A_VALUE + 2.0 * ExactCosts.TYPICAL_PASSES);
    return dense < gram;
  }

  /** The plan of an M x M problem in feature space. */
  private FitPlan inFeatureSpace(ExactRoute.InFeatureSpace route) {
    String found =
        "the kernel has "
            + route.map().terms()
            + " features, fewer than there are rows: it is solved in feature space";
    return new ExactCosts(problem, rank)
        .plan(route, Stream.concat(notes.stream(), Stream.of(found)).toList());
  }

  /** The plan of a fit by fast sums; null if kernel values are to be used. */
  private Supplier<FitPlan> bySums(SolverKind solver) {
    if (solver == SolverKind.DENSE && !asked.anySolver()) {
      if (asked.schemeNamed()) {
        throw new IllegalArgumentException(
            "the solver dense needs the matrix itself; leave it out with the operator expansion");
      }
      notes.add("no expansion but exact tiles: a dense solver needs the matrix itself");
      return null;
    }
    SolverKind iterative = asked.anySolver() ? SolverKind.BLOCK_KRYLOV : solver;
    int columns = Math.max(1, sized.block(OperatorKind.EXPANSION, iterative));
    int products = ExactCosts.products(iterative);
    boolean storedFits = room.fits(sized.tiles(OperatorKind.STORED, solver));
    ExpansionPlanner planner = new ExpansionPlanner(problem, asked, notes);
    SumForecast sum = planner.choose(columns, products, storedFits);
    if (planner.shortOfMemory()) {
      room.leftAlone();
    }
    if (sum == null) {
      return null;
    }
    if (asked.anySolver() && planner.inFeatureSpace(sum, products)) {
      return () -> inFeatureSpace(new ExactRoute.SumFeatures(sum));
    }
    return () -> sized.sums(sum, iterative);
  }

  private MemoryExceededException tooLarge(FitPlan plan) {
    return new MemoryExceededException(
        "an exact fit of "
            + n
            + " rows ("
            + plan.route().operatorName()
            + " matrix, "
            + plan.route().solverName()
            + " solver) needs "
            + Bytes.text(plan.peakBytes())
            + " but "
            + Bytes.text(problem.memory())
            + " of heap are allowed; "
            + advice(plan)
            + onOneThread(),
        plan.peakBytes());
  }

  /**
   * Says what one thread would need, if it is the buffers of several threads that do not fit;
   * otherwise empty.
   */
  private String onOneThread() {
    if (problem.workers().threads() == 1) {
      return "";
    }
    try {
      FitPlan alone = new ExactPlanner(problem.onOneThread(), asked).chosen();
      return "; on one thread it would need " + Bytes.text(alone.peakBytes()) + " and fit";
    } catch (MemoryExceededException e) {
      return "";
    }
  }

  /** Advice on the largest fit that would fit the memory. */
  private String advice(FitPlan plan) {
    OperatorKind operator = ExactRoute.of(plan).operator();
    if (operator != OperatorKind.TILED && operator != OperatorKind.PRECOMPUTED) {
      FitPlan tiled = sized.tiles(OperatorKind.TILED, SolverKind.BLOCK_KRYLOV);
      if (room.fits(tiled)) {
        return "the operator tiled with an iterative solver needs "
            + Bytes.text(tiled.peakBytes())
            + " and would fit";
      }
    }
    long rowBytes = Math.max(1, plan.peakBytes() / n);
    boolean quadratic = operator != OperatorKind.TILED;
    long most =
        quadratic
            ? (long) (n * Math.sqrt((double) problem.memory() / plan.peakBytes()))
            : problem.memory() / rowBytes;
    return "about "
        + Math.max(0, Math.min(n - 1, most))
        + " rows would fit; take fewer rows or allow more memory";
  }

  /** The residual that a solver must reach, relative to the largest eigenvalue. */
  static double tolerance(boolean single) {
    return single ? SINGLE_TOLERANCE : EigenRequest.DEFAULT_TOLERANCE;
  }
}
