package dev.mercer.internal.select;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.PartialCholesky;
import java.util.Arrays;

/**
 * Cholesky on a few candidates: takes some of them, one after the other, out of their residual
 * matrix R(S,S), and keeps the residuals of the others up to date. What is taken becomes pivots of
 * a {@link PartialCholesky}.
 *
 * <p>In panels of {@value #PANEL}: within one, only columns of what is taken are computed; after
 * it, R(S,S) is brought up to date by GEMM, strips of {@value #STRIP} rows in parallel. Candidates
 * that are gone through in order are not looked at again, nor are those before them. Cost: 2 b^2 t
 * flops for t of b, about a third of that in order, all but b t {@value #PANEL} of them at the
 * speed of GEMM.
 */
public final class CandidateElimination {

  private static final int PANEL = 32;
  private static final int STRIP = 256;

  private final int candidates;
  private final boolean inOrder;
  private final Workers workers;
  private final int most;
  private final double[] among; // after all whole panels
  private final double[] residual;
  private final double[] factor; // one row for each that is taken
  private final double[] column;
  private final double[] shares = new double[PANEL];
  private final int[] places;
  private final Blas blas;
  private int taken;

  /**
   * @param among b x b, symmetric; given away
   * @param most how many are taken at most
   */
  public CandidateElimination(int candidates, double[] among, int most, Workers workers) {
    this(candidates, among, most, false, workers);
  }

  /**
   * @param inOrder whether every candidate taken comes behind those taken before; of those before
   *     it nothing may then be asked any more
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

  /** What is left of the diagonal entry of a candidate; 0 for those taken. */
  public double residual(int candidate) {
    return residual[candidate];
  }

  /** Takes a candidate of positive residual. */
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

  /** R(S,S) loses what a whole panel took, from candidate {@code from} on. */
  private void update(int panel, int from) {
    int b = candidates;
    View known = View.at(factor, panel, PANEL, b, b);
    workers.run(
        (b - from + STRIP - 1) / STRIP,
        (index, worker) -> {
          int first = from + index * STRIP;
          int rows = Math.min(STRIP, b - first);
          int start = inOrder ? first : from; // the other half is the same, and not asked for
          View some = View.of(among, b, b).rows(first, rows);
          blas.add(-1, known.columns(first, rows).t(), from(known, start), from(some, start));
        });
  }

  /** The columns of some rows from one on. */
  private View from(View rows, int first) {
    return rows.columns(first, candidates - first);
  }

  /** The rows taken, in order. */
  public int[] rows(int[] rowsOfCandidates) {
    return Arrays.stream(places).limit(taken).map(place -> rowsOfCandidates[place]).toArray();
  }

  /** The rows of F of those taken, out of those of all candidates. */
  public double[] features(double[] featuresOfCandidates, int columns) {
    double[] result = new double[taken * columns];
    for (int j = 0; j < taken; j++) {
      System.arraycopy(featuresOfCandidates, places[j] * columns, result, j * columns, columns);
    }
    return result;
  }

  /** The lower triangular factor of the residual matrix among those taken, row-major. */
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
