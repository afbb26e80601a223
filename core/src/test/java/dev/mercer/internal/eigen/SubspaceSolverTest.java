package dev.mercer.internal.eigen;

class SubspaceSolverTest implements EigenSolverContract {

  @Override
  public EigenSolver solver() {
    return new SubspaceSolver();
  }
}
