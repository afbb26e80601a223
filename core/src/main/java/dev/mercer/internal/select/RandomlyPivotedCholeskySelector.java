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
 * weighted diagonal of the residual, w_i r_i with r_i = k_ii - |f_i|^2.
 *
 * <ol>
 *   <li>draw a block of proposals S independently, with probabilities proportional to w r
 *   <li>compute the residual matrix among them, R(S,S) = K(S,S) - F_S F_S'
 *   <li>go through them in order: let r be the residual of a proposal after those taken before it,
 *       and r0 its residual when it was drawn; take it with probability r / r0 (rejection
 *       sampling), and eliminate it from the rest of R(S,S)
 *   <li>compute the columns of F of all rows taken, by GEMM, and subtract their squares from the
 *       diagonal
 *   <li>repeat until there are as many landmarks as wanted, or w'r is at most tolerance times tr K,
 *       or nothing is left
 * </ol>
 *
 * Whatever the size of the blocks, the landmarks have the same distribution as in the simple form,
 * which draws one at a time: given those taken, the next one taken has probability w r / sum w r,
 * no matter which proposal it came from. A block that goes beyond the tolerance is cut where the
 * tolerance is first met.
 *
 * <p>The work among b proposals is far less than a pass over n rows. So blocks are large, up to
 * {@value #LARGEST_AUTOMATIC_BLOCK} proposals and {@value #TAKEN_AT_ONCE} rows taken, although
 * larger blocks reject a larger share. The columns of F of the last block are not needed for any
 * further choice, and are left out if that saves time ({@link ResidualStop}). The first block
 * proposes twice as many rows as it needs; later blocks use the share taken in the block before.
 * Cost: up to n m kernel values, n m^2 flops and n m doubles (with less memory: see {@link
 * PartialCholesky}), all of them only for blocks before the last, and b^2 m flops. Stops early,
 * with a note, if no residual exceeds 1e-10 of the largest diagonal entry.
 */
final class RandomlyPivotedCholeskySelector implements Selector {

  /**
   * Most rows taken per block: every block costs a pass over all rows and their features, so blocks
   * are large.
   */
  private static final int TAKEN_AT_ONCE = 1024;

  /**
   * Rows taken by the first block if there is a tolerance: what a block takes beyond the tolerance
   * is wasted, so blocks grow with the number of rows already taken.
   */
  private static final int FIRST_TAKEN = 192;

  // Keeps the work among proposals, b^2, small against the work for all rows, n times those taken.
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
   * The number of proposals of the next block.
   *
   * @param share the share of the last block's proposals that was taken
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
