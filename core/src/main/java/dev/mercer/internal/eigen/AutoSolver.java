package dev.mercer.internal.eigen;

import dev.mercer.internal.linalg.SymmetricOperator;

/** Hands each problem to the solver that {@link EigenSolvers#choose} names for its size. */
public final class AutoSolver implements EigenSolver {

  @Override
  public String name() {
    return "auto";
  }

  @Override
  public EigenResult solve(SymmetricOperator operator, int rank, EigenRequest request) {
    return EigenSolvers.choose(operator.size(), rank).solve(operator, rank, request);
  }

  @Override
  public long bytes(int n, int rank) {
    return EigenSolvers.choose(n, rank).bytes(n, rank);
  }
}
