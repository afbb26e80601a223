package dev.mercer.internal.exact;

import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.internal.eigen.EigenResult;
import dev.mercer.internal.gram.CenteredOperator;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The components that follow from leading eigenpairs of the (weighted, centered) Gram matrix.
 *
 * <ol>
 *   <li>components below n eps max(lambda_1(K), lambda_1(K~)) are dropped (theory.md, "Which
 *       components are returned")
 *   <li>the sum of squares of a component's scores is lambda (1 + (residual / lambda)^2), so a
 *       component whose residual is above {@value #UNRESOLVED} of its eigenvalue is dropped, and
 *       one above {@value LeadingPairs#RESOLVED} is mentioned in a note
 *   <li>coefficients A = W^1/2 v_i / sqrt(lambda_i), summing to zero if features are centered
 *       ({@link Components#sumToZero}); offset b = A' K w / N, center beta = w / N
 * </ol>
 */
public final class ExactComponents {

  static final String NO_CERTIFICATE =
      "exact: nothing was approximated; each eigenvalue is within its solver residual of one of the"
          + " Gram matrix";

  private static final String NO_CERTIFICATE_IN_FLOAT =
      "exact, but kernel values were computed in single precision, about 1e-7 of the largest, and"
          + " no bound on their error is known; fit in double for one";

  /** The residual, relative to the eigenvalue, from which on a component is not returned. */
  private static final double UNRESOLVED = 0.1;

  private ExactComponents() {}

  /** The components of leading pairs. */
  public static Solution of(
      Problem problem,
      ExactRoute.ByProducts route,
      CenteredOperator centered,
      LeadingPairs leading) {
    EigenResult found = leading.pairs();
    double total = centered.trace();
    double cutOff = leading.cutOff(problem, centered);
    int kept = Components.kept(found.values(), cutOff);
    if (kept == 0) {
      throw noVariance(problem, route, found.values()[0], cutOff);
    }
    int above = kept;
    kept = leading.resolved(above, UNRESOLVED);
    if (kept == 0) {
      throw unresolved(found.residuals()[0], found.values()[0]);
    }
    int asked = problem.target().byVariance() ? kept : problem.target().rank();
    String reason = kept < asked ? reason(found, kept, above, cutOff) : null;
    if (problem.target().byVariance()) {
      kept = Components.reaching(problem.target().variance(), found.values(), kept, total);
      asked = kept;
    }
    int n = centered.size();
    double[] eigenvalues = Arrays.copyOf(found.values(), kept);
    double[] coefficients = Components.firstColumns(found.vectors(), kept);
    double sum = problem.weightSum();
    for (int i = 0; i < n; i++) {
      double weight = problem.weights() == null ? 1 : Math.sqrt(problem.weights()[i]);
      for (int c = 0; c < kept; c++) {
        coefficients[i * kept + c] *= weight / Math.sqrt(eigenvalues[c]);
      }
    }
    if (problem.center()) {
      Components.sumToZero(n, kept, coefficients, problem.weights());
    }
    Components.fixSigns(n, kept, coefficients);
    double[] meanProduct = centered.meanProduct();
    double[] offset = offset(problem, kept, coefficients, meanProduct);
    double meanSquaredNorm =
        meanProduct == null
            ? 0
            : problem.workers().blas().dot(n, centered.unit(), 0, meanProduct, 0) / sum;
    return new Solution(
        new Solution.Axes(
            eigenvalues,
            Matrix.wrap(n, kept, coefficients),
            offset,
            problem.center()
                ? new Solution.Center(problem.meanWeights(), meanSquaredNorm)
                : Solution.Center.ORIGIN,
            Solution.Support.trainingRows()),
        new Solution.Quality(
            new Solution.RankAsked(asked, reason),
            total,
            Math.max(0, total - explained(eigenvalues)) / sum,
            Solution.Assurance.none(problem.single() ? NO_CERTIFICATE_IN_FLOAT : NO_CERTIFICATE),
            negative(problem, found)),
        new Solution.Provenance(
            operatorUse(problem, route),
            new Solution.SolverUse(
                leading.solver().text(),
                found.iterations(),
                found.products(),
                Arrays.copyOf(found.residuals(), kept)),
            null,
            notes(problem, leading, kept)));
  }

  /** sqrt(a b), where a b itself may leave the range of double. */
  private static double rootOfProduct(double a, double b) {
    double product = a * b;
    return product >= Double.MIN_NORMAL && product <= Double.MAX_VALUE
        ? Math.sqrt(product)
        : Math.sqrt(a) * Math.sqrt(b);
  }

  /**
   * b = A' K w / N, from W^1/2 K W^1/2 s with s = sqrt(w / N); zero if features are not centered.
   */
  private static double[] offset(
      Problem problem, int kept, double[] coefficients, double[] meanProduct) {
    double[] offset = new double[kept];
    if (meanProduct == null) {
      return offset;
    }
    double sum = problem.weightSum();
    for (int i = 0; i < meanProduct.length; i++) {
      double weight = problem.weights() == null ? 1 : problem.weights()[i];
      double toMean = weight == 0 ? 0 : meanProduct[i] / rootOfProduct(sum, weight);
      for (int c = 0; c < kept; c++) {
        offset[c] += coefficients[i * kept + c] * toMean;
      }
    }
    return offset;
  }

  private static String reason(EigenResult found, int kept, int above, double cutOff) {
    return kept == above
        ? "only " + kept + " eigenvalues are above the rounding level " + cutOff
        : "only "
            + kept
            + " components are known well enough: the residual of the next is "
            + found.residuals()[kept]
            + ", its eigenvalue "
            + found.values()[kept];
  }

  private static NumericalException unresolved(double residual, double eigenvalue) {
    return new NumericalException(
        "no component is known well enough: the residual of the first is "
            + residual
            + ", its eigenvalue "
            + eigenvalue
            + "; move the data to their mean, take another kernel width, or fit in double"
            + " precision");
  }

  private static NumericalException noVariance(
      Problem problem, ExactRoute route, double largest, double level) {
    return new NumericalException(
        "the data have no variance in feature space: the largest eigenvalue is "
            + largest
            + ", below the rounding level "
            + level
            + (problem.rows().count() == 1 ? " (there is one row)" : "")
            + "; check the rows and the scaling, take a narrower kernel"
            + smallerError(route));
  }

  private static Solution.OperatorUse operatorUse(Problem problem, ExactRoute route) {
    return new Solution.OperatorUse(
        route.operatorName(), problem.single() ? "float" : "double", problem.single() ? null : 0.0);
  }

  private static Solution.NegativeEigenvalues negative(Problem problem, EigenResult found) {
    return problem.kernel().positiveSemidefinite()
        ? null
        : new Solution.NegativeEigenvalues(
            found.negativeSeen(), found.negativeExact(), found.smallest());
  }

  private static List<String> notes(Problem problem, LeadingPairs leading, int kept) {
    EigenResult found = leading.pairs();
    List<String> notes = new ArrayList<>();
    int resolved = leading.resolved(kept, LeadingPairs.RESOLVED);
    if (resolved < kept) {
      notes.add(
          "components from "
              + (resolved + 1)
              + " on are so small that rounding shows: the residual of component "
              + (resolved + 1)
              + " is "
              + found.residuals()[resolved] / found.values()[resolved]
              + " of its eigenvalue");
    }
    double magnitude = Math.max(Math.abs(found.values()[0]), Math.abs(found.smallest()));
    double worst = Arrays.stream(found.residuals()).max().orElse(0) / magnitude;
    if (worst > ExactPlanner.tolerance(problem.single())) {
      notes.add(
          "residuals reach "
              + worst
              + " of the largest eigenvalue: the mean is so far from the origin of feature space"
              + " that rounding allows no less; move the data to their mean, or take another"
              + " kernel");
    }
    if (!problem.kernel().positiveSemidefinite()) {
      notes.add(
          "the kernel is not known to be positive semidefinite: "
              + (found.negativeExact() ? "" : "at least ")
              + found.negativeSeen()
              + " eigenvalues are negative, the smallest seen is "
              + found.smallest());
    }
    return notes;
  }

  /** The sum of the positive eigenvalues. */
  static double explained(double[] eigenvalues) {
    double sum = 0;
    for (double value : eigenvalues) {
      sum += Math.max(0, value);
    }
    return sum;
  }

  /**
   * A note if fast products may be too coarse for the smallest components.
   *
   * @param error by which an eigenvalue can be off: N times the error of a kernel value
   */
  public static List<String> belowProducts(double[] eigenvalues, double error) {
    for (int c = 0; c < eigenvalues.length; c++) {
      if (error > LeadingPairs.RESOLVED * eigenvalues[c]) {
        return List.of(
            "components from "
                + (c + 1)
                + " on may be errors of the fast products, which can move an eigenvalue by "
                + error
                + "; ask for a smaller operator error, or for the operator stored");
      }
    }
    return List.of();
  }

  /** Further advice for the case that no component is left and the products were not exact. */
  static String smallerError(ExactRoute route) {
    return route.bySums() ? ", or ask for the operator stored or a smaller operator error" : "";
  }
}
