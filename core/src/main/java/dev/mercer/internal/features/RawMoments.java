package dev.mercer.internal.features;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import java.util.Arrays;
import java.util.Optional;

/**
 * Moments of all rows' features, and sampled columns of the residual, from sums over kernel values:
 * if K_y = L L' is well conditioned, L^-1 need not be applied to every row.
 *
 * <p>Given are p = k + q columns of K, those of the landmarks (H) and those of the sampled rows
 * (C), as the matrix [H C]'W [H C] and the sums of the columns:
 *
 * <ol>
 *   <li>the sampled columns of R = K - H K_y^-1 H' follow by {@link ResidualColumns}, with g =
 *       K_y^-1 h of their rows
 *   <li>S = L^-1 H'W H L^-T, s = L^-1 H'W 1, F'W R e = L^-1 H'W R e, tr R = tr K - tr S
 * </ol>
 *
 * <p>Rounding. No term of an entry of H'W H goes through more than t additions, a few thousand
 * because rows are summed by chunks ({@link GramColumnMoments#longestChain}): the entry is off by
 * at most t eps d_i d_j, where d are the roots of the diagonal. After the solves with L the trace
 * of S is off by at most t eps ||L^-1| d|^2. A sum of eigenvalues could be off by sqrt(k) times
 * that if all errors had the worst signs; with random signs it is off by sqrt(t k) eps of the same
 * square. So u = max(t, 2 sqrt(t k)) eps is used in place of t eps. The solves with L add 2 k eps
 * |L|_F |L^-1|_F tr S. Both bounds are computed, and their sum is {@link LandmarkMoments#rounding}.
 *
 * <p>The method is refused, and the features are computed after all, if cond(K_y) may exceed
 * {@value #MOST_CONDITION}: S would be off by eps cond(K_y) lambda_1, 2e-10 of it. It is also
 * refused if it turns out that rounding exceeds {@value #MOST_ROUNDING} tr K, or that tr R, which
 * is a difference, is below {@value #LEAST_SHARE} tr K, so that tr R is accurate to a thousandth in
 * the worst case; or if the sampled columns are not accurate enough.
 *
 * <p>sum w sqrt(r) cannot be computed this way; its upper bound sqrt(sum w sum w r) over the rows
 * that are not landmarks takes its place.
 *
 * <p>Cost: 4 k^3 flops; memory 2 k^2.
 */
final class RawMoments {

  private static final double MOST_CONDITION = 1e6;
  private static final double MOST_ROUNDING = 1e-6;
  private static final double LEAST_SHARE = 1e-3;

  private final LandmarkFactor factor;
  private final View sampledFeatures;
  private final int k;
  private final int q;
  private final int p;
  private final Workers workers;
  private final Blas blas;
  private final View inverse; // L^-T
  private final double inverseNorm; // |L^-1|_F
  private final double norm; // |L|_F

  private RawMoments(LandmarkFactor factor, View sampledFeatures, View inverse, Workers workers) {
    this.factor = factor;
    this.blas = workers.blas();
    this.sampledFeatures = sampledFeatures;
    this.k = factor.rank();
    this.q = sampledFeatures.height();
    this.p = k + q;
    this.workers = workers;
    this.inverse = inverse;
    this.inverseNorm = blas.norm(inverse);
    this.norm = blas.norm(factor.ofLandmarks());
  }

  /**
   * Prepares the moments before any row is read.
   *
   * @param own k(x, x) of the sampled rows
   * @param sampledFeatures features of the sampled rows, one row each
   * @return empty if rounding would matter
   */
  static Optional<RawMoments> of(
      LandmarkFactor factor, double[] own, View sampledFeatures, Workers workers) {
    if (!factor.natural() || !leavesEnough(factor, own, sampledFeatures)) {
      return Optional.empty();
    }
    View inverse = View.zeros(factor.rank(), factor.rank());
    for (int i = 0; i < factor.rank(); i++) {
      inverse.set(i, i, 1);
    }
    whiten(factor, inverse, workers); // I L^-T
    RawMoments moments = new RawMoments(factor, sampledFeatures, inverse, workers);
    return moments.condition() <= MOST_CONDITION ? Optional.of(moments) : Optional.empty();
  }

  /** Whether tr R is expected to be large enough to be computed as a difference of sums. */
  static boolean leavesEnough(LandmarkFactor factor, double[] own, View sampledFeatures) {
    return expectedShare(factor, own, sampledFeatures) > 2 * LEAST_SHARE;
  }

  /**
   * An estimate of tr R / tr K from the sample: if rows are drawn with probability proportional to
   * w r, the mean of k(x,x) / r estimates the inverse of that ratio.
   */
  private static double expectedShare(LandmarkFactor factor, double[] own, View sampledFeatures) {
    double sum = 0;
    for (int j = 0; j < own.length; j++) {
      View f = sampledFeatures.row(j);
      sum += own[j] / (own[j] - factor.blas().dot(f, f));
    }
    return own.length / sum;
  }

  /**
   * A bound of cond(K_y): it is at most tr K_y |K_y^-1|_F, and the computed product L^-1 L^-T has
   * the same eigenvalues as K_y^-1.
   */
  private double condition() {
    View product = View.zeros(k, k);
    SecondTiles tiles = new SecondTiles(k, blas);
    workers.run(tiles.count(), (index, worker) -> tiles.add(index, inverse, product));
    double sum = 0;
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < i; j++) {
        sum += 2 * product.get(i, j) * product.get(i, j);
      }
      sum += product.get(i, i) * product.get(i, i);
    }
    return norm * norm * Math.sqrt(sum);
  }

  /** Replaces every row x by L^-1 x, blocks of rows in parallel. */
  private static void whiten(LandmarkFactor factor, View x, Workers workers) {
    int size = 64;
    workers.run(
        (x.rows() + size - 1) / size,
        (block, worker) -> {
          int first = block * size;
          int count = Math.min(size, x.rows() - first);
          factor.whiten(count, x.values(), x.offset() + first * x.stride(), x.stride());
        });
  }

  /**
   * Computes the moments from the sums over all rows.
   *
   * @param columns sums over the columns of landmarks and sampled rows; overwritten
   * @param othersWeight the weight of the rows that are not landmarks, or an upper bound of it
   * @return empty if rounding turned out to matter
   */
  Optional<MomentsPass.Sums> made(GramColumnMoments columns, double othersWeight) {
    // The error of a sum over the rows, relative to the sum of its terms' magnitudes.
    double chain = columns.longestChain();
    double unit = Math.max(chain, 2 * Math.sqrt(chain * k)) * Math.ulp(1.0);
    View all = View.of(columns.second(), p, p); // [H C]'W [H C]
    View second = all.rows(0, k).columns(0, k); // H'W H
    mirror(second);
    Optional<ResidualColumns> sampled = residualColumns(all, columns.sums(), unit);
    if (sampled.isEmpty()) {
      return Optional.empty();
    }
    LandmarkMoments moments = new LandmarkMoments(k);
    moments.addRows(columns.rows(), columns.weightSum(), columns.trace());
    return whitened(moments, second, columns.sums(), unit, othersWeight)
        ? Optional.of(new MomentsPass.Sums(moments, sampled.get()))
        : Optional.empty();
  }

  /** Copies the lower triangle of a symmetric matrix to the upper one. */
  private static void mirror(View symmetric) {
    for (int i = 0; i < symmetric.rows(); i++) {
      for (int j = 0; j < i; j++) {
        symmetric.set(j, i, symmetric.get(i, j));
      }
    }
  }

  /**
   * The sampled columns of the residual; empty if rounding may have spoiled them.
   *
   * @param all [H C]'W [H C]
   * @param sums 1'W [H C]
   */
  private Optional<ResidualColumns> residualColumns(View all, double[] sums, double unit) {
    View g = blas.product(sampledFeatures, inverse.t()); // one row per column
    View sampled = all.rows(k, q);
    double[] squares = new double[q];
    Arrays.setAll(squares, j -> sampled.get(j, k + j));
    double[] own = Arrays.copyOfRange(sums, k, p);
    ResidualColumns ofKernel = new ResidualColumns(squares, own, sampled.columns(0, k).t());
    return ResidualColumns.of(g, all.rows(0, k).columns(0, k), sums, ofKernel, unit, blas)
        .map(
            raw -> {
              View rest = raw.products().t().copy();
              whiten(factor, rest, workers);
              return new ResidualColumns(raw.squares(), raw.sums(), rest.t().copy());
            });
  }

  /** Fills in S, s and tr R; returns false if rounding is too large compared with tr R. */
  private boolean whitened(
      LandmarkMoments moments, View second, double[] sums, double unit, double othersWeight) {
    double rounding = unit * amplified(second);
    // X = H'W H L^-T, then L^-1 is applied to its transpose: S, both triangles.
    whiten(factor, second, workers);
    transpose(second);
    whiten(factor, second, workers);
    double[] array = moments.secondArray();
    double captured = 0;
    for (int i = 0; i < k; i++) {
      System.arraycopy(second.values(), i * p, array, i * k, i + 1);
      captured += second.get(i, i);
    }
    rounding += 2 * k * Math.ulp(1.0) * norm * inverseNorm * captured;
    double residual = moments.trace() - captured;
    factor.whiten(1, sums, 0, p);
    moments.setSums(sums, residual, Math.sqrt(othersWeight * Math.max(0, residual)));
    moments.addRounding(rounding);
    return rounding <= MOST_ROUNDING * moments.trace() && residual >= LEAST_SHARE * moments.trace();
  }

  private static void transpose(View square) {
    for (int i = 0; i < square.rows(); i++) {
      for (int j = 0; j < i; j++) {
        double value = square.get(i, j);
        square.set(i, j, square.get(j, i));
        square.set(j, i, value);
      }
    }
  }

  /** | |L^-1| d |^2, where d are the roots of the diagonal of H'W H. */
  private double amplified(View second) {
    double[] seen = new double[k];
    for (int c = 0; c < k; c++) {
      double root = Math.sqrt(second.get(c, c));
      for (int i = c; i < k; i++) {
        seen[i] += Math.abs(inverse.get(c, i)) * root;
      }
    }
    return blas.dot(k, seen, 0, seen, 0);
  }
}
