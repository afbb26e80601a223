package dev.mercer.internal.fit;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.certify.CapturedVariance;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.linalg.ColumnSpan;
import java.util.stream.IntStream;

/**
 * The variance that axes over landmarks capture, T = tr((A'K_y A)^-1 A'C A), C = K_yx W K_xy about
 * the mean, and a bound of its rounding error that holds whatever the condition of the axes.
 *
 * <ol>
 *   <li>directions D = L'A in features, K_y = L L'
 *   <li>an orthonormal basis V of their span, by {@link ColumnSpan}; not from D'D, which contains
 *       squares, so that every axis would be lost whose part outside the span of the others is
 *       below 1e-8
 *   <li>M = V'SV, S the second moment of the features; T = tr M
 * </ol>
 *
 * <p>Rounding, to first order in each of its causes:
 *
 * <ul>
 *   <li>S, features and sums over the rows: {@link MomentRounding}
 *   <li>K_y differs from the L L' that was computed by E, kernel values and factor rounded. With B
 *       = L^-T V, the coefficients of V, it is B'K_y B = I + B'E B that is orthonormal, so T is off
 *       by |tr(B'E B M)|. If the errors have independent signs, |c'E c| is at most alpha |c|^2,
 *       alpha = {@value MomentRounding#LANDMARK_ROUNDING} sqrt(k) eps max k_jj, so that the error
 *       of T is at most alpha tr(B'B M) / (1 - alpha |B|^2)
 *   <li>column c of D is a sum of m terms with an error of 4 sqrt(m) eps |L|'|a_c|, and computing V
 *       adds rounding of its own. Both together may rotate v_j by an angle e_j ({@link
 *       ColumnSpan#turned}), which grows like the condition of the axes. With e the root of sum
 *       e_j^2, this changes T by at most 2 e |S V - V M|, which is 0 for eigenvectors, plus 2 e^2
 *       lambda_1(S)
 *   <li>if landmarks were dropped, a part o_c of an axis is missing from the features, see {@link
 *       LandmarkFactor#unseen}. For the vectors V this is a rotation by an angle o, which changes T
 *       by at most 2 o sqrt(T tr R) + 2 o^2 (lambda_1(S) + tr R), R the residual
 *   <li>a vector with e_j above 1 / (16 r) is too inaccurate and is left out, and so is an axis
 *       that depends on the others to rounding. The others capture what they capture without it; it
 *       can only add to that, and at most what they leave
 * </ul>
 *
 * Cost: 2 k^2 r + 6 k r^2 flops.
 */
final class LandmarkSpan {

  /** The error of a sum of n terms, if their signs are independent, in units of sqrt(n) eps. */
  private static final double SUM_ROUNDING = 4;

  private final ProjectedRows projected;
  private final LandmarkFactor factor;
  private final Blas blas;
  private final int columns;
  private final View coefficients; // A, m x columns
  private final View directions; // D, k x columns
  private final ProjectedRows.AxesMoments moments;
  private final double[] off; // error of each column of D, relative to its length

  private LandmarkSpan(
      ProjectedRows projected,
      View coefficients,
      View directions,
      ProjectedRows.AxesMoments moments,
      double[] off) {
    this.projected = projected;
    this.factor = projected.factor();
    this.blas = factor.blas();
    this.columns = coefficients.width();
    this.coefficients = coefficients;
    this.directions = directions;
    this.moments = moments;
    this.off = off;
  }

  /**
   * Computes the moments of the rows along some axes.
   *
   * @param coefficients A over the landmarks, m x columns
   */
  static LandmarkSpan of(ProjectedRows projected, View coefficients) {
    View directions = projected.factor().directions(coefficients);
    return new LandmarkSpan(
        projected,
        coefficients,
        directions,
        projected.along(directions),
        off(projected.factor(), coefficients, directions));
  }

  /** D, k x columns. */
  View directions() {
    return directions;
  }

  /** 4 sqrt(m) eps | |L|'|a_c| | / |d_c|. */
  private static double[] off(LandmarkFactor factor, View coefficients, View directions) {
    Blas blas = factor.blas();
    View sizes = blas.product(magnitudes(factor.ofLandmarks()).t(), magnitudes(coefficients));
    double[] terms = blas.columnNorms(sizes);
    double[] lengths = blas.columnNorms(directions);
    double unit = SUM_ROUNDING * Math.sqrt(factor.landmarks()) * Math.ulp(1.0);
    double[] result = new double[terms.length];
    for (int c = 0; c < result.length; c++) {
      result[c] = terms[c] > 0 ? unit * terms[c] / lengths[c] : 0;
    }
    return result;
  }

  private static View magnitudes(View matrix) {
    View result = matrix.copy();
    for (int i = 0; i < result.values().length; i++) {
      result.values()[i] = Math.abs(result.values()[i]);
    }
    return result;
  }

  /** T with its interval. */
  CapturedVariance captured() {
    if (factor.signed()) { // without a certificate no interval is needed; axes have length one
      return new CapturedVariance(
          moments.scores().trace(), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }
    ColumnSpan span = new ColumnSpan(factor.rank(), columns, directions.rowMajor(), blas);
    double[] each = off.clone();
    for (int c = 0; c < columns; c++) {
      each[c] += span.rounding();
    }
    double[] turned = span.turned(each);
    double[] unseen = factor.unseen(coefficients);
    double[] lengths = span.lengths();
    for (int c = 0; c < columns; c++) {
      unseen[c] = unseen[c] > 0 ? unseen[c] / lengths[c] : 0;
    }
    double[] outside = span.turned(unseen);
    int[] known =
        IntStream.range(0, span.rank())
            .filter(j -> (turned[j] + outside[j]) * 16 * columns <= 1)
            .toArray();
    View basis = View.of(span.basis(), factor.rank(), span.rank());
    View v = View.zeros(factor.rank(), known.length);
    double turn = 0;
    double out = 0;
    for (int c = 0; c < known.length; c++) {
      turn = Math.hypot(turn, turned[known[c]]);
      out = Math.hypot(out, outside[known[c]]);
      for (int i = 0; i < factor.rank(); i++) {
        v.set(i, c, basis.get(i, known[c]));
      }
    }
    return captured(v, turn, out);
  }

  /**
   * T from an orthonormal basis V.
   *
   * @param v V, k x q
   * @param turn e, the angle by which rounding may have rotated V
   * @param out o, the angle that stands for the parts missing from the features
   */
  private CapturedVariance captured(View v, double turn, double out) {
    int q = v.width();
    ProjectedRows.AxesMoments own = projected.along(v);
    View m = own.scores();
    View rest = own.products().copy(); // S V, then less V M
    blas.add(-1, v, m, rest);
    View b = factor.coefficients(v);
    View gram = blas.product(b.t(), b); // B'B
    double alpha = projected.landmarkRounding();
    double value = m.trace();
    double size = gram.trace();
    double weighted = 0; // tr(B'B M)
    for (int i = 0; i < q; i++) {
      weighted += blas.dot(gram.row(i), m.row(i));
    }
    double rounding = projected.rounding();
    boolean known = alpha * size < 0.5;
    if (known) {
      rounding += alpha * Math.max(0, weighted) / (1 - alpha * size);
      rounding += 2 * turn * blas.norm(rest) + 2 * turn * turn * projected.largest();
      double left = projected.moments().residualTrace() + projected.rounding();
      rounding +=
          2 * out * Math.sqrt(Math.max(0, value) * left)
              + 2 * out * out * (projected.largest() + left);
    } else {
      rounding = value;
    }
    double most = projected.totalHigh();
    double high = q < columns || !known ? Math.max(most, value + rounding) : value + rounding;
    return new CapturedVariance(value, Math.max(0, value - rounding), high);
  }

  /**
   * 2 |Y|^2 - tr(Y'Y G), Y the centered scores: the total variance less this is the reconstruction
   * error.
   */
  double lost() {
    View scores = moments.scores();
    View gram = moments.gram();
    double result = 0;
    for (int i = 0; i < columns; i++) {
      result += 2 * scores.get(i, i);
      for (int j = 0; j < columns; j++) {
        result -= scores.get(i, j) * gram.get(j, i);
      }
    }
    return result;
  }

  /**
   * Bound of the rounding error of {@link #lost}. With N = Y'Y = D'S D and G = D'D it is tr(N (2 I
   * - G)). The error of S is that of {@link MomentRounding}, column c of D has the relative error
   * {@code off}, the error of G is A'E A, and parts missing from the features are missing in N and
   * G.
   */
  double lostRounding() {
    double[] lengths = blas.columnNorms(directions);
    double[] coefficientNorms = blas.columnNorms(coefficients);
    double gramNorm = blas.norm(moments.gram());
    double squares = 0; // |D|^2
    double byMetric = 0;
    double turned = 0; // sum o_c |d_c|
    double scoresNorm = 0;
    double largest = 0;
    for (int c = 0; c < columns; c++) {
      squares += lengths[c] * lengths[c];
      turned += lengths[c] > 0 ? off[c] * lengths[c] : 0;
      double root = Math.sqrt(Math.max(0, moments.scores().get(c, c)));
      byMetric += root * coefficientNorms[c];
      scoresNorm += root * root;
      largest = Math.max(largest, lengths[c]);
    }
    double products = blas.norm(moments.products()); // |S D|
    double unseen = 0;
    for (double length : factor.unseen(coefficients)) {
      unseen += length;
    }
    double left = projected.moments().residualTrace() + projected.rounding();
    double missing = unseen * Math.sqrt(left); // part of |Y| that is missing
    return projected.rounding() * squares * (2 + gramNorm)
        + projected.landmarkRounding() * byMetric * byMetric
        + 2 * turned * products * (2 + gramNorm)
        + 2 * turned * largest * scoresNorm
        + (2 + gramNorm) * missing * (2 * Math.sqrt(scoresNorm) + missing)
        + unseen * unseen * scoresNorm;
  }
}
