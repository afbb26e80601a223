package dev.mercer.internal.fit;

import dev.mercer.data.Rows;
import dev.mercer.internal.features.LandmarkBasis;
import dev.mercer.internal.features.LandmarkMoments;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.MomentsPass;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.method.Subset;

/**
 * A subset fit to which rows can be added. The landmarks are chosen among the first rows, and the
 * moments of further rows are added. At any time the components are, to rounding, those of {@link
 * SubsetFit} on all rows added so far with the same landmarks.
 *
 * <p>Not thread-safe. Memory: the landmarks and m^2; the rows are not kept.
 */
public final class SubsetSession {

  private final Problem first;
  private final SubsetFit fit;
  private final ProjectedRows start;
  private final LandmarkMoments moments;
  private boolean grown;

  private SubsetSession(SubsetFit fit, ProjectedRows start) {
    this.first = start.problem();
    this.fit = fit;
    this.start = start;
    this.moments = new LandmarkMoments(start.factor().rank()).merge(start.moments());
  }

  /** Chooses landmarks among the first rows and adds these rows. */
  public static SubsetSession begin(Problem first, Subset method) {
    requireContinuable(first, method);
    return new SubsetSession(new SubsetFit(method), LandmarkRun.project(first, method.landmarks()));
  }

  /** Fails if the problem or the method has options that need all rows at once. */
  public static void requireContinuable(Problem first, Subset method) {
    if (!first.kernel().hasPoints()) {
      throw new IllegalArgumentException(
          "a precomputed Gram matrix cannot be continued: it has no points for new rows");
    }
    if (new SubsetFit(method).movesCenter(first)) {
      throw new IllegalArgumentException(
          "subset(centroid=1) cannot be continued: its center takes a pass over all pairs of rows,"
              + " and rows are not kept; take centroid 2 or 3, which gives the same scores as 1");
    }
  }

  /** Adds rows, to which any scaling has been applied already. */
  public void absorb(Rows rows, double[] weights) {
    Landmarks points = Landmarks.ofPoints(start.landmarks().points(), null);
    long values = (long) rows.count() * points.count();
    GramColumns gram = new GramColumns(rows, first.kernel(), values, first.workers());
    LandmarkBasis basis = new LandmarkBasis(gram, weights, points, start.factor());
    moments.merge(MomentsPass.over(basis, null).moments());
    grown = true;
  }

  /** The number of rows of positive weight added so far. */
  public long rows() {
    return moments.rows();
  }

  /** The sum of the weights of the rows added so far. */
  public double weightSum() {
    return moments.weightSum();
  }

  /** Components of all rows added so far. */
  public Solution solution() {
    return fit.components(grown ? projected() : start);
  }

  private ProjectedRows projected() {
    LandmarkMoments sums = new LandmarkMoments(start.factor().rank()).merge(moments);
    return ProjectedRows.after(
        first, start.landmarking(), start.pass().with(sums), start.remarks());
  }
}
