package dev.mercer.internal.exact;

import dev.mercer.internal.eigen.BlockKrylovSolver;
import dev.mercer.internal.eigen.DavidsonSolver;
import dev.mercer.internal.eigen.DenseSolver;
import dev.mercer.internal.eigen.EigenSolver;
import dev.mercer.internal.eigen.SolverKind;
import dev.mercer.internal.problem.Problem;

/**
 * Which eigen-solver, and its sizes.
 *
 * @param block vectors multiplied at once; 0 for a dense solver, which multiplies none
 * @param basis most vectors a solver in blocks keeps; 0 for others
 * @param sample rows whose columns a Davidson iteration begins with; 0 for other solvers
 */
record Solving(SolverKind kind, int block, int basis, int sample) {

  /** A solver that needs to be told nothing more. */
  static Solving of(SolverKind kind, int block) {
    return new Solving(kind, block, 0, 0);
  }

  boolean dense() {
    return kind == SolverKind.DENSE;
  }

  /** The solver; a Davidson iteration that begins with nothing. */
  EigenSolver solver(Problem problem) {
    return switch (kind) {
      case BLOCK_KRYLOV -> blockKrylov();
      case DAVIDSON -> new DavidsonSolver(null, 0, block, basis);
      case DENSE -> new DenseSolver(!problem.kernel().positiveSemidefinite());
      case LANCZOS, SUBSPACE, POWER -> kind.solver();
    };
  }

  /** The block Krylov iteration of these sizes. */
  BlockKrylovSolver blockKrylov() {
    return BlockKrylovSolver.withBlock(block).withBasis(basis);
  }

  /** All that decides over bits, in the words of plans. */
  String path() {
    return kind.text()
        + (block > 1 ? " with blocks of " + block : "")
        + (basis > 0 ? ", a basis of " + basis : "")
        + (sample > 0 ? ", a sample of " + sample : "");
  }
}
