package dev.mercer.internal.eigen;

class LanczosSolverTest implements EigenSolverContract {

  @Override
  public EigenSolver solver() {
    return new LanczosSolver();
  }
}
