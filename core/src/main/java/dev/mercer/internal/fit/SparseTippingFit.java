package dev.mercer.internal.fit;

import dev.mercer.MemoryExceededException;
import dev.mercer.NumericalException;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.rows.Fitting;
import dev.mercer.internal.select.TippingSelector;
import dev.mercer.internal.spec.Spec;
import dev.mercer.landmark.Tipping;
import dev.mercer.method.Landmarking;
import dev.mercer.method.SparseL1;
import dev.mercer.method.SparseTipping;
import java.util.Arrays;
import java.util.List;

/**
 * {@link SparseTipping}: the axes are those of the covariance of weighted points, which are chosen
 * by maximum likelihood.
 *
 * <ol>
 *   <li>points and weights by {@link Tipping}, and all rows projected on their span
 *   <li>axes: the eigenvectors of sum_i w_i (phi_i - mu)(phi_i - mu)' over the points kept, mu the
 *       mean of all rows as far as the points span it (0 where nothing is centered)
 *   <li>eigenvalues: the variances of the scores of all rows, by which the axes are ordered
 *   <li>certify the axes
 * </ol>
 */
final class SparseTippingFit implements FitAlgorithm {

  private final SparseTipping asked;

  SparseTippingFit(SparseTipping asked) {
    this.asked = asked;
  }

  /**
   * From {@code sparse(kind=tipping,noise=0.01,sample=1000)}.
   *
   * @param landmarks about how many points to keep; 0 if the noise or the rank decides this
   */
  static SparseTipping read(Spec spec, int landmarks) {
    spec.requireKeys("kind", "noise", "sample");
    return new SparseTipping(
        landmarks,
        spec.positive("noise", 0),
        spec.integer("sample", Tipping.DEFAULT_SAMPLE, 2, Integer.MAX_VALUE));
  }

  private Landmarking landmarking(Problem problem) {
    int count = asked.landmarks();
    if (asked.noise() == 0 && count == 0) {
      int rank = problem.target().rank(); // 0 where a share of the variance is asked for
      count = Math.min(problem.usedRows(), Math.max(2 * rank, SparseTipping.FEWEST_POINTS));
    }
    return new Landmarking(new Tipping(asked.noise(), asked.sample()), count, 0, 0);
  }

  @Override
  public FitPlan plan(Problem problem) {
    requireRoom(problem);
    FitPlan plan = LandmarkPlan.of(SparseL1.NAME, problem, landmarking(problem));
    return problem.rows().count() <= asked.sample()
        ? plan
        : plan.with("the likelihood is that of a sample of " + asked.sample() + " rows");
  }

  /** Fails if the matrices of the sample do not fit; the message says how large a sample would. */
  private void requireRoom(Problem problem) {
    int rows = Math.min(problem.rows().count(), asked.sample());
    long needed = bytes(problem, rows);
    if (needed <= problem.memory()) {
      return;
    }
    int fitting = Fitting.largest(rows, problem.memory(), some -> bytes(problem, some));
    throw new MemoryExceededException(
        "the likelihood of "
            + rows
            + " rows needs "
            + Bytes.text(needed)
            + " but "
            + Bytes.text(problem.memory())
            + " of heap are allowed; "
            + (fitting >= 2 ? "a sample of " + fitting + " would fit" : "take fewer rows"),
        needed);
  }

  private static long bytes(Problem problem, int rows) {
    return problem.rows().bytes()
        + TippingSelector.sampleBytes(
            problem.rows(), problem.kernel(), rows, problem.workers().threads());
  }

  @Override
  public int points(Problem problem, FitPlan plan) {
    return LandmarkRoom.plannedCount(problem, landmarking(problem));
  }

  @Override
  public Solution solve(Problem problem, FitPlan plan) {
    ProjectedRows projected = LandmarkRun.project(problem, landmarking(problem));
    return axes(projected).certified(projected, projected.landmarks().weights());
  }

  private static LandmarkAxes axes(ProjectedRows projected) {
    Problem problem = projected.problem();
    LandmarkFactor factor = projected.factor();
    int k = factor.rank();
    double[] mean = problem.center() ? projected.moments().mean() : new double[k];
    int wanted = Math.min(k, problem.target().byVariance() ? k : problem.target().rank());
    MomentEigen leading = leading(projected, mean, wanted);
    double largest = leading.values().length == 0 ? 0 : leading.values()[0];
    int found = Components.kept(leading.values(), LandmarkFactor.CUT_OFF * largest);
    View directions = leading.vectors().columns(0, found);
    View scores = projected.along(directions).scores();
    Integer[] order = new Integer[found];
    Arrays.setAll(order, c -> c);
    Arrays.sort(order, (a, b) -> Double.compare(scores.get(b, b), scores.get(a, a)));
    double[] variances = new double[found];
    Arrays.setAll(variances, c -> scores.get(order[c], order[c]));
    int kept = Components.kept(variances, projected.cutOff());
    if (kept == 0) {
      throw new NumericalException(
          "the rows do not vary along the axes found: the largest variance is "
              + (found == 0 ? 0 : variances[0])
              + ", below the rounding level "
              + projected.cutOff()
              + "; take more landmarks or less noise");
    }
    int asked = problem.target().rank();
    if (problem.target().byVariance()) {
      kept =
          Components.reaching(problem.target().variance(), variances, kept, projected.totalHigh());
      asked = kept;
    }
    View ordered = View.zeros(k, kept);
    for (int c = 0; c < kept; c++) {
      for (int i = 0; i < k; i++) {
        ordered.set(i, c, directions.get(i, order[c]));
      }
    }
    View toMean = factor.timesSigns(View.column(mean));
    return new LandmarkAxes(
        Arrays.copyOf(variances, kept),
        factor.coefficients(ordered),
        ordered.transposeTimes(mean),
        problem.center() ? factor.coefficients(toMean).values() : null,
        factor.inner(mean, mean),
        asked,
        kept < asked
            ? "only " + kept + " axes of the " + projected.landmarks().count() + " points kept vary"
            : null,
        List.of());
  }

  /** Eigenpairs of sum w (f - mean)(f - mean)' over the landmarks' features. */
  private static MomentEigen leading(ProjectedRows projected, double[] mean, int wanted) {
    View features = projected.factor().ofLandmarks().copy();
    double[] weights = projected.landmarks().weights();
    for (int i = 0; i < weights.length; i++) {
      double root = Math.sqrt(weights[i]);
      for (int c = 0; c < mean.length; c++) {
        features.set(i, c, root * (features.get(i, c) - mean[c]));
      }
    }
    View covariance = View.zeros(mean.length, mean.length);
    projected.factor().blas().lowerGram(1, features, 0, covariance);
    return MomentEigen.of(projected.factor(), covariance, wanted);
  }
}
