package dev.mercer.internal.eigen;

/** Subspace iteration without acceleration. */
class OrthogonalIterationTest implements EigenSolverContract {

  @Override
  public EigenSolver solver() {
    return new SubspaceSolver(1);
  }
}
