package dev.mercer.internal.fit;

import dev.mercer.Certificate;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.certify.ResidualSample;
import dev.mercer.internal.certify.SampledColumns;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.PartMoments;
import dev.mercer.internal.features.PartTask;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.rows.SelectedRows;
import dev.mercer.landmark.GivenPoints;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.util.List;

/**
 * Subset kernel PCA of rows that lie elsewhere: landmarks are given, the parts sum what {@link
 * #task} tells them to, and {@link #gathered} makes components of the sums. The components are
 * those of {@link Subset} on all rows with the same landmarks, to rounding.
 *
 * <ol>
 *   <li>the factor of K_y; columns of the residual are sampled among a few candidate rows
 *   <li>the parts sum moments, or kernel values where that is faster
 *   <li>the leading eigenpairs and the certificate
 * </ol>
 */
public final class RemoteSubset {

  private final Problem problem;
  private final SubsetFit fit;
  private final Landmarking landmarking;
  private final Landmarks landmarks;
  private final GramColumns gram;
  private final LandmarkFactor factor;
  private final ResidualSample sample;
  private PartTask task;
  private SeenThroughLandmarks seen;

  /**
   * @param problem about the candidates: rows drawn uniformly among all, equal rows once with their
   *     weight
   * @param landmarks points
   * @param rowsExpected how many rows all parts have together
   * @param allRows whether the candidates are all rows there are
   */
  public RemoteSubset(Problem problem, Landmarks landmarks, long rowsExpected, boolean allRows) {
    if (!problem.kernel().hasPoints()) {
      throw new IllegalArgumentException(
          "a precomputed Gram matrix cannot be fitted in parts: it has no points");
    }
    this.problem = problem;
    this.landmarks = landmarks;
    this.landmarking = Landmarking.by(new GivenPoints(landmarks.points()));
    this.fit = new SubsetFit(Subset.of(landmarking));
    int m = landmarks.count();
    long values = rowsExpected * m;
    this.gram = new GramColumns(problem.rows(), problem.kernel(), values, problem.workers());
    boolean definite = problem.kernel().positiveSemidefinite();
    GramColumns own =
        new GramColumns(landmarks.points(), problem.kernel(), values, problem.workers());
    this.factor =
        LandmarkFactor.of(
            m, own.of(landmarks.points()).among(), definite, problem.workers().blas());
    this.sample =
        definite
            ? ResidualSample.draw(
                gram, problem.weights(), landmarks, factor, problem.seed(), allRows)
            : null;
    Rows sampled =
        sample == null ? null : DenseRows.copyOf(new SelectedRows(problem.rows(), sample.rows()));
    this.task =
        new PartTask(
                problem.kernel(),
                landmarks.points(),
                factor,
                sampled,
                sample == null ? null : sample.features(),
                false,
                rowsExpected)
            .rawWhereWorth(problem.workers());
  }

  /** What such a fit is, for its report; nothing of it is planned here. */
  public static FitPlan plan() {
    return new FitPlan(Subset.NAME, "landmarks", "dense", List.of(), List.of());
  }

  /** What the parts are to sum. */
  public PartTask task() {
    return task;
  }

  /**
   * Takes the sums of all parts.
   *
   * @return false if the parts have to sum again, by another {@link #task}, since rounding turned
   *     out to matter
   */
  public boolean gathered(double[] sums) {
    PartMoments found = PartMoments.of(task, sums, problem.workers());
    if (found == null) {
      task = task.throughFeatures();
      return false;
    }
    SampledColumns sampled =
        sample == null
            ? LandmarkPass.none(problem, found.moments())
            : new SampledColumns(sample, found.squares(), found.sums(), found.products());
    LandmarkPass pass = new LandmarkPass(gram, landmarks, factor, found.moments(), sampled);
    seen = SeenThroughLandmarks.after(problem, landmarking, pass, List.of());
    return true;
  }

  /** The sum of the weights of all rows. */
  public double weightSum() {
    return seen.moments().weightSum();
  }

  /**
   * What is held against a goal.
   *
   * @param byTrace true for the residual's share of the trace, false for the estimated gap
   */
  public double value(boolean byTrace) {
    return LandmarkRun.value(problem, byTrace, seen);
  }

  /**
   * The components.
   *
   * @param selection what is known of the landmarks by how they were chosen; may be empty
   * @param notes remarks made on the way
   */
  public Solution solution(Certificate selection, List<String> notes) {
    SeenThroughLandmarks remarked = seen;
    for (String note : notes) {
      remarked = remarked.remarked(note);
    }
    Solution found = fit.certified(remarked);
    Certificate certificate = found.quality().assurance().certificate();
    return certificate == null
        ? found
        : found.with(Solution.Assurance.by(certificate.and(selection)));
  }
}
