package dev.mercer.internal.eigen;

/** The eigen-solvers by name, and which one a problem should get. */
public final class EigenSolvers {

  // On two cores the times crossed below n = 700 for rank 10 and above n = 1,500 for rank 75.
  private static final int DENSE_ORDER = 500;
  private static final int DENSE_ORDER_A_PAIR = 10;

  private static final String NAMES =
      "auto, dense, lanczos, block-krylov, davidson, subspace, power";

  private EigenSolvers() {}

  /**
   * What {@code auto} takes: {@link DenseSolver} for n up to 500 + 10 rank, as long as n is at most
   * {@value DenseSolver#MOST_ROWS}; {@link BlockKrylovSolver} otherwise. Small matrices are solved
   * before an iteration is set up, and a large share of all pairs is found together at less cost.
   */
  public static EigenSolver choose(int n, int rank) {
    boolean dense = n <= DENSE_ORDER + (long) DENSE_ORDER_A_PAIR * rank;
    return dense && n <= DenseSolver.MOST_ROWS ? new DenseSolver() : new BlockKrylovSolver();
  }

  /** The solver of a name: auto, dense, lanczos, block-krylov, davidson, subspace or power. */
  public static EigenSolver named(String name) {
    return switch (name) {
      case "auto" -> new AutoSolver();
      case "dense" -> new DenseSolver();
      case "lanczos" -> new LanczosSolver();
      case "block-krylov" -> new BlockKrylovSolver();
      case "davidson" -> new DavidsonSolver();
      case "subspace" -> new SubspaceSolver();
      case "power" -> new PowerSolver();
      default ->
          throw new IllegalArgumentException("unknown solver '" + name + "'; allowed are " + NAMES);
    };
  }

  static void requireRank(int rank, int n) {
    if (rank < 1 || rank > n) {
      throw new IllegalArgumentException(
          "rank = " + rank + " of an operator of order " + n + "; allowed is 1 to " + n);
    }
  }
}
