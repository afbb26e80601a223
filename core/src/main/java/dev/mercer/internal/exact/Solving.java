package dev.mercer.internal.exact;

import dev.mercer.internal.eigen.BlockKrylovSolver;
import dev.mercer.internal.eigen.DavidsonSolver;
import dev.mercer.internal.eigen.DenseSolver;
import dev.mercer.internal.eigen.EigenSolver;
import dev.mercer.internal.eigen.SolverKind;
import dev.mercer.internal.problem.Problem;

/**
 * The eigen-solver and its sizes.
 *
 * @param block number of vectors multiplied at once; 0 for a dense solver, which multiplies none
 * @param basis largest number of vectors that a block solver keeps; 0 for others
 * @param sample number of points that a Davidson iteration starts from; 0 for other solvers
 */
record Solving(SolverKind kind, int block, int basis, int sample) {

  /** A solver without a basis or a sample. */
  static Solving of(SolverKind kind, int block) {
    return new Solving(kind, block, 0, 0);
  }

  boolean dense() {
    return kind == SolverKind.DENSE;
  }

  /** The solver; a Davidson iteration without a sample to start from. */
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

  /** Everything that determines the bits of the result, in the words used by plans. */
  String path() {
    return kind.text()
        + (block > 1 ? " with blocks of " + block : "")
        + (basis > 0 ? ", a basis of " + basis : "")
        + (sample > 0 ? ", a sample of " + sample : "");
  }
}
