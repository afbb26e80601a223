package dev.mercer.eigen;

/** The eigen-solvers by name, and which one a problem should get. */
public final class EigenSolvers {

  /** Up to this order a dense solve takes less time than setting up anything else. */
  public static final int DENSE_ORDER = 500;

  /** A rank above n over this is a large share of all pairs, which a dense solve finds together. */
  public static final int DENSE_SHARE = 10;

  private static final String NAMES = "auto, dense, lanczos, block-krylov, subspace, power";

  private EigenSolvers() {}

  /**
   * What {@code auto} takes: {@link DenseSolver} for n up to {@value #DENSE_ORDER} and for a rank
   * above n / {@value #DENSE_SHARE} as long as n is at most {@value DenseSolver#MOST_ROWS}; {@link
   * BlockKrylovSolver} otherwise.
   */
  public static EigenSolver choose(int n, int rank) {
    boolean small = n <= DENSE_ORDER;
    boolean largeShare = rank > n / DENSE_SHARE && n <= DenseSolver.MOST_ROWS;
    return small || largeShare ? new DenseSolver() : new BlockKrylovSolver();
  }

  /** The solver of a name: auto, dense, lanczos, block-krylov, subspace or power. */
  public static EigenSolver named(String name) {
    return switch (name) {
      case "auto" -> new AutoSolver();
      case "dense" -> new DenseSolver();
      case "lanczos" -> new LanczosSolver();
      case "block-krylov" -> new BlockKrylovSolver();
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
