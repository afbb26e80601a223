package dev.mercer.internal.eigen;

/** A block narrower than most ranks of the contract, and a basis that must restart. */
class NarrowBlockKrylovSolverTest implements EigenSolverContract {

  @Override
  public EigenSolver solver() {
    return BlockKrylovSolver.withBlock(3).withBasis(30);
  }
}
