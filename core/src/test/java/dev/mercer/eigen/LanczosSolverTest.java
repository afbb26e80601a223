package dev.mercer.eigen;

class LanczosSolverTest implements EigenSolverContract {

  @Override
  public EigenSolver solver() {
    return new LanczosSolver();
  }
}
