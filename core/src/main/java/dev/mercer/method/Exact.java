package dev.mercer.method;

import dev.mercer.NumericalException;
import dev.mercer.Plan;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.certify.ProductBounds;
import dev.mercer.internal.eigen.EigenRequest;
import dev.mercer.internal.eigen.EigenResult;
import dev.mercer.internal.eigen.EigenSolver;
import dev.mercer.internal.exact.ExactPlanner;
import dev.mercer.internal.exact.ExpansionPlanner;
import dev.mercer.internal.exact.FeatureSpace;
import dev.mercer.internal.exact.GramPair;
import dev.mercer.internal.fastsum.ExpansionGram;
import dev.mercer.internal.fastsum.FastScores;
import dev.mercer.internal.fastsum.KernelSum;
import dev.mercer.internal.fastsum.SumCheck;
import dev.mercer.internal.gram.CenteredOperator;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Exact kernel PCA: the leading eigenpairs of the whole (weighted, centred) Gram matrix.
 *
 * <ol>
 *   <li>the Gram matrix as an operator: stored in tiles, recomputed tile by tile, or given
 *   <li>B = P W^1/2 K W^1/2 P with P the projection off sqrt(w), see {@link CenteredOperator}
 *   <li>its largest eigenpairs (lambda_i, v_i) by an {@link EigenSolver}
 *   <li>components below n eps max(lambda_1(K), lambda_1(K~)) are dropped (methods.md sec. 3)
 *   <li>small components are solved for again to a residual of {@value #RESOLVED} of their own
 *       eigenvalue, where rounding allows it: 1e-10 of the largest one says nothing of them. The
 *       scores of a component have lambda (1 + (residual / lambda)^2) as their sum of squares, so
 *       what is left above {@value #UNRESOLVED} is dropped, and what is between is said
 *   <li>coefficients A = W^1/2 v_i / sqrt(lambda_i), summing to zero where features are centered
 *       ({@link Components#sumToZero}); offset b = A' K w / N, center beta = w / N
 * </ol>
 *
 * A kernel with fewer features than rows, such as the linear one, is solved in feature space
 * instead ({@link FeatureSpace}). What is chosen, and why, is decided by {@link ExactPlanner}
 * before anything is allocated. Solver {@code auto} is dense up to 500 + 10 rank rows ({@link
 * dev.mercer.internal.eigen.EigenSolvers#choose}) and for kernels that may be indefinite up to
 * {@value ExactPlanner#DENSE_INDEFINITE} rows; else Davidson iteration from a sample of the rows,
 * where the kernel is positive semidefinite, components are few and a sample says something, and
 * block Krylov otherwise. Operator {@code auto} stores the lower triangle in double if that fits
 * the memory, else in float with exact passes that refine the result, else recomputes tiles in
 * every pass; where fast sums (package {@code fastsum}) win by far, it uses them ({@link
 * ExpansionPlanner}).
 *
 * <p>Cost: n^2/2 kernel values and 2 n^2 flops a vector and pass; recomputed, n^2/2 kernel values a
 * pass. Fails with {@link NumericalException} where the data have no variance.
 *
 * @param solver auto, dense, lanczos, block-krylov, davidson, subspace or power
 * @param operator auto, stored, tiled or expansion, with {@code scheme} and {@code error} for the
 *     last: {@code expansion(scheme=grid,error=1e-6)}
 */
public record Exact(String solver, String operator) implements Method {

  static final String NAME = "exact";

  public static final String NO_CERTIFICATE =
      "exact: nothing was approximated; each eigenvalue is within its solver residual of one of the"
          + " Gram matrix";

  private static final String NO_CERTIFICATE_IN_FLOAT =
      "exact, but kernel values were computed in single precision, about 1e-7 of the largest, and"
          + " no bound on their error is known; fit in double for one";

  /** The residual that small components are solved for, relative to their own eigenvalue. */
  private static final double RESOLVED = 1e-3;

  /** The residual, relative to the eigenvalue, from which on a component is not returned. */
  private static final double UNRESOLVED = 0.1;

  /** Residuals below so many sqrt(n) eps of the largest eigenvalue cannot be had. */
  private static final double LEAST_RESIDUAL = 4;

  public Exact {
    ExactPlanner.requireKnown(solver, operator);
  }

  public static Exact auto() {
    return new Exact("auto", "auto");
  }

  @Override
  public String spec() {
    return NAME;
  }

  @Override
  public Plan plan(Problem problem) {
    return new ExactPlanner(problem, solver, operator).plan();
  }

  @Override
  public Solution solve(Problem problem, Plan plan) {
    if (plan.operator().equals(ExactPlanner.FEATURE_SPACE)) {
      return new FeatureSpace(problem, plan, ExactPlanner.features(problem)).solve();
    }
    if (plan.sum() != null && plan.solver().equals("dense")) {
      return new FeatureSpace(problem, plan, plan.sum().map()).solve();
    }
    GramPair gram =
        problem
            .stages()
            .run(
                plan.stages().get(0).name(),
                plan.stages().get(0).bytes(),
                () -> build(problem, plan));
    CenteredOperator centered =
        new CenteredOperator(gram.exact(), problem.weights(), problem.center(), problem.workers());
    Solution solution =
        problem
            .stages()
            .run("solve", plan.peakBytes(), () -> components(problem, plan, gram, centered));
    return gram.exact() instanceof ExpansionGram expansion
        ? problem
            .stages()
            .run("check", plan.peakBytes(), () -> checked(problem, solution, expansion.sum()))
        : solution;
  }

  /**
   * The solution with what is known of its products: the bound of every kernel value, what it can
   * do to the result, and the error of a sample. Fails where the sample contradicts the bound.
   */
  private static Solution checked(Problem problem, Solution solution, KernelSum sum) {
    Matrix points = FastScores.copy(problem.rows());
    double sampled = SumCheck.largestError(sum, problem.kernel(), points, points, problem.seed());
    double[] eigenvalues = solution.axes().eigenvalues();
    double[] residuals = solution.provenance().solver().residuals();
    Solution.Assurance assurance =
        problem.kernel().positiveSemidefinite()
            ? Solution.Assurance.by(
                ProductBounds.of(eigenvalues, residuals, problem.weightSum(), sum.errorBound()))
            : solution.quality().assurance();
    List<String> notes = new ArrayList<>(solution.provenance().notes());
    notes.addAll(belowProducts(eigenvalues, problem.weightSum() * sum.errorBound()));
    return solution.with(expansionUse(sum, sampled), assurance).withNotes(notes);
  }

  /**
   * A remark where fast products may be too coarse for the smallest components.
   *
   * @param error by which an eigenvalue can be off: N times the error of a kernel value
   */
  public static List<String> belowProducts(double[] eigenvalues, double error) {
    for (int c = 0; c < eigenvalues.length; c++) {
      if (error > RESOLVED * eigenvalues[c]) {
        return List.of(
            "components from "
                + (c + 1)
                + " on may be errors of the fast products, which can move an eigenvalue by "
                + error
                + "; ask for a smaller --operator-error, or for --operator stored");
      }
    }
    return List.of();
  }

  private static Solution.OperatorUse expansionUse(KernelSum sum, double sampled) {
    return new Solution.OperatorUse(
        ExactPlanner.EXPANSION,
        "double",
        sum.errorBound(),
        sum.scheme(),
        sum.terms(),
        sum.clusters(),
        SumCheck.require(sum.scheme(), sampled, sum.errorBound()));
  }

  private static GramPair build(Problem problem, Plan plan) {
    if (plan.sum() == null) {
      problem.stages().expect(new TileGrid(problem.rows().count()).tiles(), false);
    }
    GramPair gram = GramPair.of(problem, plan);
    problem.stages().evaluated(gram.evaluations());
    return gram;
  }

  private static Solution components(
      Problem problem, Plan plan, GramPair gram, CenteredOperator centered) {
    long before = gram.evaluations();
    if (plan.operator().equals(ExactPlanner.TILED)) {
      problem.stages().expect(new TileGrid(centered.size()).tiles(), true);
    }
    int largestRank = largestRank(problem);
    int rank =
        problem.target().byVariance()
            ? Math.min(ExactPlanner.FIRST_VARIANCE_RANK, largestRank)
            : problem.target().rank();
    Found found = eigen(problem, plan, gram, centered, rank);
    double total = centered.trace();
    while (problem.target().byVariance()
        && rank < largestRank
        && explained(found.pairs().values()) < problem.target().variance() * total
        && found.pairs().values()[rank - 1] > cutOff(problem, centered, found.pairs())) {
      rank = Math.min(2 * rank, largestRank);
      found = eigen(problem, plan, gram, centered, rank);
    }
    found = resolved(problem, plan, gram, centered, rank, found);
    Solution solution = assemble(problem, plan, centered, found.pairs(), found.solver(), total);
    problem.stages().evaluated(gram.evaluations() - before);
    return solution;
  }

  /** Eigenpairs and the solver that found them. */
  private record Found(EigenResult pairs, String solver) {}

  private static Found eigen(
      Problem problem, Plan plan, GramPair gram, CenteredOperator centered, int rank) {
    ExactPlanner.requireRoom(problem, plan, rank);
    EigenSolver solver = gram.solver(problem, plan, centered, rank);
    double tolerance = ExactPlanner.tolerance(problem.single());
    return new Found(solver.solve(centered, rank, request(problem, tolerance)), solver.name());
  }

  /**
   * The pairs again with a tolerance that resolves the smallest component to be kept, where the
   * first one does not. LAPACK's are as good as they get.
   */
  private static Found resolved(
      Problem problem, Plan plan, GramPair gram, CenteredOperator centered, int rank, Found found) {
    EigenResult pairs = found.pairs();
    int kept = Components.kept(pairs.values(), cutOff(problem, centered, pairs));
    if (kept == 0
        || resolvedCount(pairs, kept, RESOLVED) == kept
        || found.solver().equals("dense")) {
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
      EigenSolver solver = gram.solver(problem, plan, centered, rank);
      return new Found(solver.solve(centered, rank, request(problem, tolerance)), solver.name());
    } catch (NumericalException e) {
      return found; // what rounding does not resolve is dropped or said
    }
  }

  /** How many leading pairs have a residual of at most this share of their eigenvalue. */
  private static int resolvedCount(EigenResult pairs, int kept, double share) {
    int count = 0;
    while (count < kept && pairs.residuals()[count] <= share * pairs.values()[count]) {
      count++;
    }
    return count;
  }

  private static EigenRequest request(Problem problem, double tolerance) {
    return new EigenRequest(tolerance, problem.seed(), problem.workers(), problem.monitor());
  }

  private static NumericalException noVariance(
      Problem problem, Plan plan, double largest, double level) {
    return new NumericalException(
        "the data have no variance in feature space: the largest eigenvalue is "
            + largest
            + ", below the rounding level "
            + level
            + (problem.rows().count() == 1 ? " (there is one row)" : "")
            + "; check the rows and the scaling, take a narrower kernel"
            + smallerError(plan));
  }

  /** What else may help where nothing is left of products that are not exact. */
  public static String smallerError(Plan plan) {
    return plan.sum() == null ? "" : ", or ask for --operator stored or a smaller --operator-error";
  }

  /** A centred matrix of order n has at most n - 1 eigenvalues that are not zero. */
  private static int largestRank(Problem problem) {
    return Math.max(1, problem.rows().count() - (problem.center() ? 1 : 0));
  }

  private static double explained(double[] eigenvalues) {
    double sum = 0;
    for (double value : eigenvalues) {
      sum += Math.max(0, value);
    }
    return sum;
  }

  private static double cutOff(Problem problem, CenteredOperator centered, EigenResult found) {
    double largest = Math.max(0, found.values()[0]);
    return Components.cutOff(
        problem.cutOffRows(),
        Components.epsilon(problem.single()),
        largestUncentered(centered, found, largest),
        largest);
  }

  /**
   * The largest eigenvalue of the uncentred matrix A, from below: its Ritz value on the mean
   * direction s and the first component v. Since v is orthogonal to s, only A s is needed.
   */
  private static double largestUncentered(
      CenteredOperator centered, EigenResult found, double largest) {
    if (centered.unit() == null) {
      return largest;
    }
    int n = centered.size();
    double[] first = found.vectors().column(0);
    double[] product = centered.meanProduct();
    double a = Backend.instance().blas().dot(n, centered.unit(), 0, product, 0);
    double b = Backend.instance().blas().dot(n, first, 0, product, 0);
    return (a + largest) / 2 + Math.hypot((a - largest) / 2, b);
  }

  private static Solution assemble(
      Problem problem,
      Plan plan,
      CenteredOperator centered,
      EigenResult found,
      String solver,
      double total) {
    double cutOff = cutOff(problem, centered, found);
    int kept = Components.kept(found.values(), cutOff);
    if (kept == 0) {
      throw noVariance(problem, plan, found.values()[0], cutOff);
    }
    int above = kept;
    kept = resolvedCount(found, above, UNRESOLVED);
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
            : Backend.instance().blas().dot(n, centered.unit(), 0, meanProduct, 0) / sum;
    return new Solution(
        new Solution.Axes(
            eigenvalues,
            Matrix.wrap(n, kept, coefficients),
            offset,
            problem.center()
                ? new Solution.Center(mean(problem, n, sum), meanSquaredNorm)
                : Solution.Center.ORIGIN,
            Solution.Support.trainingRows()),
        new Solution.Quality(
            new Solution.RankAsked(asked, reason),
            total,
            Math.max(0, total - explained(eigenvalues)) / sum,
            Solution.Assurance.none(problem.single() ? NO_CERTIFICATE_IN_FLOAT : NO_CERTIFICATE),
            negative(problem, found)),
        new Solution.Provenance(
            ExactPlanner.operatorUse(problem, plan),
            new Solution.SolverUse(
                solver,
                found.iterations(),
                found.products(),
                Arrays.copyOf(found.residuals(), kept)),
            null,
            notes(problem, found, kept)));
  }

  /** b = A' K w / N, from W^1/2 K W^1/2 s with s = sqrt(w / N); zero where nothing is centered. */
  private static double[] offset(
      Problem problem, int kept, double[] coefficients, double[] meanProduct) {
    double[] offset = new double[kept];
    if (meanProduct == null) {
      return offset;
    }
    double sum = problem.weightSum();
    for (int i = 0; i < meanProduct.length; i++) {
      double weight = problem.weights() == null ? 1 : problem.weights()[i];
      double toMean = weight == 0 ? 0 : meanProduct[i] / Math.sqrt(sum * weight);
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

  public static double[] mean(Problem problem, int n, double sum) {
    double[] mean = new double[n];
    for (int i = 0; i < n; i++) {
      mean[i] = (problem.weights() == null ? 1 : problem.weights()[i]) / sum;
    }
    return mean;
  }

  private static Solution.NegativeEigenvalues negative(Problem problem, EigenResult found) {
    return problem.kernel().positiveSemidefinite()
        ? null
        : new Solution.NegativeEigenvalues(
            found.negativeSeen(), found.negativeExact(), found.smallest());
  }

  private static List<String> notes(Problem problem, EigenResult found, int kept) {
    List<String> notes = new ArrayList<>();
    int resolved = resolvedCount(found, kept, RESOLVED);
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
}
