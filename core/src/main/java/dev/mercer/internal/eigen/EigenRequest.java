package dev.mercer.internal.eigen;

import dev.mercer.internal.backend.Workers;
import java.util.Objects;

/**
 * How an eigenproblem is to be solved.
 *
 * @param tolerance largest residual allowed, relative to the largest eigenvalue; default 1e-10
 * @param seed seed of the random start
 * @param workers threads for the solver's own work
 * @param monitor called after every step; never null
 */
public record EigenRequest(double tolerance, long seed, Workers workers, Monitor monitor) {

  public static final double DEFAULT_TOLERANCE = 1e-10;

  public EigenRequest {
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new IllegalArgumentException(
          "tolerance = " + tolerance + "; allowed is a number between 0 and 1, ends excluded");
    }
    Objects.requireNonNull(workers, "workers");
    Objects.requireNonNull(monitor, "monitor");
  }

  /** Receives reports on the progress of a solver. */
  public interface Monitor {
    /**
     * @param products vectors multiplied so far
     * @param converged eigenpairs that meet the tolerance
     * @param worstResidual largest residual among the wanted pairs, relative to the largest
     *     eigenvalue
     */
    void step(long products, int converged, double worstResidual);
  }

  static void requireRank(int rank, int n) {
    if (rank < 1 || rank > n) {
      throw new IllegalArgumentException(
          "rank = " + rank + " of an operator of order " + n + "; allowed is 1 to " + n);
    }
  }

  public static EigenRequest of(long seed, Workers workers) {
    return new EigenRequest(DEFAULT_TOLERANCE, seed, workers, (p, c, r) -> {});
  }
}
