package dev.mercer.landmark;

import dev.mercer.backend.Backend;
import dev.mercer.backend.Blas;
import java.util.Arrays;

/**
 * Cholesky on a few candidates: takes some of them, one after the other, out of their residual
 * matrix R(S,S), and keeps the residuals of the others up to date. What is taken becomes pivots of
 * a {@link PartialCholesky}.
 *
 * <p>Left-looking: only columns of what is taken are computed. Cost: b t^2 flops for t of b.
 */
final class CandidateElimination {

  private final int candidates;
  private final int most;
  private final double[] among;
  private final double[] residual;
  private final double[] factor;
  private final double[] column;
  private final int[] places;
  private final Blas blas = Backend.instance().blas();
  private int taken;

  /**
   * @param among b x b, symmetric, shared and only read
   * @param most how many are taken at most
   */
  CandidateElimination(int candidates, double[] among, int most) {
    this.candidates = candidates;
    this.among = among;
    this.most = Math.min(candidates, most);
    this.residual = new double[candidates];
    this.column = new double[candidates];
    this.places = new int[this.most];
    this.factor = new double[candidates * this.most];
    for (int i = 0; i < candidates; i++) {
      residual[i] = among[i * candidates + i];
    }
  }

  boolean full() {
    return taken == most;
  }

  int taken() {
    return taken;
  }

  /** What is left of the diagonal entry of a candidate; 0 for those taken. */
  double residual(int candidate) {
    return residual[candidate];
  }

  /** Takes a candidate of positive residual. */
  void take(int candidate) {
    System.arraycopy(among, candidate * candidates, column, 0, candidates);
    blas.gemm(
        false,
        true,
        candidates,
        1,
        taken,
        -1,
        factor,
        0,
        most,
        factor,
        candidate * most,
        most,
        1,
        column,
        0,
        1);
    double pivot = Math.sqrt(residual[candidate]);
    for (int i = 0; i < candidates; i++) {
      double value = column[i] / pivot;
      factor[i * most + taken] = value;
      residual[i] -= value * value;
    }
    factor[candidate * most + taken] = pivot;
    places[taken++] = candidate;
    for (int j = 0; j < taken; j++) {
      residual[places[j]] = 0;
    }
  }

  /** The rows taken, in order. */
  int[] rows(int[] rowsOfCandidates) {
    return Arrays.stream(places).limit(taken).map(place -> rowsOfCandidates[place]).toArray();
  }

  /** The rows of F of those taken, out of those of all candidates. */
  double[] features(double[] featuresOfCandidates, int columns) {
    double[] result = new double[taken * columns];
    for (int j = 0; j < taken; j++) {
      System.arraycopy(featuresOfCandidates, places[j] * columns, result, j * columns, columns);
    }
    return result;
  }

  /** The lower triangular factor of the residual matrix among those taken, row-major. */
  double[] factor() {
    double[] result = new double[taken * taken];
    for (int j = 0; j < taken; j++) {
      System.arraycopy(factor, places[j] * most, result, j * taken, j + 1);
    }
    return result;
  }
}
