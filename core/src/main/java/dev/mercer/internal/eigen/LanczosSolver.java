package dev.mercer.internal.eigen;

import dev.mercer.internal.linalg.SymmetricOperator;

/**
 * The largest eigenvalues by Lanczos iteration (FK sec. 7, eq. 23), one vector at a time, with full
 * reorthogonalization and thick restarts [Wu and Simon 2000].
 *
 * <ol>
 *   <li>v = a random unit vector
 *   <li>w = A v; append v to V; w = w - V V'w, twice; T = V'AV (tridiagonal up to rounding)
 *   <li>Ritz pairs of T; when the wanted ones meet the tolerance, confirm that no copy of a
 *       repeated eigenvalue is missing, and stop
 *   <li>v = w / |w|, or a random vector orthogonal to V when w vanishes; when V is full, keep its
 *       leading Ritz vectors and v
 * </ol>
 *
 * This is {@link BlockKrylovSolver} with a block of one vector. It needs the fewest products of all
 * solvers, but the most passes, so it pays if a product costs the same for every vector, as with
 * fast sums. One vector finds one copy of a repeated eigenvalue. Each further copy needs a separate
 * search, and a last search confirms that there is none, which together take tens of further
 * products. Memory: n (2 basis + 3 + rank) doubles, where the basis is {@link #defaultBasis}.
 */
public final class LanczosSolver implements EigenSolver {

  private static final int PASS_LIMIT = 100_000;

  private final int basis;

  /** A solver that chooses the basis from the rank. */
  public LanczosSolver() {
    this(0);
  }

  private LanczosSolver(int basis) {
    this.basis = basis;
  }

  /** A solver that keeps at most {@code basis} vectors; a smaller number is raised to rank + 24. */
  public static LanczosSolver withBasis(int basis) {
    if (basis < 1) {
      throw new IllegalArgumentException("basis = " + basis + "; at least 1 is needed");
    }
    return new LanczosSolver(basis);
  }

  /** max(64, 3 rank): restarts then cost about as much as the reorthogonalization. */
  public static int defaultBasis(int rank) {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(64, 3L * rank));
  }

  @Override
  public SolverKind kind() {
    return SolverKind.LANCZOS;
  }

  @Override
  public EigenResult solve(SymmetricOperator operator, int rank, EigenRequest request) {
    return block(rank).solve(operator, rank, request);
  }

  @Override
  public long bytes(int n, int rank) {
    return block(rank).bytes(n, rank);
  }

  private BlockKrylovSolver block(int rank) {
    int vectors = basis > 0 ? basis : defaultBasis(rank);
    return new BlockKrylovSolver(kind(), 1, vectors, PASS_LIMIT);
  }
}
