package dev.mercer.use.discriminant;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.fit.FitAlgorithm;
import dev.mercer.internal.fit.LandmarkChoice;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The computation of {@link KernelDiscriminant}: axes along which classes lie far apart, compared
 * with their own width.
 *
 * <p>N is the sum of all weights, N_c and mu_c are the weight and the mean feature of class c, and
 * mu is the mean over all rows.
 *
 * <ol>
 *   <li>rows become vectors in the span of the landmarks, or of all rows ({@link LabeledFeatures})
 *   <li>S_b = sum_c N_c/N (mu_c - mu)(mu_c - mu)', S_w = 1/N sum_i w_i (f_i - mu_c)(f_i - mu_c)'
 *   <li>S_b w = lambda (S_w + ridge I) w, w'(S_w + ridge I) w = 1, largest lambda first ({@link
 *       ScatterPencil}); with the total scatter S_b + S_w instead of S_w the axes are the same and
 *       lambda becomes lambda / (1 + lambda)
 *   <li>scores are w'(f - mu): lambda is the variance of the mean scores of the classes, and within
 *       classes the scores have a variance of 1 - ridge |w|^2, which is at most 1
 * </ol>
 */
final class DiscriminantFit implements FitAlgorithm {

  private final KernelDiscriminant asked;

  DiscriminantFit(KernelDiscriminant asked) {
    this.asked = asked;
  }

  @Override
  public FitPlan plan(Problem problem) {
    DiscriminantRun.check(problem, asked.labels());
    int most = DiscriminantRun.present(problem, asked.labels()).size() - 1;
    int rank = problem.target().rank();
    if (rank > most) {
      throw new IllegalArgumentException(
          "rank = "
              + rank
              + " exceeds the "
              + most
              + (most == 1 ? " discriminant" : " discriminants")
              + " that "
              + (most + 1)
              + " classes have; ask for at most "
              + most);
    }
    return LandmarkChoice.plan(KernelDiscriminant.NAME, problem, asked.landmarks());
  }

  @Override
  public Solution solve(Problem problem, FitPlan plan) {
    DiscriminantRun run =
        new DiscriminantRun(problem, asked.labels(), asked.ridge(), asked.landmarks());
    int k = run.features().size();
    double[][] means = run.stage("means", () -> means(run));
    double[] center = center(run, means);
    double[] apart = apart(run, means, center);
    double[] within =
        run.stage(
            "scatter",
            () -> {
              double[] sum = new double[Math.multiplyExact(k, k)];
              run.features()
                  .addScatter(run.rows(row -> true), row -> means[asked.labels().code(row)], sum);
              return DiscriminantRun.divided(sum, problem.weightSum());
            });
    double withinTrace = DiscriminantRun.trace(k, within);
    Blas blas = problem.workers().blas();
    double betweenTrace = blas.dot(apart.length, apart, 0, apart, 0);
    double amount = asked.ridge().amount(withinTrace + betweenTrace);
    ScatterPencil.Axes axes =
        run.stage(
            "solve",
            () ->
                new ScatterPencil(k, "the scatter within classes", within, amount, blas)
                    .ofFactor(means.length, apart, problem.target().rank()));
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("withinVariance", withinTrace);
    facts.put("betweenVariance", betweenTrace);
    return run.solution(axes, center, amount, facts);
  }

  /** The mean of each class; zero for a class without weight. */
  private static double[][] means(DiscriminantRun run) {
    double[][] means = new double[run.classes()][];
    for (int c = 0; c < means.length; c++) {
      means[c] =
          run.weight(c) > 0 ? run.features().mean(run.rows(c)) : new double[run.features().size()];
    }
    return means;
  }

  /** The mean of all rows. */
  private static double[] center(DiscriminantRun run, double[][] means) {
    double[] center = new double[run.features().size()];
    double total = run.weight();
    for (int c = 0; c < means.length; c++) {
      for (int i = 0; i < center.length; i++) {
        center[i] += run.weight(c) / total * means[c][i];
      }
    }
    return center;
  }

  /** D with S_b = D'D: one row per class, sqrt(N_c/N) (mu_c - mu). */
  private static double[] apart(DiscriminantRun run, double[][] means, double[] center) {
    int k = center.length;
    double[] apart = new double[Math.multiplyExact(means.length, k)];
    for (int c = 0; c < means.length; c++) {
      double root = Math.sqrt(run.weight(c) / run.weight());
      for (int i = 0; i < k; i++) {
        apart[c * k + i] = root * (means[c][i] - center[i]);
      }
    }
    return apart;
  }
}
