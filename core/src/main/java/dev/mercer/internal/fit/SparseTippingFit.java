package dev.mercer.internal.fit;

import dev.mercer.MemoryExceededException;
import dev.mercer.NumericalException;
import dev.mercer.Plan;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.Components;
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
 * {@link SparseTipping}: axes of the covariance that the points of largest likelihood have.
 *
 * <ol>
 *   <li>points and weights by {@link Tipping}, and all rows seen through the points
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
   * @param landmarks points to keep, about; 0 where the noise or the rank says
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
  public Plan plan(Problem problem) {
    requireRoom(problem);
    Plan plan = LandmarkPlan.of(SparseL1.NAME, problem, landmarking(problem));
    return problem.rows().count() <= asked.sample()
        ? plan
        : plan.with("the likelihood is that of a sample of " + asked.sample() + " rows");
  }

  /** Fails where the matrices of the sample do not fit, with the largest that would. */
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
  public int points(Problem problem, Plan plan) {
    return LandmarkRun.plannedCount(problem, landmarking(problem));
  }

  @Override
  public Solution solve(Problem problem, Plan plan) {
    SeenThroughLandmarks seen = LandmarkRun.see(problem, landmarking(problem));
    return axes(seen).certified(seen, seen.landmarks().weights());
  }

  private static LandmarkAxes axes(SeenThroughLandmarks seen) {
    Problem problem = seen.problem();
    int k = seen.factor().rank();
    double[] mean = problem.center() ? seen.moments().mean() : new double[k];
    int wanted = Math.min(k, problem.target().byVariance() ? k : problem.target().rank());
    MomentEigen leading = leading(seen, mean, wanted);
    int found = 0;
    while (found < leading.values().length
        && leading.values()[found] > LandmarkFactor.CUT_OFF * leading.values()[0]) {
      found++;
    }
    double[] directions =
        Components.firstColumns(k, leading.values().length, leading.vectors(), found);
    double[] scores = seen.axesMoments(directions, found).scores();
    double[] variances = new double[found];
    Integer[] order = new Integer[found];
    for (int c = 0; c < found; c++) {
      variances[c] = scores[c * found + c];
      order[c] = c;
    }
    Arrays.sort(order, (a, b) -> Double.compare(variances[b], variances[a]));
    double[] descending = new double[found];
    Arrays.setAll(descending, c -> variances[order[c]]);
    int kept = Components.kept(descending, seen.cutOff());
    if (kept == 0) {
      throw new NumericalException(
          "the rows do not vary along the axes found: the largest variance is "
              + (found == 0 ? 0 : descending[0])
              + ", below the rounding level "
              + seen.cutOff()
              + "; take more landmarks or less noise");
    }
    int asked = problem.target().rank();
    if (problem.target().byVariance()) {
      kept = Components.reaching(problem.target().variance(), descending, kept, seen.totalHigh());
      asked = kept;
    }
    double[] columns = new double[k * kept];
    double[] offset = new double[kept];
    for (int c = 0; c < kept; c++) {
      for (int i = 0; i < k; i++) {
        columns[i * kept + c] = directions[i * found + order[c]];
        offset[c] += columns[i * kept + c] * mean[i];
      }
    }
    double[] toMean = mean.clone();
    seen.factor().applySigns(1, toMean);
    return new LandmarkAxes(
        Arrays.copyOf(descending, kept),
        seen.factor().coefficients(columns, kept),
        offset,
        problem.center() ? seen.factor().coefficients(toMean, 1) : null,
        seen.factor().inner(mean, 0, mean, 0),
        asked,
        kept < asked
            ? "only " + kept + " axes of the " + seen.landmarks().count() + " points kept vary"
            : null,
        List.of());
  }

  /** Eigenpairs of sum w (f - mean)(f - mean)' over the landmarks' features. */
  private static MomentEigen leading(SeenThroughLandmarks seen, double[] mean, int wanted) {
    int m = seen.landmarks().count();
    int k = seen.factor().rank();
    double[] features = seen.factor().ofLandmarks().clone();
    double[] weights = seen.landmarks().weights();
    for (int i = 0; i < m; i++) {
      double root = Math.sqrt(weights[i]);
      for (int c = 0; c < k; c++) {
        features[i * k + c] = root * (features[i * k + c] - mean[c]);
      }
    }
    double[] covariance = new double[k * k];
    Blas blas = seen.problem().workers().blas();
    blas.syrkTransposed(k, m, 1, features, 0, k, 0, covariance, 0, k);
    return MomentEigen.of(seen.factor(), covariance, wanted);
  }
}
