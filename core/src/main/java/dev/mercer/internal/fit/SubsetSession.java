package dev.mercer.internal.fit;

import dev.mercer.data.Rows;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.LandmarkMoments;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.MomentsPass;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.util.ArrayList;
import java.util.List;

/**
 * A subset fit that can go on: the landmarks are those of the first rows, and the moments of
 * further rows are added. The components at any time are exactly (to rounding) those of a fit of
 * all rows absorbed so far with the same landmarks.
 *
 * <p>Not thread-safe. Memory: the landmarks and m^2; the rows are not kept.
 */
public final class SubsetSession {

  private final Problem first;
  private final Landmarking landmarking;
  private final SeenThroughLandmarks start;
  private final Landmarks landmarks;
  private final LandmarkFactor factor;
  private final List<String> notes;
  private final LandmarkMoments moments;
  private boolean grown;

  /** Chooses landmarks from the first rows and absorbs these. */
  public SubsetSession(Problem first, Landmarking landmarking) {
    if (!first.kernel().hasPoints()) {
      throw new IllegalArgumentException(
          "a precomputed Gram matrix cannot be continued: it has no points for new rows");
    }
    this.first = first;
    this.landmarking = landmarking;
    LandmarkRun run = new LandmarkRun(first, landmarking);
    this.start = run.run();
    this.landmarks = start.landmarks();
    this.factor = start.factor();
    this.notes = new ArrayList<>(run.notes());
    this.moments = new LandmarkMoments(factor.rank()).merge(start.moments());
  }

  /** Adds rows, as the kernel sees them. */
  public void absorb(Rows rows, double[] weights) {
    GramColumns gram =
        new GramColumns(
            rows, first.kernel(), (long) rows.count() * landmarks.count(), first.workers());
    Landmarks points = Landmarks.ofPoints(landmarks.points(), null);
    moments.merge(new MomentsPass(gram, weights, points, factor).run());
    grown = true;
  }

  /** Rows of positive weight absorbed so far. */
  public long rows() {
    return moments.rows();
  }

  /** The sum of the weights of the rows absorbed so far. */
  public double weightSum() {
    return moments.weightSum();
  }

  /** Components of all rows absorbed so far. */
  public Solution solution() {
    int rank = factor.rank();
    int components = first.target().byVariance() ? rank : Math.min(rank, first.target().rank());
    // Columns of the residual were sampled in the first rows only.
    SeenThroughLandmarks seen =
        grown
            ? new SeenThroughLandmarks(
                first,
                start.gram(),
                landmarks,
                factor,
                new LandmarkMoments(rank).merge(moments),
                null,
                components)
            : start;
    return Subset.axes(seen).solution(seen, landmarking, null, Solution.SolverUse.dense(), notes);
  }
}
