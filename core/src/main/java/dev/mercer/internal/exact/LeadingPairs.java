package dev.mercer.internal.exact;

import dev.mercer.NumericalException;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.eigen.EigenRequest;
import dev.mercer.internal.eigen.EigenResult;
import dev.mercer.internal.eigen.EigenSolver;
import dev.mercer.internal.eigen.SolverKind;
import dev.mercer.internal.gram.CenteredOperator;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.Problem;

/**
 * The leading eigenpairs of the (weighted, centered) Gram matrix, as many as a problem asks for.
 *
 * <ol>
 *   <li>compute the pairs with the solver of the route; if a share of the variance is asked for,
 *       double their number until they explain it
 *   <li>solve again for small components, to a residual of {@value #RESOLVED} of their own
 *       eigenvalue if rounding allows it: a residual of 1e-10 of the largest eigenvalue may still
 *       be too large for them
 * </ol>
 *
 * @param solver the solver that found them
 */
public record LeadingPairs(EigenResult pairs, SolverKind solver) {

  /** The residual that small components are solved to, relative to their own eigenvalue. */
  static final double RESOLVED = 1e-3;

  /** Residuals below this many times sqrt(n) eps of the largest eigenvalue cannot be reached. */
  private static final double LEAST_RESIDUAL = 4;

  /**
   * Computes the leading pairs.
   *
   * @param held bytes of the rows and the operator
   */
  public static LeadingPairs of(
      Problem problem, GramPair gram, CenteredOperator centered, long held) {
    int largestRank = largestRank(problem);
    int rank =
        problem.target().byVariance()
            ? Math.min(ExactPlanner.FIRST_VARIANCE_RANK, largestRank)
            : problem.target().rank();
    LeadingPairs found = eigen(problem, gram, centered, held, rank);
    double total = centered.trace();
    while (problem.target().byVariance()
        && rank < largestRank
        && ExactComponents.explained(found.pairs().values()) < problem.target().variance() * total
        && found.pairs().values()[rank - 1] > found.cutOff(problem, centered)) {
      rank = Math.min(2 * rank, largestRank);
      found = eigen(problem, gram, centered, held, rank);
    }
    return resolved(problem, gram, centered, rank, found);
  }

  /** A centered matrix of order n has at most n - 1 nonzero eigenvalues. */
  private static int largestRank(Problem problem) {
    return Math.max(1, problem.rows().count() - (problem.center() ? 1 : 0));
  }

  private static LeadingPairs eigen(
      Problem problem, GramPair gram, CenteredOperator centered, long held, int rank) {
    new ExactCosts(problem, rank).requireRoom(gram.route(), held);
    EigenSolver solver = gram.solver(problem, centered, rank);
    double tolerance = ExactPlanner.tolerance(problem.single());
    return new LeadingPairs(
        solver.solve(centered, rank, request(problem, tolerance)), solver.kind());
  }

  /**
   * Solves again, with a tolerance that resolves the smallest component to be kept, if the first
   * tolerance did not. LAPACK's pairs cannot be improved.
   */
  private static LeadingPairs resolved(
      Problem problem, GramPair gram, CenteredOperator centered, int rank, LeadingPairs found) {
    EigenResult pairs = found.pairs();
    int kept = Components.kept(pairs.values(), found.cutOff(problem, centered));
    if (kept == 0 || found.resolved(kept, RESOLVED) == kept || found.solver() == SolverKind.DENSE) {
      return found;
    }
    double magnitude = Math.max(pairs.values()[0], Math.abs(pairs.smallest()));
    double least =
        LEAST_RESIDUAL * Math.sqrt(centered.size()) * Components.epsilon(problem.single());
    double tolerance = Math.max(RESOLVED * pairs.values()[kept - 1] / magnitude, least);
    if (tolerance >= ExactPlanner.tolerance(problem.single())) {
      return found;
    }
    try {
      EigenSolver solver = gram.solver(problem, centered, rank);
      return new LeadingPairs(
          solver.solve(centered, rank, request(problem, tolerance)), solver.kind());
    } catch (NumericalException e) {
      return found; // unresolved ones are dropped or noted
    }
  }

  /** How many of the leading pairs have a residual of at most this share of their eigenvalue. */
  int resolved(int kept, double share) {
    int count = 0;
    while (count < kept && pairs.residuals()[count] <= share * pairs.values()[count]) {
      count++;
    }
    return count;
  }

  private static EigenRequest request(Problem problem, double tolerance) {
    return new EigenRequest(tolerance, problem.seed(), problem.workers(), problem.monitor());
  }

  /** The eigenvalue below which a component is only rounding error. */
  double cutOff(Problem problem, CenteredOperator centered) {
    double largest = Math.max(0, pairs.values()[0]);
    return Components.cutOff(
        problem.cutOffRows(),
        Components.epsilon(problem.single()),
        largestUncentered(centered, pairs, largest, problem.workers().blas()),
        largest);
  }

  /**
   * A lower bound of the largest eigenvalue of the uncentered matrix A: its Ritz value on the span
   * of the mean direction s and the first component v. Since v is orthogonal to s, only A s is
   * needed.
   */
  private static double largestUncentered(
      CenteredOperator centered, EigenResult found, double largest, Blas blas) {
    if (centered.unit() == null) {
      return largest;
    }
    int n = centered.size();
    double[] first = found.vectors().column(0);
    double[] product = centered.meanProduct();
    double a = blas.dot(n, centered.unit(), 0, product, 0);
    double b = blas.dot(n, first, 0, product, 0);
    return (a + largest) / 2 + Math.hypot((a - largest) / 2, b);
  }
}
