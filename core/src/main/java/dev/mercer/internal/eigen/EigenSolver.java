package dev.mercer.internal.eigen;

import dev.mercer.internal.linalg.SymmetricOperator;

/**
 * Finds the algebraically largest eigenvalues of a symmetric operator and their eigenvectors.
 *
 * <p>All implementations must satisfy the following, which one test suite checks: eigenvalues are
 * in descending order; vectors are orthonormal to about 1e-12; every residual |A v - theta v| is at
 * most {@code tolerance} times the largest eigenvalue magnitude seen, or a {@link
 * dev.mercer.NumericalException} says how small it became; repeated eigenvalues are found with
 * their multiplicity; the zero operator gives zeros. The same seed gives the same bits.
 */
public interface EigenSolver {

  /** The kind of this solver. */
  SolverKind kind();

  /**
   * @param operator the operator, of order n
   * @param rank wanted number of eigenpairs, 1 to n
   * @param request tolerance, seed, threads and monitor
   */
  EigenResult solve(SymmetricOperator operator, int rank, EigenRequest request);

  /**
   * An upper bound on the bytes of working memory for an operator of order n, not counting the
   * operator.
   */
  long bytes(int n, int rank);
}
