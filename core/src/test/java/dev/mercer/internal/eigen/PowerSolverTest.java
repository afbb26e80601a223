package dev.mercer.internal.eigen;

class PowerSolverTest implements EigenSolverContract {

  @Override
  public EigenSolver solver() {
    return new PowerSolver(20_000);
  }

  @Override
  public boolean separatesCloseEigenvalues() {
    return false; // log(1e10) spread / gap steps a pair
  }
}
