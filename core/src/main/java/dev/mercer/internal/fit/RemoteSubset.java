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
 * Subset kernel PCA of rows that are kept in parts elsewhere, for instance on other machines. The
 * landmarks are given, {@link #task} describes the sums that each part computes, and {@link
 * #gathered} takes the sums of all parts and finds the eigenpairs. The components are those of
 * {@link Subset} on all rows with the same landmarks, to rounding.
 *
 * <ol>
 *   <li>the factor of K_y, and a sample of the residual's columns among a few candidate rows
 *   <li>the parts sum moments, or kernel values where that is faster
 *   <li>the leading eigenpairs and the certificate, by {@link SubsetFit}
 * </ol>
 *
 * Immutable.
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
   * @param problem with the candidates as its rows: rows drawn uniformly among all, equal rows once
   *     with their summed weight
   * @param landmarks points
   * @param rowsExpected how many rows all parts have together
   * @param allRows whether the candidates are all the rows
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

  /** Names the method of such a fit for its report; the plan has no stages. */
  public static FitPlan plan() {
    return new FitPlan(Subset.NAME, "landmarks", "dense", List.of(), List.of());
  }

  /** The sums that the parts compute first. */
  public PartTask task() {
    return task;
  }

  /**
   * Takes the sums of all parts.
   *
   * @param summed the task that the parts did: {@link #task}, or the same through features
   * @return empty if rounding was too large, so that the parts have to sum again by {@link
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

  /** All rows projected on the span of the landmarks, from which the components follow. */
  public static final class Gathered {

    private final ProjectedRows projected;

    private Gathered(ProjectedRows projected) {
      this.projected = projected;
    }

    /** The sum of the weights of all rows. */
    public double weightSum() {
      return projected.moments().weightSum();
    }

    /** tr R / tr K, the share of the trace that the landmarks leave out. */
    public double residualTraceShare() {
      return LandmarkRun.value(projected, true);
    }

    /**
     * The components.
     *
     * @param selection bounds that follow from how the landmarks were chosen; may be empty
     * @param notes remarks made meanwhile
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
