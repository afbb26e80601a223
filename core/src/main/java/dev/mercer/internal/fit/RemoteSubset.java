package dev.mercer.internal.fit;

import dev.mercer.Certificate;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.certify.ResidualSample;
import dev.mercer.internal.features.LandmarkBasis;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.PartSums;
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
import java.util.Optional;

/**
 * Subset kernel PCA of rows that lie elsewhere: landmarks are given, the parts sum what {@link
 * #task} tells them to, and {@link #gathered} makes of the sums what components follow from. The
 * components are those of {@link Subset} on all rows with the same landmarks, to rounding.
 *
 * <ol>
 *   <li>the factor of K_y; columns of the residual are sampled among a few candidate rows
 *   <li>the parts sum moments, or kernel values where that is faster
 *   <li>the leading eigenpairs and the certificate, by {@link SubsetFit}
 * </ol>
 *
 * Never changes.
 */
public final class RemoteSubset {

  private final Problem problem;
  private final LandmarkBasis basis;
  private final Optional<ResidualSample> sample;
  private final PartTask task;

  private RemoteSubset(
      Problem problem, LandmarkBasis basis, Optional<ResidualSample> sample, PartTask task) {
    this.problem = problem;
    this.basis = basis;
    this.sample = sample;
    this.task = task;
  }

  /**
   * Makes the task of the parts.
   *
   * @param problem about the candidates: rows drawn uniformly among all, equal rows once with their
   *     weight
   * @param landmarks points
   * @param rowsExpected how many rows all parts have together
   * @param allRows whether the candidates are all rows there are
   */
  public static RemoteSubset of(
      Problem problem, Landmarks landmarks, long rowsExpected, boolean allRows) {
    if (!problem.kernel().hasPoints()) {
      throw new IllegalArgumentException(
          "a precomputed Gram matrix cannot be fitted in parts: it has no points");
    }
    Rows points = landmarks.points();
    long values = rowsExpected * landmarks.count();
    GramColumns own = new GramColumns(points, problem.kernel(), values, problem.workers());
    LandmarkFactor factor = LandmarkBasis.of(own, null, Landmarks.ofPoints(points, null)).factor();
    GramColumns gram = new GramColumns(problem.rows(), problem.kernel(), values, problem.workers());
    LandmarkBasis basis = new LandmarkBasis(gram, problem.weights(), landmarks, factor);
    Optional<ResidualSample> sample = LandmarkPass.sample(problem, basis, allRows);
    PartTask task =
        new PartTask(
                problem.kernel(),
                points,
                factor,
                sample.map(drawn -> rows(problem, drawn)).orElse(null),
                sample.map(drawn -> drawn.features().rowMajor()).orElse(null),
                false,
                rowsExpected)
            .rawWhereWorth(problem.workers());
    return new RemoteSubset(problem, basis, sample, task);
  }

  private static Rows rows(Problem problem, ResidualSample sample) {
    return DenseRows.copyOf(new SelectedRows(problem.rows(), sample.rows()));
  }

  /** What such a fit is, for its report; nothing of it is planned here. */
  public static FitPlan plan() {
    return new FitPlan(Subset.NAME, "landmarks", "dense", List.of(), List.of());
  }

  /** What the parts are to sum first. */
  public PartTask task() {
    return task;
  }

  /**
   * Takes the sums of all parts.
   *
   * @param summed what the parts were told: {@link #task}, or that through features
   * @return empty if rounding turned out to matter: the parts have to sum again, {@link
   *     PartTask#throughFeatures}
   */
  public Optional<Gathered> gathered(PartTask summed, double[] sums) {
    return PartSums.whole(summed, sums, problem.workers())
        .map(whole -> new Gathered(projected(LandmarkPass.of(problem, basis, sample, whole))));
  }

  private ProjectedRows projected(LandmarkPass pass) {
    Landmarking given = Landmarking.by(new GivenPoints(basis.landmarks().points()));
    return ProjectedRows.after(problem, given, pass, List.of());
  }

  /** All rows projected on the span of the landmarks: what components follow from. */
  public static final class Gathered {

    private final ProjectedRows projected;

    private Gathered(ProjectedRows projected) {
      this.projected = projected;
    }

    /** The sum of the weights of all rows. */
    public double weightSum() {
      return projected.moments().weightSum();
    }

    /** tr R / tr K, what the landmarks leave of the trace. */
    public double residualTraceShare() {
      return LandmarkRun.value(projected, true);
    }

    /**
     * The components.
     *
     * @param selection what is known of the landmarks by how they were chosen; may be empty
     * @param notes remarks made on the way
     */
    public Solution solution(Certificate selection, List<String> notes) {
      ProjectedRows remarked = projected;
      for (String note : notes) {
        remarked = remarked.remarked(note);
      }
      Solution found = new SubsetFit(Subset.of(projected.landmarking())).components(remarked);
      Certificate certificate = found.quality().assurance().certificate();
      return certificate == null
          ? found
          : found.with(Solution.Assurance.by(certificate.and(selection)));
    }
  }
}
