package dev.mercer.internal.exact;

import dev.mercer.internal.eigen.RefinedSolver;
import dev.mercer.internal.eigen.SolverKind;
import dev.mercer.internal.fastsum.SumForecast;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Plans of an operator and a solver, with the sizes of the solver that suit the memory allowed.
 *
 * <p>An iteration requested as Davidson's starts from a sample of the rows ({@link SampleSize}),
 * and then takes about half as many passes as block Krylov, for up to {@value #SAMPLED_RANK}
 * components or as many as a block has vectors. Passes over a recomputed matrix cost the same for
 * one vector as for many, so blocks are larger there ({@link BlockSize}).
 */
final class SizedPlans {

  /** Number of vectors a block Krylov solver keeps if memory allows: enough to need no restart. */
  private static final int LARGEST_BASIS = 320;

  /** With fewer blocks than this beside the wanted vectors, most of the work would be restarts. */
  private static final int SMALLEST_BASIS_BLOCKS = 4;

  /**
   * Davidson's iteration is faster up to this many components, or up to as many as a block has
   * vectors: it corrects one pair per vector and pass, whereas in block Krylov every vector serves
   * all pairs. Measured on stored matrices: both are equally fast at rank 30, and at rank 60
   * Davidson's takes half as long again.
   */
  private static final int SAMPLED_RANK = 16;

  /** Blocks beside the wanted vectors for a Davidson iteration, which takes fewer passes. */
  private static final int SAMPLED_BASIS_BLOCKS = 12;

  /** Number of vectors that a subspace iteration multiplies beside the wanted ones. */
  private static final int SUBSPACE_GUARD = 8;

  private final Problem problem;
  private final int rank;
  private final boolean anySolver;
  private final Room room;
  private final List<String> notes;
  private final ExactCosts costs;

  /**
   * @param rank number of components to solve for
   * @param anySolver whether the solver was left open, so that another may be used
   * @param notes remarks so far, which every plan includes
   */
  SizedPlans(Problem problem, int rank, boolean anySolver, Room room, List<String> notes) {
    this.problem = problem;
    this.rank = rank;
    this.anySolver = anySolver;
    this.room = room;
    this.notes = notes;
    this.costs = new ExactCosts(problem, rank);
  }

  /**
   * The plan with the largest sample for a Davidson iteration that fits; otherwise with the largest
   * Krylov basis that fits, or with the smallest one if none does. A smaller basis restarts more
   * often, which costs a few more passes and saves memory.
   */
  FitPlan tiles(OperatorKind operator, SolverKind solver) {
    int block = block(operator, solver);
    if (!solver.inBlocks()) {
      return tiles(operator, Solving.of(solver, block));
    }
    boolean few = rank <= Math.max(SAMPLED_RANK, block);
    if (solver == SolverKind.DAVIDSON && (few || !anySolver)) {
      int roomy = Math.min(largestBasis(), rank + SAMPLED_BASIS_BLOCKS * block);
      for (int sample = sample(operator, block); sample >= SampleSize.smallest(rank); sample /= 2) {
        FitPlan plan = tiles(operator, new Solving(solver, block, roomy, sample));
        if (room.fits(plan)) {
          return plan;
        }
      }
    }
    SolverKind chosen = anySolver ? SolverKind.BLOCK_KRYLOV : solver;
    return withBasis(block, basis -> tiles(operator, new Solving(chosen, block, basis, 0)));
  }

  private FitPlan tiles(OperatorKind operator, Solving solving) {
    return costs.plan(new ExactRoute.Tiles(operator, solving, problem.single()), notes);
  }

  /** The plan of fast sums. */
  FitPlan sums(SumForecast sum, SolverKind solver) {
    int block = block(OperatorKind.EXPANSION, solver);
    return withBasis(
        block,
        basis -> costs.plan(new ExactRoute.Sums(sum, new Solving(solver, block, basis, 0)), notes));
  }

  /** The plan with the largest Krylov basis that fits, or with the smallest if none does. */
  private FitPlan withBasis(int block, IntFunction<FitPlan> planWith) {
    int smallest = rank + RefinedSolver.GUARD + SMALLEST_BASIS_BLOCKS * block;
    int basis = largestBasis();
    FitPlan plan = planWith.apply(basis);
    while (!room.fits(plan) && basis > smallest) {
      basis = Math.max(smallest, basis * 2 / 3);
      plan = planWith.apply(basis);
    }
    return plan;
  }

  /** Number of vectors a block solver keeps if memory allows. */
  private int largestBasis() {
    return Math.max(LARGEST_BASIS, 3 * rank);
  }

  /** Number of vectors multiplied at once. */
  int block(OperatorKind operator, SolverKind solver) {
    return switch (solver) {
      case DENSE -> 0;
      case LANCZOS, POWER -> 1;
      case SUBSPACE -> rank + SUBSPACE_GUARD;
      case BLOCK_KRYLOV, DAVIDSON ->
          BlockSize.of(
              problem.rows().count(),
              rank,
              problem.rows().columns(),
              operator == OperatorKind.TILED,
              problem.single() || operator == OperatorKind.REFINED);
    };
  }

  /** Number of points that a Davidson iteration should start from; 0 if a sample has no meaning. */
  private int sample(OperatorKind operator, int block) {
    if (!problem.kernel().positiveSemidefinite()) {
      return 0;
    }
    int columns = operator == OperatorKind.PRECOMPUTED ? 0 : problem.rows().columns();
    boolean recomputed = operator == OperatorKind.TILED;
    return SampleSize.of(problem.rows().count(), rank, columns, block, recomputed);
  }
}
