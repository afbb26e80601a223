package dev.mercer.internal.problem;

import dev.mercer.internal.backend.View;
import dev.mercer.internal.certify.CapturedVariance;
import java.util.Arrays;

/**
 * What follows from the products P = K Q of a {@link RowSpan} about the axes in its span. The
 * symbols are those of that class.
 *
 * @param span Q and R
 * @param gram G = Q'K Q
 * @param scores Y = W^1/2 H P, n x q
 * @param reach u
 * @param errors e
 * @param size sqrt(w'd^2)
 */
public record MeasuredSpan(
    RowSpan span, View gram, View scores, double[] reach, double[] errors, double size) {

  /** Y'Y. */
  public View second() {
    return span.blas().product(scores.t(), scores);
  }

  /**
   * Orthonormal axes in the span of the first columns.
   *
   * @param combinations B, s x count: axis j is the combination b_j of the first s vectors of Q
   * @param scores Z, n x count
   * @param leftOut number of axes that rounding makes indistinguishable from the others
   * @param reach U
   * @param errors E
   */
  public record Axes(View combinations, View scores, int leftOut, double[] reach, double[] errors) {

    /** How many there are. */
    public int count() {
      return combinations.width();
    }
  }

  /** Steps 2 and 3 of {@link RowSpan} for the first {@code some} columns of C. */
  public Axes axes(int some) {
    int s = span.rank(some);
    View b = View.zeros(s, s);
    double[] u = new double[s];
    double[] e = new double[s];
    int count = 0;
    for (int j = 0; j < s; j++) {
      double[] own = new double[s];
      own[j] = 1;
      double squared = gram.get(j, j);
      for (int c = 0; c < count; c++) {
        double along = 0; // b_c'G e_j
        for (int i = 0; i < j; i++) {
          along += b.get(i, c) * (gram.get(i, j) + gram.get(j, i)) / 2;
        }
        squared -= along * along;
        for (int i = 0; i < j; i++) {
          own[i] -= along * b.get(i, c);
        }
      }
      double root = squared > 0 ? Math.sqrt(squared) : 0;
      double reached = 0;
      double off = 0;
      for (int i = 0; i <= j; i++) {
        own[i] /= root;
        reached += Math.abs(own[i]) * reach[i];
        off += Math.abs(own[i]) * errors[i];
      }
      if (root > 0 && reached * off * 16 * span.columns() <= 1) {
        for (int i = 0; i <= j; i++) {
          b.set(i, count, own[i]);
        }
        u[count] = reached;
        e[count] = off;
        count++;
      }
    }
    View first = b.columns(0, count).copy();
    View z = span.blas().product(scores.columns(0, s), first);
    return new Axes(first, z, some - count, Arrays.copyOf(u, count), Arrays.copyOf(e, count));
  }

  /**
   * The variance that the first columns of C capture, with the interval that rounding leaves.
   *
   * @param some how many columns
   * @param most upper bound of the total variance
   */
  public CapturedVariance captured(int some, double most) {
    Axes axes = axes(some);
    double rounding = rounding(axes);
    double value = 0;
    for (double score : axes.scores().values()) {
      value += score * score;
    }
    if (!(rounding < Double.MAX_VALUE)) {
      return new CapturedVariance(value, 0, Math.max(most, value));
    }
    double high = value + rounding;
    return new CapturedVariance(
        value, Math.max(0, value - rounding), axes.leftOut() > 0 ? Math.max(most, high) : high);
  }

  /** Bound of the error of the sum of squared scores on some axes; infinite if there is none. */
  public double rounding(Axes axes) {
    int count = axes.count();
    double[] lengths = lengths(axes.scores());
    double[] ofBasis = lengths(scores);
    int s = axes.combinations().height();
    double su = 0;
    double se = 0;
    double uu = 0;
    double ee = 0;
    double ue = 0;
    double squares = 0;
    double product = 0; // sum |y_i| |b_ij| |z_j|
    for (int c = 0; c < count; c++) {
      double u = axes.reach()[c];
      double e = axes.errors()[c];
      su += u * lengths[c];
      se += e * lengths[c];
      uu += u * u;
      ee += e * e;
      ue += u * e;
      squares += lengths[c] * lengths[c];
      for (int i = 0; i < s; i++) {
        product += ofBasis[i] * Math.abs(axes.combinations().get(i, c)) * lengths[c];
      }
    }
    double identity = 2 * Math.sqrt(uu * ee); // upper bound of |D|_F
    double first = 2 * su * se + 4 * size * se;
    double second =
        2 * (ee * su * su + uu * se * se) + 4 * size * (su * ee + se * ue) + 4 * size * size * ee;
    double sums = 2 * (Math.sqrt(scores.height()) + count) * Math.ulp(1.0) * (product + squares);
    return identity < 0.5 ? first + second / (1 - identity) + sums : Double.POSITIVE_INFINITY;
  }

  /** The lengths of the columns. */
  private static double[] lengths(View matrix) {
    double[] lengths = new double[matrix.width()];
    for (int i = 0; i < matrix.height(); i++) {
      for (int c = 0; c < lengths.length; c++) {
        lengths[c] += matrix.get(i, c) * matrix.get(i, c);
      }
    }
    for (int c = 0; c < lengths.length; c++) {
      lengths[c] = Math.sqrt(lengths[c]);
    }
    return lengths;
  }
}
