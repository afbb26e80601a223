package dev.mercer.internal.fit;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.certify.CapturedVariance;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.linalg.ColumnSpan;
import dev.mercer.internal.problem.Components;

/**
 * What axes over landmarks capture of the rows, T = tr((A'K_y A)^-1 A'C A), C = K_yx W K_xy about
 * the mean, and how far rounding can put it off, whatever the condition of the axes.
 *
 * <ol>
 *   <li>directions D = L'A in features, K_y = L L'
 *   <li>an orthonormal basis V of their span, by {@link ColumnSpan}: not by D'D, which holds
 *       squares and loses every axis whose own part is below 1e-8
 *   <li>M = V'SV, S the second moment of the features; T = tr M
 * </ol>
 *
 * <p>Rounding, to first order in each of its causes:
 *
 * <ul>
 *   <li>S, features and sums over the rows: {@link SeenThroughLandmarks#rounding}
 *   <li>K_y differs from the L L' that was computed by E, kernel values and factor rounded. With B
 *       = L^-T V, the coefficients of V, it is B'K_y B = I + B'E B that is orthonormal, so T is off
 *       by |tr(B'E B M)|. Errors of independent signs make |c'E c| at most alpha |c|^2, alpha =
 *       {@value SeenThroughLandmarks#LANDMARK_ROUNDING} sqrt(k) eps max k_jj: alpha tr(B'B M) / (1
 *       - alpha |B|^2) in all
 *   <li>column c of D is a sum of m terms, off by 4 sqrt(m) eps of |L|'|a_c|, and V by the rounding
 *       of its own: every v_j may be turned by e_j ({@link ColumnSpan#turned}), which grows like
 *       the condition of the axes. A turn by e, the root of sum e_j^2, moves T by 2 e |S V - V M|,
 *       which is 0 for eigenvectors, and 2 e^2 lambda_1(S)
 *   <li>landmarks that were dropped leave a part o_c of an axis out of the features, see {@link
 *       LandmarkFactor#unseen}; turned into the vectors by o, it moves T by 2 o sqrt(T tr R) and 2
 *       o^2 (lambda_1(S) + tr R), R what the features leave of K
 *   <li>a vector with e_j above 1 / (16 r) is not known at all and left out, as is what depends on
 *       the others to rounding. Such an axis cannot take away from what the others capture; at most
 *       it adds what they leave
 * </ul>
 *
 * Cost: 2 k^2 r + 6 k r^2 flops.
 */
final class LandmarkSpan {

  /** A sum of terms of independent signs is off by so many roots of their number. */
  private static final double SUM_ROUNDING = 4;

  private final SeenThroughLandmarks seen;
  private final LandmarkFactor factor;
  private final int k;
  private final int columns;
  private final double[] coefficients;
  private final double[] directions; // D, k x columns
  private final double[] off; // of each column of D, as a share of its length
  private final SeenThroughLandmarks.AxesMoments moments;
  private final Blas blas = Backend.instance().blas();

  /**
   * @param coefficients A over the landmarks, m x columns, row-major
   */
  LandmarkSpan(SeenThroughLandmarks seen, double[] coefficients, int columns) {
    this.seen = seen;
    this.factor = seen.factor();
    this.k = factor.rank();
    this.columns = columns;
    this.coefficients = coefficients;
    this.directions = factor.directions(coefficients, columns);
    this.moments = seen.axesMoments(directions, columns);
    this.off = off();
  }

  /** D, k x columns. */
  double[] directions() {
    return directions;
  }

  /** 4 sqrt(m) eps | |L|'|a_c| | / |d_c|. */
  private double[] off() {
    int m = factor.landmarks();
    double[] features = magnitudes(factor.ofLandmarks());
    double[] sizes = new double[k * columns];
    double[] weights = magnitudes(coefficients);
    blas.gemm(
        true, false, k, columns, m, 1, features, 0, k, weights, 0, columns, 0, sizes, 0, columns);
    double[] result = new double[columns];
    for (int c = 0; c < columns; c++) {
      double length = norm(directions, c);
      double terms = norm(sizes, c);
      result[c] = terms > 0 ? SUM_ROUNDING * Math.sqrt(m) * Math.ulp(1.0) * terms / length : 0;
    }
    return result;
  }

  private static double[] magnitudes(double[] values) {
    double[] result = new double[values.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = Math.abs(values[i]);
    }
    return result;
  }

  /** The length of a column of a k x columns matrix. */
  private double norm(double[] matrix, int column) {
    double[] values = new double[k];
    for (int i = 0; i < k; i++) {
      values[i] = matrix[i * columns + column];
    }
    return blas.norm(k, values, 0);
  }

  /**
   * T and its ends.
   *
   * @param most the total variance, at most
   */
  CapturedVariance captured(double most) {
    if (factor.signed()) { // no certificate needs more; axes have length one
      double sum = 0;
      for (int c = 0; c < columns; c++) {
        sum += moments.scores()[c * columns + c];
      }
      return new CapturedVariance(sum, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }
    ColumnSpan span = new ColumnSpan(k, columns, directions, blas);
    double[] each = off.clone();
    for (int c = 0; c < columns; c++) {
      each[c] += span.rounding();
    }
    double[] turned = span.turned(each);
    double[] unseen = factor.unseen(coefficients, columns);
    double[] lengths = span.lengths();
    for (int c = 0; c < columns; c++) {
      unseen[c] = unseen[c] > 0 ? unseen[c] / lengths[c] : 0;
    }
    double[] outside = span.turned(unseen);
    double[] basis = span.basis();
    int all = span.rank();
    int q = 0;
    double turn = 0;
    double out = 0;
    double[] kept = new double[k * all];
    for (int j = 0; j < all; j++) {
      if ((turned[j] + outside[j]) * 16 * columns <= 1) {
        turn = Math.hypot(turn, turned[j]);
        out = Math.hypot(out, outside[j]);
        for (int i = 0; i < k; i++) {
          kept[i * all + q] = basis[i * all + j];
        }
        q++;
      }
    }
    return captured(q, Components.firstColumns(k, all, kept, q), turn, out, most);
  }

  /**
   * From an orthonormal basis V of q columns that may be turned by so much, and out of features.
   */
  private CapturedVariance captured(int q, double[] v, double turn, double out, double most) {
    SeenThroughLandmarks.AxesMoments own = seen.axesMoments(v, q);
    double[] m = own.scores();
    double[] rest = own.products().clone(); // S V, then less V M
    blas.gemm(false, false, k, q, q, -1, v, 0, q, m, 0, q, 1, rest, 0, q);
    double[] b = factor.coefficients(v, q);
    int landmarks = factor.landmarks();
    double[] gram = new double[q * q]; // B'B
    blas.gemm(true, false, q, q, landmarks, 1, b, 0, q, b, 0, q, 0, gram, 0, q);
    double alpha = seen.landmarkRounding();
    double value = 0;
    double weighted = 0;
    double size = 0;
    for (int i = 0; i < q; i++) {
      value += m[i * q + i];
      size += gram[i * q + i];
      weighted += blas.dot(q, gram, i * q, m, i * q);
    }
    double rounding = seen.rounding();
    boolean known = alpha * size < 0.5;
    if (known) {
      rounding += alpha * Math.max(0, weighted) / (1 - alpha * size);
      rounding += 2 * turn * blas.norm(k * q, rest, 0) + 2 * turn * turn * seen.largest();
      double left = seen.moments().residualTrace() + seen.rounding();
      rounding +=
          2 * out * Math.sqrt(Math.max(0, value) * left) + 2 * out * out * (seen.largest() + left);
    } else {
      rounding = value;
    }
    double high = q < columns || !known ? Math.max(most, value + rounding) : value + rounding;
    return new CapturedVariance(value, Math.max(0, value - rounding), high);
  }

  /** 2 |Y|^2 - tr(Y'Y G), Y the centred scores: what the axes take off the total variance. */
  double lost() {
    double[] scores = moments.scores();
    double[] gram = moments.gram();
    double result = 0;
    for (int i = 0; i < columns; i++) {
      result += 2 * scores[i * columns + i];
      for (int j = 0; j < columns; j++) {
        result -= scores[i * columns + j] * gram[j * columns + i];
      }
    }
    return result;
  }

  /**
   * How far rounding can put {@link #lost} off: with N = Y'Y = D'S D and G = D'D it is tr(N (2 I -
   * G)), S is off by {@link SeenThroughLandmarks#rounding}, column c of D by its share, G by A'E A,
   * and what is out of the features is missing of both.
   */
  double lostRounding() {
    double[] scores = moments.scores();
    double[] gram = moments.gram();
    double squares = 0; // |D|^2
    double gramNorm = blas.norm(columns * columns, gram, 0);
    double byMetric = 0;
    double turned = 0; // sum o_c |d_c|
    double scoresNorm = 0;
    double largest = 0;
    for (int c = 0; c < columns; c++) {
      double length = norm(directions, c);
      squares += length * length;
      turned += length > 0 ? off[c] * length : 0;
      double root = Math.sqrt(Math.max(0, scores[c * columns + c]));
      byMetric += root * coefficientNorm(c);
      scoresNorm += root * root;
      largest = Math.max(largest, length);
    }
    double products = blas.norm(k * columns, moments.products(), 0); // |S D|
    double unseen = 0;
    for (double length : factor.unseen(coefficients, columns)) {
      unseen += length;
    }
    double left = seen.moments().residualTrace() + seen.rounding();
    double missing = unseen * Math.sqrt(left); // of |Y|
    return seen.rounding() * squares * (2 + gramNorm)
        + seen.landmarkRounding() * byMetric * byMetric
        + 2 * turned * products * (2 + gramNorm)
        + 2 * turned * largest * scoresNorm
        + (2 + gramNorm) * missing * (2 * Math.sqrt(scoresNorm) + missing)
        + unseen * unseen * scoresNorm;
  }

  private double coefficientNorm(int column) {
    int m = factor.landmarks();
    double[] values = new double[m];
    for (int i = 0; i < m; i++) {
      values[i] = coefficients[i * columns + column];
    }
    return blas.norm(m, values, 0);
  }
}
