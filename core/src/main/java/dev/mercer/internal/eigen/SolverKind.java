package dev.mercer.internal.eigen;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** All eigensolvers, with the names that options and reports use for them. */
public enum SolverKind {
  DENSE("dense", DenseSolver::new),
  LANCZOS("lanczos", LanczosSolver::new),
  BLOCK_KRYLOV("block-krylov", BlockKrylovSolver::new),
  DAVIDSON("davidson", DavidsonSolver::new),
  SUBSPACE("subspace", SubspaceSolver::new),
  POWER("power", PowerSolver::new);

  /** The name that leaves the choice of the solver open. */
  private static final String AUTO = "auto";

  // Measured on two cores, the times of both solvers were equal below n = 700 for rank 10 and above
  // n = 1,500 for rank 75.
  private static final int DENSE_ORDER = 500;
  private static final int DENSE_ORDER_A_PAIR = 10;

  private final String text;
  private final Supplier<EigenSolver> maker;

  SolverKind(String text, Supplier<EigenSolver> maker) {
    this.text = text;
    this.maker = maker;
  }

  /** The name in options and reports. */
  public String text() {
    return text;
  }

  /** A solver of this kind with its usual sizes. */
  public EigenSolver solver() {
    return maker.get();
  }

  /**
   * Whether this solver multiplies blocks of vectors and keeps a basis, so that the sizes of both
   * can be set.
   */
  public boolean inBlocks() {
    return this == BLOCK_KRYLOV || this == DAVIDSON;
  }

  /**
   * The solver with a given name.
   *
   * @return empty for {@code auto}, which leaves the choice open
   */
  public static Optional<SolverKind> wanted(String name) {
    if (name.equals(AUTO)) {
      return Optional.empty();
    }
    return Optional.of(
        Arrays.stream(values())
            .filter(kind -> kind.text.equals(name))
            .findFirst()
            .orElseThrow(() -> unknown(name)));
  }

  private static IllegalArgumentException unknown(String name) {
    String names = Arrays.stream(values()).map(SolverKind::text).collect(Collectors.joining(", "));
    return new IllegalArgumentException(
        "unknown solver '" + name + "'; allowed are " + AUTO + ", " + names);
  }

  /**
   * The solver for an operator of order n if the choice is left open: {@link #DENSE} for n up to
   * 500 + 10 rank, as long as n is at most {@value DenseSolver#MOST_ROWS}; otherwise {@link
   * #BLOCK_KRYLOV}. A small matrix is solved before an iteration would be set up, and a large share
   * of all pairs costs less if they are computed together.
   */
  public static SolverKind suiting(int n, int rank) {
    boolean dense = n <= DENSE_ORDER + (long) DENSE_ORDER_A_PAIR * rank;
    return dense && n <= DenseSolver.MOST_ROWS ? DENSE : BLOCK_KRYLOV;
  }
}
