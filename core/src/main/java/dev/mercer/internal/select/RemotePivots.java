package dev.mercer.internal.select;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.LandmarkFeatures;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.PartTask;
import dev.mercer.internal.features.PartialCholesky;
import dev.mercer.internal.features.ResidualRace;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.rows.KeyedRows;
import dev.mercer.internal.spec.Numbers;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.RandomlyPivotedCholesky;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Accelerated randomly pivoted Cholesky ({@link RandomlyPivotedCholeskySelector}) for rows that lie
 * on other machines, in parts: one round of messages per block of proposals.
 *
 * <ol>
 *   <li>the parts run a {@link ResidualRace}, which gives every row a random key, with the
 *       landmarks so far: the rows with the smallest keys are rows drawn from w r without
 *       replacement, in order
 *   <li>draws with replacement are derived from them: each is one of the rows drawn before, with
 *       the probability of those rows' share of the mass, or else the next row of the race
 *   <li>these proposals are processed in order, and each is taken with probability r / r0, as on
 *       one machine
 * </ol>
 *
 * The landmarks have the same distribution as on one machine, except that equal rows count once in
 * a race. For a given seed they are the same however the rows are divided among the parts. A block
 * that goes beyond the tolerance is not cut, so there may be a few more landmarks than needed.
 *
 * <p>Cost: every round reads all rows once, with n k kernel values and n k^2 flops for the k
 * landmarks so far; the work here is b^2 (d + k) per round, and k^3.
 */
public final class RemotePivots {

  private static final int MOST_PROPOSALS = 1024;
  private static final int LEAST_PROPOSALS = 16;

  private final Kernel kernel;
  private final int columns;
  private final int most;
  private final double tolerance;
  private final long seed;
  private final long rowsExpected;
  private final Workers workers;
  private final SplittableRandom random;
  private final List<double[]> taken = new ArrayList<>();
  private LandmarkFactor factor;
  private double cutOff;
  private int proposals;
  private int round;
  private boolean ended;
  private double trace;
  private double left;

  /**
   * @param most number of landmarks wanted, or the largest number allowed if a tolerance is given
   * @param tolerance the share of the trace at which to stop, once the residual is down to it; 0
   *     for none
   */
  public RemotePivots(
      Kernel kernel,
      int columns,
      int most,
      double tolerance,
      long seed,
      long rowsExpected,
      Workers workers) {
    if (!kernel.positiveSemidefinite()) {
      throw new IllegalArgumentException(
          RandomlyPivotedCholesky.NAME
              + " of rows that lie elsewhere needs a kernel known to be positive semidefinite, not "
              + kernel.spec()
              + "; use the selector uniform");
    }
    this.kernel = kernel;
    this.columns = columns;
    this.most = most;
    this.tolerance = tolerance;
    this.seed = seed;
    this.rowsExpected = rowsExpected;
    this.workers = workers;
    this.factor = LandmarkFactor.none(workers.blas());
    this.random = new SplittableRandom(seed ^ 0x7069766f7473L);
    int first = tolerance > 0 ? Math.min(most, 128) : most / 2;
    this.proposals = Math.max(LEAST_PROPOSALS, Math.min(MOST_PROPOSALS, first));
  }

  /** Whether another round is needed. */
  public boolean wantsMore() {
    return !ended && taken.size() < most;
  }

  /** The task that is sent to the parts for the next race. */
  public PartTask task() {
    return PartTask.of(kernel, points(), factor, rowsExpected);
  }

  /** Seed of the next race. */
  public long raceSeed() {
    return seed + 0x632BE59BD9B4E019L * (round + 1);
  }

  /** Cut-off of the next race. */
  public double cutOff() {
    return cutOff;
  }

  /** Number of rows wanted from the next race. */
  public int proposals() {
    return proposals;
  }

  /** Takes landmarks from the combined result of a race of all parts. */
  public void raced(double[] result) {
    KeyedRows race = ResidualRace.drawn(result, columns, proposals);
    if (round++ == 0) {
      cutOff = PartialCholesky.CUT_OFF * ResidualRace.largest(result);
    }
    trace = ResidualRace.trace(result);
    left = ResidualRace.residualTrace(result);
    if (!(trace > 0)) {
      throw new IllegalArgumentException(
          "the diagonal of the Gram matrix of "
              + kernel.spec()
              + " is nowhere positive, so there is no residual to choose landmarks by; use the"
              + " selector uniform or another kernel");
    }
    if (race.count() == 0 || left <= tolerance * trace) {
      ended = true;
      return;
    }
    int before = taken.size();
    take(race, ResidualRace.mass(result));
    double share = Math.max(0.05, (double) (taken.size() - before) / proposals);
    double wanted = 1.1 * Math.min(most - taken.size(), 4 * taken.size()) / share;
    proposals = (int) Math.max(LEAST_PROPOSALS, Math.min(MOST_PROPOSALS, wanted));
  }

  private void take(KeyedRows race, double mass) {
    DenseRows rows = race.rows();
    double[] masses = race.weights();
    int b = rows.count();
    GramColumns gram = new GramColumns(rows, kernel, (long) b * (b + taken.size()), workers);
    double[] among = residualAmong(gram);
    double[] drawn = new double[b]; // each row's residual when it was drawn
    Arrays.setAll(drawn, i -> among[i * b + i]);
    CandidateElimination elimination =
        new CandidateElimination(b, among, most - taken.size(), workers);
    double[] cumulative = new double[b];
    int known = 0;
    for (int draw = 0; draw < proposals && !elimination.full(); draw++) {
      int place = known;
      double at = random.nextDouble() * mass;
      if (known > 0 && at < cumulative[known - 1]) {
        int found = Arrays.binarySearch(cumulative, 0, known, at);
        place = found < 0 ? -found - 1 : found + 1;
      } else if (known == b) {
        break; // the race has no more rows
      } else {
        cumulative[known] = masses[known] + (known == 0 ? 0 : cumulative[known - 1]);
        known++;
      }
      double residual = elimination.residual(place);
      boolean accepted = residual > random.nextDouble() * drawn[place];
      if (accepted && residual > cutOff) {
        elimination.take(place);
      }
    }
    int[] numbers = new int[b];
    Arrays.setAll(numbers, i -> i);
    for (int row : elimination.rows(numbers)) {
      double[] values = new double[columns];
      rows.copy(row, 1, values, 0);
      taken.add(values);
    }
    Rows points = points();
    GramColumns landmarks =
        new GramColumns(points, kernel, (long) points.count() * points.count(), workers);
    factor = LandmarkFactor.of(points.count(), landmarks.of(points).among(), true, workers.blas());
  }

  /** K(S,S) - F_S F_S' for the rows of the race. */
  private double[] residualAmong(GramColumns gram) {
    int b = gram.size();
    double[] among = gram.of(gram.rows()).among();
    int k = factor.rank();
    if (k == 0) {
      return among;
    }
    LandmarkFeatures source =
        new LandmarkFeatures(gram, Landmarks.ofPoints(points(), null), factor);
    double[] features = new double[b * k];
    gram.forBlocks(
        (block, first, rows, worker) -> source.fill(first, rows, features, first * k, worker));
    View f = View.of(features, b, k);
    workers.blas().add(-1, f, f.t(), View.of(among, b, b));
    return among;
  }

  private Rows points() {
    double[] values = new double[taken.size() * columns];
    for (int i = 0; i < taken.size(); i++) {
      System.arraycopy(taken.get(i), 0, values, i * columns, columns);
    }
    return DenseRows.wrap(taken.size(), columns, values);
  }

  /** The landmarks taken, in order, with a note if there are fewer than wanted. */
  public Landmarks landmarks() {
    Landmarks result = Landmarks.ofPoints(points(), null);
    if (ended && left > tolerance * trace) {
      return result.with(
          taken.size()
              + " landmarks instead of "
              + most
              + ": no row is left whose residual exceeds "
              + Numbers.text(PartialCholesky.CUT_OFF)
              + " of the largest diagonal entry");
    }
    return result;
  }
}
