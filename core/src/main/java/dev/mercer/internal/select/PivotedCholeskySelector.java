package dev.mercer.internal.select;

import dev.mercer.data.Rows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.PartialCholesky;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.PivotedCholesky;
import java.util.Arrays;

/**
 * {@link PivotedCholesky}: each next landmark is the row of positive weight with the largest
 * residual r_i = k_ii - |f_i|^2; ties, up to rounding, go to the lowest index.
 *
 * <p>The size of a weight makes no difference to the choice of a pivot: a row given twice has the
 * same residual as a row given once, and residual 0 once its twin is taken. It does make a
 * difference to the tolerance, because the trace of K and the trace of the residual count every row
 * as often as it occurs.
 *
 * <p>Residuals can only shrink. So the next pivots can be chosen among the rows with the largest
 * residuals now, as long as one of these still exceeds the residual of every row that is not among
 * them:
 *
 * <ol>
 *   <li>find the rows S with the largest r, and the largest r outside S, called the bar
 *   <li>compute the residual matrix among them, R(S,S) = K(S,S) - F_S F_S'
 *   <li>take the row of S with the largest residual, eliminate it from R(S,S), and repeat while the
 *       largest is above the bar: exactly the pivots that taking one column at a time would give
 *   <li>compute the columns of F of all pivots taken, by GEMM, and subtract their squares from the
 *       diagonal
 *   <li>repeat until there are as many landmarks as wanted, or w'r is at most tolerance times tr K,
 *       or nothing is left
 * </ol>
 *
 * Cost: n m kernel values, n m^2 flops, n m doubles (with less memory: see {@link
 * PartialCholesky}), in as many passes over the rows as the bar requires. Stops early, with a note,
 * if no residual exceeds 1e-10 of the largest diagonal entry.
 */
final class PivotedCholeskySelector implements Selector {

  /** Differences below this share of the largest diagonal entry count as rounding errors. */
  static final double TIE = 1e-13;

  @Override
  public boolean stopsAtTolerance() {
    return true;
  }

  @Override
  public double kernelValues(int rows, int landmarks) {
    return 1.1 * rows * landmarks;
  }

  @Override
  public long bytes(Rows rows, Kernel kernel, int landmarks, int threads) {
    return PivotBatches.bytes(rows, kernel, landmarks, threads);
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    int count = request.requireCandidates();
    int largest = Math.min(request.size(), PivotBatches.MOST_CANDIDATES);
    PartialCholesky cholesky = new PartialCholesky(request, count, largest);
    ResidualStop stop = new ResidualStop(request, cholesky);
    double tie = TIE * request.largestDiagonal();
    int candidates = Math.min(largest, PivotBatches.FEWEST_CANDIDATES);
    while (stop.wantsMore()) {
      double[] residuals = stop.residuals();
      int first = PivotBatches.largest(residuals, tie);
      int[] rows = PivotBatches.candidates(residuals, first, candidates);
      double bar = PivotBatches.bar(residuals, rows);
      double[] features = cholesky.featuresOf(rows);
      CandidateElimination elimination =
          new CandidateElimination(
              rows.length,
              cholesky.residualAmong(rows, features),
              Math.min(PivotBatches.MOST_TAKEN, count - cholesky.count()),
              request.gram().workers());
      elimination.take(Arrays.binarySearch(rows, first));
      double[] left = new double[rows.length];
      while (!elimination.full()) {
        for (int i = 0; i < rows.length; i++) {
          double residual = elimination.residual(i);
          left[i] = residual > cholesky.cutOff() && request.weight(rows[i]) > 0 ? residual : 0;
        }
        int next = PivotBatches.largest(left, tie);
        if (!(left[next] > bar + tie)) {
          break;
        }
        elimination.take(next);
      }
      stop.append(
          elimination.rows(rows),
          elimination.features(features, cholesky.count()),
          elimination.factor());
      candidates = Math.min(largest, PivotBatches.next(elimination.taken()));
    }
    return stop.landmarks();
  }
}
