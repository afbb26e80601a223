package dev.mercer.internal.select;

import dev.mercer.data.Rows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.PartialCholesky;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.RandomlyPivotedCholesky;
import java.util.SplittableRandom;

/**
 * {@link RandomlyPivotedCholesky}: each landmark is drawn with probability proportional to the
 * weighted diagonal of the residual, w_i r_i, r_i = k_ii - |f_i|^2.
 *
 * <ol>
 *   <li>draw a block of proposals S independently from w r
 *   <li>the residual matrix among them, R(S,S) = K(S,S) - F_S F_S'
 *   <li>go through them in order: with r the residual of a proposal after those taken before it,
 *       and r0 its residual when it was drawn, take it with probability r / r0 (rejection
 *       sampling), and eliminate it from the rest of R(S,S)
 *   <li>the columns of F of all that were taken, by GEMM; the diagonal loses their squares
 *   <li>again, until there are as many as wanted, or w'r is at most tolerance times tr K, or
 *       nothing is left
 * </ol>
 *
 * Whatever the blocks, the landmarks have the distribution of the simple form, which draws one at a
 * time: given those taken, the next one that is taken has probability w r / sum w r, whatever it
 * was proposed by. A block that passes the tolerance is cut where it first is met.
 *
 * <p>What is done among b proposals costs far less than a pass over n rows. So blocks are large, up
 * to {@value #LARGEST_AUTOMATIC_BLOCK} proposals and {@value #TAKEN_AT_ONCE} taken, though the more
 * a block takes the more it rejects; and the columns of F of the last block, which nobody needs to
 * choose by, are left out where that saves time ({@link ResidualStop}). The first block proposes
 * twice as many as it needs, later ones as many as the share taken before says. Cost: up to n m
 * kernel values, n m^2 flops, n m doubles (less memory: see {@link PartialCholesky}), all for
 * blocks but the last, and b^2 m flops. Stops early, with a note, when no residual exceeds 1e-10 of
 * the largest diagonal entry.
 */
final class RandomlyPivotedCholeskySelector implements Selector {

  /** Every block takes a pass over all rows and over their features, so blocks take many. */
  private static final int TAKEN_AT_ONCE = 1024;

  /** With a tolerance, what a block takes beyond it is for nothing: blocks grow with what is. */
  private static final int FIRST_TAKEN = 192;

  // The work among proposals, b^2, stays small against that for all rows, n times those taken.
  private static final int LARGEST_AUTOMATIC_BLOCK = 2048;
  private static final int USUAL_AUTOMATIC_BLOCK = 1024;
  private static final int SMALLEST_AUTOMATIC_BLOCK = 16;
  private static final int ROWS_TO_A_PROPOSAL = 8;

  private final boolean accelerated;
  private final int block;

  RandomlyPivotedCholeskySelector(RandomlyPivotedCholesky asked) {
    this.accelerated = asked.accelerated();
    this.block = asked.block();
  }

  static RandomlyPivotedCholesky read(Spec spec) {
    spec.requireKeys("accelerated", "block");
    return new RandomlyPivotedCholesky(
        spec.flag("accelerated", true),
        spec.integer("block", 0, 0, RandomlyPivotedCholesky.LARGEST_BLOCK));
  }

  @Override
  public RemoteChoice remoteChoice() {
    return accelerated ? RemoteChoice.PIVOTS : RemoteChoice.ONE_BY_ONE;
  }

  @Override
  public boolean stopsAtTolerance() {
    return true;
  }

  @Override
  public double kernelValues(int rows, int landmarks) {
    return 1.2 * rows * landmarks;
  }

  @Override
  public long bytes(Rows rows, Kernel kernel, int landmarks, int threads) {
    int widest = largestBlock(rows.count(), landmarks);
    return PartialCholesky.bytes(rows, kernel, landmarks, widest, threads);
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    int count = request.requireCandidates();
    SplittableRandom random = request.random();
    int largest = largestBlock(request.size(), count);
    PartialCholesky cholesky = new PartialCholesky(request, count, largest);
    ResidualStop stop = new ResidualStop(request, cholesky);
    double share = request.tolerance() > 0 ? 1 : 0.5;
    while (stop.wantsMore()) {
      WeightedDraws draws = new WeightedDraws(stop.masses());
      int proposals = proposals(request, cholesky.count(), share, largest);
      int[] proposed = new int[proposals];
      double[] thresholds = new double[proposals];
      for (int i = 0; i < proposals; i++) {
        proposed[i] = draws.draw(random);
        thresholds[i] = random.nextDouble() * cholesky.residual()[proposed[i]];
      }
      double[] features = cholesky.featuresOf(proposed);
      CandidateElimination elimination =
          new CandidateElimination(
              proposals,
              cholesky.residualAmong(proposed, features),
              count - cholesky.count(),
              true,
              request.gram().workers());
      for (int i = 0; i < proposals && !elimination.full(); i++) {
        double residual = elimination.residual(i);
        if (residual > cholesky.cutOff() && residual > thresholds[i]) {
          elimination.take(i);
        }
      }
      stop.append(
          elimination.rows(proposed),
          elimination.features(features, cholesky.count()),
          elimination.factor());
      share = (double) elimination.taken() / proposals;
    }
    return stop.landmarks();
  }

  /**
   * How many to propose.
   *
   * @param share of the last block that was taken
   */
  private static int proposals(SelectionRequest request, int taken, double share, int largest) {
    int most = request.tolerance() > 0 ? Math.max(FIRST_TAKEN, taken) : TAKEN_AT_ONCE;
    int wanted = Math.min(request.count() - taken, Math.min(most, TAKEN_AT_ONCE));
    return (int) Math.max(1, Math.min(largest, Math.ceil(wanted / share)));
  }

  private int largestBlock(int n, int count) {
    if (!accelerated) {
      return 1;
    }
    if (block > 0) {
      return block;
    }
    int wanted = Math.min(LARGEST_AUTOMATIC_BLOCK, Math.max(USUAL_AUTOMATIC_BLOCK, 2 * count));
    int most = Math.min(wanted, n / ROWS_TO_A_PROPOSAL);
    return Math.max(SMALLEST_AUTOMATIC_BLOCK, most);
  }
}
