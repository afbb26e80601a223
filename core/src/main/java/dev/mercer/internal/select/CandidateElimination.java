package dev.mercer.internal.select;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.PartialCholesky;
import java.util.Arrays;

/**
 * Cholesky elimination on a few candidates: takes some of them, one after the other, out of their
 * residual matrix R(S,S), and keeps the residuals of the others up to date. The candidates taken
 * become pivots of a {@link PartialCholesky}.
 *
 * <p>It works in panels of {@value #PANEL} candidates taken. Within a panel only the columns of the
 * candidates taken are computed; after it R(S,S) is updated by GEMM, in strips of {@value #STRIP}
 * rows in parallel. With {@code inOrder}, a candidate that has been passed is not needed again, so
 * its part of R(S,S) is not updated. Cost for taking t of b candidates: 2 b^2 t flops, about a
 * third of that with {@code inOrder}; all but b t {@value #PANEL} of them run at the speed of GEMM.
 */
public final class CandidateElimination {

  private static final int PANEL = 32;
  private static final int STRIP = 256;

  private final int candidates;
  private final boolean inOrder;
  private final Workers workers;
  private final int most;
  private final double[] among; // updated after every full panel
  private final double[] residual;
  private final double[] factor; // one row per candidate taken
  private final double[] column;
  private final double[] shares = new double[PANEL];
  private final int[] places;
  private final Blas blas;
  private int taken;

  /**
   * @param among the residual matrix, b x b and symmetric; it is overwritten
   * @param most the largest number of candidates that will be taken
   */
  public CandidateElimination(int candidates, double[] among, int most, Workers workers) {
    this(candidates, among, most, false, workers);
  }

  /**
   * @param inOrder whether candidates are taken in ascending order; results for candidates before
   *     the one taken last must then no longer be used
   */
  public CandidateElimination(
      int candidates, double[] among, int most, boolean inOrder, Workers workers) {
    this.candidates = candidates;
    this.inOrder = inOrder;
    this.workers = workers;
    this.blas = workers.blas();
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

  public boolean full() {
    return taken == most;
  }

  public int taken() {
    return taken;
  }

  /** The remaining diagonal entry of a candidate; 0 for those taken. */
  public double residual(int candidate) {
    return residual[candidate];
  }

  /** Takes a candidate, whose residual must be positive. */
  public void take(int candidate) {
    int from = inOrder ? candidate : 0;
    System.arraycopy(among, candidate * candidates + from, column, from, candidates - from);
    int inPanel = taken % PANEL;
    int panel = (taken - inPanel) * candidates;
    for (int j = 0; j < inPanel; j++) {
      shares[j] = factor[panel + j * candidates + candidate];
    }
    if (inPanel > 0) {
      View known = View.at(factor, panel, inPanel, candidates, candidates);
      View rest = View.of(column, 1, candidates);
      blas.add(-1, View.of(shares, 1, inPanel), from(known, from), from(rest, from));
    }
    double pivot = Math.sqrt(residual[candidate]);
    int row = taken * candidates;
    for (int i = from; i < candidates; i++) {
      double value = column[i] / pivot;
      factor[row + i] = value;
      residual[i] -= value * value;
    }
    factor[row + candidate] = pivot;
    places[taken++] = candidate;
    for (int j = 0; j < taken; j++) {
      residual[places[j]] = 0;
    }
    if (inPanel == PANEL - 1 && !full()) {
      update(panel, from);
    }
  }

  /** Subtracts from R(S,S) the contribution of a full panel, from candidate {@code from} on. */
  private void update(int panel, int from) {
    int b = candidates;
    View known = View.at(factor, panel, PANEL, b, b);
    workers.run(
        (b - from + STRIP - 1) / STRIP,
        (index, worker) -> {
          int first = from + index * STRIP;
          int rows = Math.min(STRIP, b - first);
          int start = inOrder ? first : from; // the other half is symmetric and not needed
          View some = View.of(among, b, b).rows(first, rows);
          blas.add(-1, known.columns(first, rows).t(), from(known, start), from(some, start));
        });
  }

  /** The columns of a view from column {@code first} on. */
  private View from(View rows, int first) {
    return rows.columns(first, candidates - first);
  }

  /** The rows of the candidates taken, in the order in which they were taken. */
  public int[] rows(int[] rowsOfCandidates) {
    return Arrays.stream(places).limit(taken).map(place -> rowsOfCandidates[place]).toArray();
  }

  /** The rows of F of the candidates taken, selected from those of all candidates. */
  public double[] features(double[] featuresOfCandidates, int columns) {
    double[] result = new double[taken * columns];
    for (int j = 0; j < taken; j++) {
      System.arraycopy(featuresOfCandidates, places[j] * columns, result, j * columns, columns);
    }
    return result;
  }

  /** The lower triangular factor of the residual matrix among the candidates taken, row-major. */
  public double[] factor() {
    double[] result = new double[taken * taken];
    for (int j = 0; j < taken; j++) {
      for (int k = 0; k <= j; k++) {
        result[j * taken + k] = factor[k * candidates + places[j]];
      }
    }
    return result;
  }
}
