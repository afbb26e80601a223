package dev.mercer.internal.eigen;

import dev.mercer.internal.linalg.SymmetricOperator;

/**
 * Finds the algebraically largest eigenvalues of a symmetric operator and their eigenvectors.
 *
 * <p>Contract, which one suite checks for every implementation: eigenvalues descend; vectors are
 * orthonormal to about 1e-12; every residual |A v - theta v| is at most {@code tolerance} times the
 * largest eigenvalue magnitude met, or {@link dev.mercer.NumericalException} says how far it got;
 * repeated eigenvalues are found with their multiplicity; the zero operator is answered with zeros.
 * The same seed gives the same bits.
 */
public interface EigenSolver {

  /** Which solver this is. */
  SolverKind kind();

  /**
   * @param operator the operator, of order n
   * @param rank wanted number of eigenpairs, 1 to n
   * @param request tolerance, seed, limits and who is told of progress
   */
  EigenResult solve(SymmetricOperator operator, int rank, EigenRequest request);

  /** Bytes of working memory for an operator of order n, operator not counted; an upper bound. */
  long bytes(int n, int rank);
}
