package dev.mercer.internal.certify;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.features.LandmarkBasis;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.ResidualColumns;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.rows.RowDraw;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A sample of columns of the residual R = K - K^ from which |R|_F is estimated.
 *
 * <p>A column j drawn with probability r_j / tr R gives X_j = |R e_j|^2 / r_j, whose mean is
 * |R|_F^2 / tr R. The probabilities of all rows are known only after a pass, so the columns are
 * drawn in two phases, which lets the pass compute them too:
 *
 * <ol>
 *   <li>draw {@value #CANDIDATES} rows uniformly, without replacement (all rows if there are
 *       fewer), and compute their residuals r_j
 *   <li>{@value #COLUMNS} draws among them with probability w_j r_j, with replacement
 * </ol>
 *
 * The mean of X is then a ratio estimate of |R|_F^2 / tr R, and tr R is known after the pass. The
 * standard error counts both phases.
 */
public final class ResidualSample {

  public static final int CANDIDATES = 1000;
  public static final int COLUMNS = 100;

  private final int[] rows;
  private final int[] times;
  private final double[] residuals;
  private final View features;
  private final int draws;
  private final int candidates;
  private final boolean everything;
  private final Blas blas;

  private ResidualSample(
      int[] rows,
      int[] times,
      double[] residuals,
      View features,
      int draws,
      int candidates,
      boolean everything,
      Blas blas) {
    this.blas = blas;
    this.rows = rows;
    this.times = times;
    this.residuals = residuals;
    this.features = features;
    this.draws = draws;
    this.candidates = candidates;
    this.everything = everything;
  }

  /**
   * Draws columns.
   *
   * @param allRows whether the rows of the basis are all rows; if not, they are candidates already,
   *     drawn uniformly among many more
   * @return empty if the residual of all candidates is zero
   */
  public static Optional<ResidualSample> draw(LandmarkBasis basis, long seed, boolean allRows) {
    GramColumns gram = basis.gram();
    SplittableRandom random = new SplittableRandom(seed ^ 0x7265736964756573L);
    int[] chosen = candidates(gram.size(), basis.weights(), random);
    int k = basis.factor().rank();
    View features = features(basis, chosen);
    double[] own = gram.diagonal();
    double[] cumulative = new double[chosen.length];
    double[] missed = new double[chosen.length];
    double sum = 0;
    for (int i = 0; i < chosen.length; i++) {
      double squared = 0;
      for (int c = 0; c < k; c++) {
        squared += features.get(i, c) * features.get(i, c);
      }
      // Below the cut-off a residual is only rounding, and must not become a divisor.
      double rest = own[chosen[i]] - squared;
      missed[i] = rest > LandmarkFactor.CUT_OFF * own[chosen[i]] ? rest : 0;
      sum += missed[i] * basis.weight(chosen[i]);
      cumulative[i] = sum;
    }
    if (!(sum > 0)) {
      return Optional.empty();
    }
    TreeMap<Integer, Integer> counts = new TreeMap<>();
    for (int draw = 0; draw < COLUMNS; draw++) {
      double at = random.nextDouble() * sum;
      int found = java.util.Arrays.binarySearch(cumulative, at);
      int index = Math.min(chosen.length - 1, found < 0 ? -found - 1 : found + 1);
      // The search may end at any of several equal sums. So go on to the first candidate with a
      // larger sum, which has a positive probability; if rounding led past all of them, go back to
      // the last candidate that has one.
      while (index < chosen.length - 1 && cumulative[index] <= at) {
        index++;
      }
      while (missed[index] == 0) {
        index--;
      }
      counts.merge(index, 1, Integer::sum);
    }
    int[] rows = new int[counts.size()];
    int[] times = new int[counts.size()];
    double[] residuals = new double[counts.size()];
    View sampled = View.zeros(counts.size(), k);
    int at = 0;
    for (var entry : counts.entrySet()) {
      int index = entry.getKey();
      rows[at] = chosen[index];
      times[at] = entry.getValue();
      residuals[at] = missed[index];
      System.arraycopy(features.values(), index * k, sampled.values(), at * k, k);
      at++;
    }
    boolean everything = allRows && chosen.length == gram.size();
    return Optional.of(
        new ResidualSample(
            rows,
            times,
            residuals,
            sampled,
            COLUMNS,
            chosen.length,
            everything,
            gram.workers().blas()));
  }

  private static int[] candidates(int n, double[] weights, SplittableRandom random) {
    int[] usable = new int[n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (weights == null || weights[i] > 0) {
        usable[count++] = i;
      }
    }
    return RowDraw.from(
        java.util.Arrays.copyOf(usable, count), Math.min(count, CANDIDATES), random);
  }

  /** The features of some rows, one row each. */
  private static View features(LandmarkBasis basis, int[] chosen) {
    LandmarkFactor factor = basis.factor();
    int k = factor.rank();
    int m = factor.order().length;
    GramColumns.Columns columns = basis.landmarks().columns(basis.gram(), factor.order());
    View result = View.zeros(chosen.length, k);
    double[] values = k == m ? result.values() : new double[chosen.length * m];
    basis
        .gram()
        .workers()
        .run(
            (chosen.length + GramColumns.BLOCK_ROWS - 1) / GramColumns.BLOCK_ROWS,
            (block, worker) -> {
              int first = block * GramColumns.BLOCK_ROWS;
              int count = Math.min(GramColumns.BLOCK_ROWS, chosen.length - first);
              columns.fill(chosen, first, count, values, first * m, worker);
              factor.toFeatures(count, values, first * m, result.values(), first * k);
            });
    return result;
  }

  /** The rows whose columns were drawn, each once, as numbers among those of the basis. */
  public int[] rows() {
    return rows.clone();
  }

  /** Their features, one row each. */
  public View features() {
    return features;
  }

  /**
   * |W^1/2 R W^1/2|_F^2.
   *
   * @param squares |W^1/2 R e_j|^2 of the rows drawn
   * @param trace sum w_i r_i over all rows
   */
  public Estimate squaredNorm(double[] squares, double trace) {
    double[] terms = new double[rows.length];
    for (int j = 0; j < rows.length; j++) {
      terms[j] = squares[j] / residuals[j];
    }
    return mean(terms, trace);
  }

  /**
   * tr(V'RV) with V the leading eigenvectors of H K^ H over the rows: how much more the same
   * vectors capture of K than of K^. To first order this is all that is lost by using landmarks.
   *
   * <p>Row j of V is (f_j - mean)'b_i / sqrt(kappa_i), and V'R e_j follows from the products of the
   * pass, so the trace is the mean over the draws of V_j . V'R e_j / r_j, times tr R.
   *
   * @param values kappa, at least {@code rank} of them
   * @param vectors b_i as columns
   * @param mean of the features, or null where nothing is centered
   * @param columns the sums of a pass for the rows drawn
   * @param trace sum w_i r_i over all rows
   */
  public Estimate firstOrder(
      int rank,
      double[] values,
      View vectors,
      double[] mean,
      ResidualColumns columns,
      double trace) {
    int q = rows.length;
    int k = features.width();
    int used = 0;
    while (used < Math.min(rank, values.length) && values[used] > 0) {
      used++;
    }
    View centered = features;
    View across = columns.products();
    if (mean != null) {
      centered = features.copy();
      across = across.copy();
      for (int j = 0; j < q; j++) {
        for (int c = 0; c < k; c++) {
          centered.set(j, c, centered.get(j, c) - mean[c]);
          across.set(c, j, across.get(c, j) - mean[c] * columns.sums()[j]);
        }
      }
    }
    View axes = vectors.columns(0, used);
    View score = blas.product(centered, axes);
    View product = blas.product(axes.t(), across);
    double[] terms = new double[q];
    for (int j = 0; j < q; j++) {
      for (int i = 0; i < used; i++) {
        terms[j] += score.get(j, i) * product.get(i, j) / (values[i] * residuals[j]);
      }
    }
    return mean(terms, trace);
  }

  /** The mean of terms over the draws and its standard error, both times {@code factor}. */
  private Estimate mean(double[] terms, double factor) {
    double sum = 0;
    for (int j = 0; j < rows.length; j++) {
      sum += times[j] * terms[j];
    }
    double mean = sum / draws;
    double spread = 0;
    for (int j = 0; j < rows.length; j++) {
      spread += times[j] * (terms[j] - mean) * (terms[j] - mean);
    }
    double variance = spread / (draws - 1);
    double inverse = 1.0 / draws + (everything ? 0 : 1.0 / candidates);
    return new Estimate(factor * mean, factor * Math.sqrt(variance * inverse));
  }
}
