package dev.mercer.internal.exact;

import dev.mercer.data.Rows;
import dev.mercer.internal.blocks.GramTiles;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.eigen.LowRankSpectrum;
import dev.mercer.internal.gram.CenteredOperator;
import dev.mercer.internal.linalg.Tall;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.select.WeightedDraws;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The low-rank approximation of a Gram matrix from s points (Nystrom's), from which an iteration on
 * the whole matrix starts.
 *
 * <ol>
 *   <li>draw rows one after the other, each with probability proportional to w k(x, x), its share
 *       of the trace, so that a heavy row is not overlooked
 *   <li>the points are means: {@value NearMeans#DRAWN_A_POINT} s rows are drawn, and each is
 *       assigned to the nearest of the first s ({@link NearMeans}); for a precomputed matrix, or
 *       for a user's function, which may not accept means, the points are the first s rows
 *       themselves
 *   <li>compute the kernel values of all rows with the points, and the eigenpairs by {@link
 *       LowRankSpectrum}
 *   <li>refuse the result if it says too little: the smallest wanted eigenvalue must exceed {@value
 *       #INFORMATIVE} times the trace that the points do not span, divided by the number of rows
 * </ol>
 *
 * Means capture as much of the matrix as two to four times as many rows do, and cost little. Cost:
 * n s kernel values, n s^2 flops; memory: n s doubles.
 */
final class SampledSpectrum {

  // Under a narrow kernel every row is its own direction, and a sample says nothing about other
  // rows.
  private static final double INFORMATIVE = 4;

  private final Problem problem;
  private final GramTiles tiles;
  private final CenteredOperator operator;
  private final int n;

  SampledSpectrum(Problem problem, GramTiles tiles, CenteredOperator operator) {
    this.problem = problem;
    this.tiles = tiles;
    this.operator = operator;
    this.n = operator.size();
  }

  /**
   * The approximation; null if a sample is of no use.
   *
   * @param size s
   * @param block number of vectors that will be multiplied at once
   */
  LowRankSpectrum of(int size, int rank, int block) {
    double[] diagonal = operator.diagonal();
    int[] drawn =
        WeightedDraws.distinct(
            diagonal, size * NearMeans.DRAWN_A_POINT, new SplittableRandom(problem.seed()));
    int count = Math.min(size, drawn.length);
    if (count <= rank) {
      return null;
    }
    Tall columns = Tall.allocate(n, count);
    double[] among = new double[count * count];
    fill(drawn, count, columns.values(), among);
    operator.scaleRows(count, columns.values());
    LowRankSpectrum spectrum =
        LowRankSpectrum.of(n, columns, among, operator.unit(), block, problem.workers());
    if (spectrum == null || spectrum.count() < rank) {
      return null;
    }
    double left = Math.max(0, Arrays.stream(diagonal).sum() - spectrum.trace()) / n;
    return spectrum.value(rank - 1) > INFORMATIVE * left ? spectrum : null;
  }

  /** Computes kernel values of all rows with the points, n x count, and among the points. */
  private void fill(int[] drawn, int count, double[] columns, double[] among) {
    if (tiles instanceof KernelTiles kernelTiles && problem.kernel().named()) {
      Rows points = NearMeans.of(problem.rows(), drawn, count, problem.workers());
      kernelTiles.columns(points, columns, problem.workers());
      kernelTiles.among(points, among, problem.workers());
      return;
    }
    int[] chosen = Arrays.copyOf(drawn, count);
    tiles.columns(chosen, columns, problem.workers());
    for (int i = 0; i < count; i++) {
      System.arraycopy(columns, chosen[i] * count, among, i * count, count);
    }
  }
}
