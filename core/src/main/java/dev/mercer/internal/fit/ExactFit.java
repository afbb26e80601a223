package dev.mercer.internal.fit;

import dev.mercer.data.Matrix;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.certify.ProductBounds;
import dev.mercer.internal.exact.ExactComponents;
import dev.mercer.internal.exact.ExactOptions;
import dev.mercer.internal.exact.ExactPlanner;
import dev.mercer.internal.exact.ExactRoute;
import dev.mercer.internal.exact.FeatureSpace;
import dev.mercer.internal.exact.GramPair;
import dev.mercer.internal.exact.LeadingPairs;
import dev.mercer.internal.exact.OperatorKind;
import dev.mercer.internal.fastsum.ExpansionGram;
import dev.mercer.internal.fastsum.FastScores;
import dev.mercer.internal.fastsum.KernelSum;
import dev.mercer.internal.fastsum.SumCheck;
import dev.mercer.internal.gram.CenteredOperator;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.method.Exact;
import java.util.ArrayList;
import java.util.List;

/**
 * {@link Exact}: the leading eigenpairs of the whole (weighted, centered) Gram matrix.
 *
 * <ol>
 *   <li>plan: which operator and which solver ({@link ExactPlanner}); a kernel of few features is
 *       solved in feature space instead ({@link FeatureSpace})
 *   <li>gram: the Gram matrix as an operator, stored in tiles, recomputed tile by tile, or given
 *       ({@link GramPair}), and B = P W^1/2 K W^1/2 P, where P projects orthogonally to sqrt(w)
 *       (see {@link CenteredOperator})
 *   <li>solve: the largest eigenpairs of B ({@link LeadingPairs}), and the components that follow
 *       from them ({@link ExactComponents})
 *   <li>check: where fast sums were used, some of them are compared with kernel values, and bounds
 *       of the result follow from the error bound of the sums
 * </ol>
 */
final class ExactFit implements FitAlgorithm {

  private final Exact asked;

  ExactFit(Exact asked) {
    this.asked = asked;
  }

  @Override
  public FitPlan plan(Problem problem) {
    return new ExactPlanner(problem, ExactOptions.parse(asked.solver(), asked.operator())).plan();
  }

  @Override
  public Solution solve(Problem problem, FitPlan plan) {
    return ExactRoute.of(plan) instanceof ExactRoute.InFeatureSpace route
        ? new FeatureSpace(problem, route, plan.peakBytes()).solve()
        : byProducts(problem, plan, (ExactRoute.ByProducts) plan.route());
  }

  private static Solution byProducts(Problem problem, FitPlan plan, ExactRoute.ByProducts route) {
    FitPlan.Stage first = plan.stages().get(0);
    GramPair gram = problem.stages().run(first.name(), first.bytes(), () -> gram(problem, route));
    CenteredOperator centered =
        new CenteredOperator(gram.exact(), problem.weights(), problem.center(), problem.workers());
    Solution solution =
        problem
            .stages()
            .run(
                "solve",
                plan.peakBytes(),
                () -> components(problem, gram, centered, first.bytes()));
    return gram.exact() instanceof ExpansionGram expansion
        ? problem
            .stages()
            .run("check", plan.peakBytes(), () -> checked(problem, solution, expansion.sum()))
        : solution;
  }

  private static GramPair gram(Problem problem, ExactRoute.ByProducts route) {
    if (!route.bySums()) {
      problem.stages().expect(new TileGrid(problem.rows().count()).tiles(), false);
    }
    GramPair gram = GramPair.of(problem, route);
    problem.stages().evaluated(gram.evaluations());
    return gram;
  }

  private static Solution components(
      Problem problem, GramPair gram, CenteredOperator centered, long held) {
    long before = gram.evaluations();
    if (gram.route().operator() == OperatorKind.TILED) {
      problem.stages().expect(new TileGrid(centered.size()).tiles(), true);
    }
    LeadingPairs pairs = LeadingPairs.of(problem, gram, centered, held);
    Solution solution = ExactComponents.of(problem, gram.route(), centered, pairs);
    problem.stages().evaluated(gram.evaluations() - before);
    return solution;
  }

  /**
   * Adds to the solution the error bound of every kernel value in its products, the bounds of the
   * result that follow, and the largest error found in a sample. Fails if the sample contradicts
   * the bound.
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
    notes.addAll(
        ExactComponents.belowProducts(eigenvalues, problem.weightSum() * sum.errorBound()));
    return solution.with(expansionUse(sum, sampled), assurance).withNotes(notes);
  }

  private static Solution.OperatorUse expansionUse(KernelSum sum, double sampled) {
    return new Solution.OperatorUse(
        OperatorKind.EXPANSION.text(),
        "double",
        sum.errorBound(),
        sum.scheme(),
        sum.terms(),
        sum.clusters(),
        SumCheck.require(sum.scheme(), sampled, sum.errorBound()));
  }
}
