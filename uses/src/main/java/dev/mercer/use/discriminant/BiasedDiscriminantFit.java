package dev.mercer.use.discriminant;

import dev.mercer.internal.fit.FitAlgorithm;
import dev.mercer.internal.fit.LandmarkChoice;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The computation of {@link KernelBiasedDiscriminant}: axes along which all other rows lie far from
 * one class, compared with the width of that class.
 *
 * <p>N_p and mu_p are the weight and the mean feature of the positive class, N_n is the weight of
 * all others.
 *
 * <ol>
 *   <li>rows become vectors in the span of the landmarks, or of all rows ({@link LabeledFeatures})
 *   <li>S_p = 1/N_p sum w_i (f_i - mu_p)(f_i - mu_p)' over the class; S_n is the same sum over all
 *       others, about the same mu_p and divided by N_n
 *   <li>S_n w = lambda (S_p + ridge I) w, w'(S_p + ridge I) w = 1, largest lambda first ({@link
 *       ScatterPencil})
 *   <li>scores are w'(f - mu_p): the class lies about the origin with a variance of at most 1, the
 *       others at a mean square of lambda; rows are ranked by the squared length of their scores
 * </ol>
 */
final class BiasedDiscriminantFit implements FitAlgorithm {

  private final KernelBiasedDiscriminant asked;

  BiasedDiscriminantFit(KernelBiasedDiscriminant asked) {
    this.asked = asked;
  }

  @Override
  public FitPlan plan(Problem problem) {
    DiscriminantRun.check(problem, asked.labels());
    List<String> present = DiscriminantRun.present(problem, asked.labels());
    if (!present.contains(asked.positive())) {
      throw new IllegalArgumentException(
          "no row is of the positive class '"
              + asked.positive()
              + "'; the classes are "
              + String.join(", ", present));
    }
    int others = others(problem);
    if (problem.target().rank() > others) {
      throw new IllegalArgumentException(
          "rank = "
              + problem.target().rank()
              + " exceeds the "
              + others
              + " rows that are not of class '"
              + asked.positive()
              + "'; ask for at most "
              + others);
    }
    return LandmarkChoice.plan(KernelBiasedDiscriminant.NAME, problem, asked.landmarks());
  }

  private int others(Problem problem) {
    int code = asked.labels().names().indexOf(asked.positive());
    int count = 0;
    for (int i = 0; i < asked.labels().rows(); i++) {
      boolean counts = problem.weights() == null || problem.weights()[i] > 0;
      count += counts && asked.labels().code(i) != code ? 1 : 0;
    }
    return count;
  }

  @Override
  public Solution solve(Problem problem, FitPlan plan) {
    DiscriminantRun run =
        new DiscriminantRun(problem, asked.labels(), asked.ridge(), asked.landmarks());
    int k = run.features().size();
    int code = asked.labels().names().indexOf(asked.positive());
    int[] away = run.rows(row -> asked.labels().code(row) != code);
    double[] center = run.stage("means", () -> run.features().mean(run.rows(code)));
    double[] near = run.stage("scatter", () -> scatter(run, run.rows(code), center));
    double[] far = run.stage("scatter others", () -> scatter(run, away, center));
    double nearTrace = DiscriminantRun.trace(k, near);
    double farTrace = DiscriminantRun.trace(k, far);
    double amount = asked.ridge().amount(nearTrace + farTrace);
    ScatterPencil.Axes axes =
        run.stage(
            "solve",
            () ->
                new ScatterPencil(
                        k,
                        "the scatter of class '" + asked.positive() + "'",
                        near,
                        amount,
                        problem.workers().blas())
                    .ofMatrix(far, problem.target().rank(), problem.workers()));
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("positive", asked.positive());
    facts.put("positiveVariance", nearTrace);
    facts.put("othersMeanSquare", farTrace);
    return run.solution(axes, center, amount, facts);
  }

  private static double[] scatter(DiscriminantRun run, int[] rows, double[] center) {
    int k = run.features().size();
    double[] sum = new double[Math.multiplyExact(k, k)];
    run.features().addScatter(rows, row -> center, sum);
    return DiscriminantRun.divided(sum, run.features().weightOf(rows));
  }
}
