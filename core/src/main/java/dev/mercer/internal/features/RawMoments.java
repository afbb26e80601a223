package dev.mercer.internal.features;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import java.util.Arrays;

/**
 * Moments of all rows' features, and sampled columns of the residual, from sums over kernel values:
 * where K_y = L L' is well conditioned, L^-1 need not be applied to every row.
 *
 * <p>With p = k + q columns of K, those of the landmarks (H) and of the sampled rows (C), and [H
 * C]'W [H C] and the sums of the columns given:
 *
 * <ol>
 *   <li>the sampled columns of R = K - H K_y^-1 H' by {@link ResidualColumns}, with g = K_y^-1 h of
 *       their rows
 *   <li>S = L^-1 H'W H L^-T, s = L^-1 H'W 1, F'W R e = L^-1 H'W R e, tr R = tr K - tr S
 * </ol>
 *
 * <p>Rounding. No term of an entry of H'W H goes through more than t additions, some thousand since
 * rows are summed by chunks ({@link GramColumnMoments#longestChain}): the entry is off by t eps d_i
 * d_j at most, d the roots of the diagonal. Through L^-1 the trace of S is off by t eps ||L^-1|
 * d|^2 at most. A sum of eigenvalues could be off by sqrt(k) times that if all errors conspired;
 * with signs at random it is off by sqrt(t k) eps of the same square. So u = max(t, 2 sqrt(t k))
 * eps stands for t eps. The solves with L add 2 k eps |L|_F |L^-1|_F tr S. Both are computed, and
 * the sum is {@link LandmarkMoments#rounding}.
 *
 * <p>They are refused, and the features are computed after all, where cond(K_y) may exceed {@value
 * #MOST_CONDITION}: S would be off by eps cond(K_y) lambda_1, 2e-10 of it. And also where it turns
 * out that rounding exceeds {@value #MOST_ROUNDING} tr K, or tr R, a difference, is below {@value
 * #LEAST_SHARE} tr K, so that tr R is good to a thousandth in the worst case; or where the sampled
 * columns are not good.
 *
 * <p>sum w sqrt(r) is not to be had; its upper bound sqrt(sum w sum w r) over the rows that are not
 * landmarks takes its place.
 *
 * <p>Cost: 4 k^3 flops; memory 2 k^2.
 */
final class RawMoments {

  private static final double MOST_CONDITION = 1e6;
  private static final double MOST_ROUNDING = 1e-6;
  private static final double LEAST_SHARE = 1e-3;

  private final LandmarkFactor factor;
  private final double[] sampledFeatures;
  private final int k;
  private final int q;
  private final int p;
  private final Workers workers;
  private final Blas blas;
  private final double[] inverse; // L^-T
  private final double inverseNorm; // |L^-1|_F
  private final double norm; // |L|_F
  private double[] sums; // of the columns
  private double[] second; // [H C]'W [H C], p x p
  private double unit;
  private double[] squares;
  private double[] columnSums;
  private double[] products;

  private RawMoments(LandmarkFactor factor, int q, double[] sampledFeatures, Workers workers) {
    this.factor = factor;
    this.blas = workers.blas();
    this.sampledFeatures = sampledFeatures;
    this.k = factor.rank();
    this.q = q;
    this.p = k + q;
    this.workers = workers;
    this.inverse = new double[Math.multiplyExact(k, k)];
    for (int i = 0; i < k; i++) {
      inverse[i * k + i] = 1;
    }
    whiten(k, inverse, k);
    this.inverseNorm = blas.norm(k * k, inverse, 0);
    this.norm = blas.norm(k * k, factor.ofLandmarks(), 0);
  }

  /**
   * Moments to be, before any row is read.
   *
   * @param own k(x, x) of the sampled rows
   * @param sampledFeatures of the sampled rows, one row each
   * @return null where rounding would matter
   */
  static RawMoments of(
      LandmarkFactor factor, double[] own, double[] sampledFeatures, Workers workers) {
    if (!factor.natural() || !leavesEnough(factor, own, sampledFeatures)) {
      return null;
    }
    RawMoments moments = new RawMoments(factor, own.length, sampledFeatures, workers);
    return moments.condition() <= MOST_CONDITION ? moments : null;
  }

  /** Whether tr R seems to be no smaller than a difference of sums can tell. */
  static boolean leavesEnough(LandmarkFactor factor, double[] own, double[] sampledFeatures) {
    return expectedShare(factor, own, sampledFeatures) > 2 * LEAST_SHARE;
  }

  /**
   * tr R / tr K as the sample has it: where rows are drawn with probability w r, the mean of k(x,x)
   * / r is the inverse.
   */
  private static double expectedShare(
      LandmarkFactor factor, double[] own, double[] sampledFeatures) {
    Blas blas = factor.blas();
    int k = factor.rank();
    double sum = 0;
    for (int j = 0; j < own.length; j++) {
      sum += own[j] / (own[j] - blas.dot(k, sampledFeatures, j * k, sampledFeatures, j * k));
    }
    return own.length / sum;
  }

  /**
   * cond(K_y) is at most tr K_y |K_y^-1|_F, and L^-1 L^-T, which is computed, has the eigenvalues
   * of K_y^-1.
   */
  private double condition() {
    double[] product = new double[k * k];
    SecondTiles tiles = new SecondTiles(k, blas);
    workers.run(tiles.count(), (index, worker) -> tiles.add(index, k, inverse, product));
    double sum = 0;
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < i; j++) {
        sum += 2 * product[i * k + j] * product[i * k + j];
      }
      sum += product[i * k + i] * product[i * k + i];
    }
    return norm * norm * Math.sqrt(sum);
  }

  /** Every row x becomes L^-1 x, blocks of rows in parallel; rows are {@code step} apart. */
  private void whiten(int rows, double[] x, int step) {
    int size = 64;
    workers.run(
        (rows + size - 1) / size,
        (block, worker) -> {
          int first = block * size;
          factor.whiten(Math.min(size, rows - first), x, first * step, step);
        });
  }

  /**
   * Makes them of the sums over all rows.
   *
   * @param columns sums over the columns of landmarks and sampled rows; destroyed
   * @param othersWeight the weight of the rows that are not landmarks, or an upper bound of it
   * @return null if rounding turned out to matter
   */
  LandmarkMoments made(GramColumnMoments columns, double othersWeight) {
    this.sums = columns.sums();
    this.second = columns.second();
    // What a sum over the rows is off by, relative to the sum of its terms' magnitudes.
    double chain = columns.longestChain();
    this.unit = Math.max(chain, 2 * Math.sqrt(chain * k)) * Math.ulp(1.0);
    LandmarkMoments moments = new LandmarkMoments(k);
    moments.addRows(columns.rows(), columns.weightSum(), columns.trace());
    mirror();
    if (!residualColumns()) {
      return null;
    }
    return whitened(moments, othersWeight) ? moments : null;
  }

  /** The upper triangle of H'W H from the lower. */
  private void mirror() {
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < i; j++) {
        second[j * p + i] = second[i * p + j];
      }
    }
  }

  /** What was sampled of the residual; false if rounding may have spoiled it. */
  private boolean residualColumns() {
    View l = View.of(inverse, k, k); // L^-T
    View weightsOfColumns = blas.product(View.of(sampledFeatures, q, k), l.t()); // g', by rows
    double[] sampledSquares = new double[q];
    Arrays.setAll(sampledSquares, j -> second[(k + j) * p + k + j]);
    ResidualColumns columns =
        new ResidualColumns(
            k,
            q,
            weightsOfColumns.values(),
            second,
            p,
            sums,
            second,
            k * p,
            p,
            sampledSquares,
            Arrays.copyOfRange(sums, k, p),
            unit,
            blas);
    squares = columns.squares();
    columnSums = columns.sums();
    double[] rest = columns.products();
    whiten(q, rest, k);
    products = ResidualColumns.transposed(k, q, rest);
    return columns.good();
  }

  private double root(int column) {
    return Math.sqrt(second[column * p + column]);
  }

  /** S, s and tr R; false if rounding is too large beside tr R. */
  private boolean whitened(LandmarkMoments moments, double othersWeight) {
    double rounding = unit * amplified();
    // X = H'W H L^-T, then its transpose through L^-1 again: S, both triangles.
    whiten(k, second, p);
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < i; j++) {
        double value = second[i * p + j];
        second[i * p + j] = second[j * p + i];
        second[j * p + i] = value;
      }
    }
    whiten(k, second, p);
    double[] array = moments.secondArray();
    double captured = 0;
    for (int i = 0; i < k; i++) {
      System.arraycopy(second, i * p, array, i * k, i + 1);
      captured += second[i * p + i];
    }
    rounding += 2 * k * Math.ulp(1.0) * norm * inverseNorm * captured;
    double residual = moments.trace() - captured;
    factor.whiten(1, sums, 0, p);
    moments.setSums(sums, residual, Math.sqrt(othersWeight * Math.max(0, residual)));
    moments.addRounding(rounding);
    return rounding <= MOST_ROUNDING * moments.trace() && residual >= LEAST_SHARE * moments.trace();
  }

  /** | |L^-1| d |^2 with d the roots of the diagonal of H'W H. */
  private double amplified() {
    double[] seen = new double[k];
    for (int c = 0; c < k; c++) {
      double root = root(c);
      for (int i = c; i < k; i++) {
        seen[i] += Math.abs(inverse[c * k + i]) * root;
      }
    }
    return blas.dot(k, seen, 0, seen, 0);
  }

  /** |W^1/2 R e_j|^2 of the sampled columns. */
  double[] sampledSquares() {
    return squares;
  }

  /** 1'W R e_j of the sampled columns. */
  double[] sampledSums() {
    return columnSums;
  }

  /** F'W R e_j of the sampled columns, k x columns. */
  double[] sampledProducts() {
    return products;
  }
}
