package dev.mercer.internal.explicit;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Backend;
import dev.mercer.kernel.Polynomial;
import java.util.Arrays;

/**
 * The polynomial kernel (s x.y + o)^p as the finite sum that it is (FK sec. 9, 10, eq. 27-34).
 *
 * <ol>
 *   <li>o > 0: all monomials of degree k <= p, z = sqrt(p! / ((p-k)! alpha!) s^k o^(p-k)) x^alpha,
 *       computed from z = o^(p/2) with a factor sqrt((p-k+1) / a) and a coordinate sqrt(s/o) x_c
 *       per step
 *   <li>o = 0: only those of degree p, z = sqrt(p! / alpha! s^p) x^alpha; the lower degrees are
 *       held in working memory only
 *   <li>o so small that o^(p/2) is close to underflow: as with o = 0, with sqrt(o) as one more
 *       coordinate; the terms are the same in another order
 * </ol>
 *
 * <p>Number of terms: C(d + p, p), or C(d + p - 1, p) without an offset. The sum of all z^2 of a
 * point is its kernel value, so no term overflows unless the kernel does.
 *
 * <p>Rounding, with u = 2^-53: a step adds at most 8 u (coordinate 4, ratio 1.5, two products), so
 * a term has a relative error of (8 p + 2) u and a product of two terms twice that; the sum over M
 * terms adds M u times the sum of their magnitudes, which is (s sum |x_c y_c| + o)^p <= (s |x||y| +
 * o)^p. The rounding of a direct evaluation, p (d + 2) u of the same, is added, so that the two
 * results differ by no more than {@link #errorBound}.
 */
public final class PolynomialFeatures implements FeatureMap {

  /**
   * If the constant term is above this, the terms computed from it stay in the range of double for
   * coordinates up to the root of any kernel value.
   */
  private static final double SMALLEST_ROOT = 1e-150;

  private final int columns;
  private final int terms;
  private final boolean homogeneous;
  private final double root;
  private final double coordinateScale;

  /** The coordinate that stands for the offset; 0 if there is none. */
  private final double lifted;

  private final Monomials monomials;
  private final double[] ratios;
  private final double errorBound;

  public PolynomialFeatures(Polynomial kernel, Matrix targets, Matrix sources) {
    this(kernel, targets.columns(), LargestNorm.of(targets), LargestNorm.of(sources));
  }

  /**
   * @param targetNorm the largest norm of a target
   * @param sourceNorm the largest norm of a source
   */
  public PolynomialFeatures(Polynomial kernel, int columns, double targetNorm, double sourceNorm) {
    int degree = kernel.degree();
    this.columns = columns;
    double power = Math.pow(kernel.offset(), 0.5 * degree);
    this.homogeneous = power < SMALLEST_ROOT;
    this.root = homogeneous ? 1 : power;
    this.lifted = homogeneous ? Math.sqrt(kernel.offset()) : 0;
    this.coordinateScale =
        homogeneous
            ? Math.sqrt(kernel.scale())
            : Math.sqrt(kernel.scale()) / Math.sqrt(kernel.offset());
    this.monomials = new Monomials(columns + (lifted > 0 ? 1 : 0), degree);
    this.ratios = monomials.ratios(homogeneous ? k -> k : k -> degree - k + 1);
    int all = monomials.below(degree + 1);
    this.terms = homogeneous ? all - monomials.below(degree) : all;
    double largest = Math.pow(kernel.scale() * targetNorm * sourceNorm + kernel.offset(), degree);
    double roundings = terms + 16.0 * degree + degree * (columns + 2.0) + 6;
    // What underflows is lost; it would have been multiplied by at most the largest root of a
    // kernel value.
    double underflow = terms * Double.MIN_NORMAL * Math.max(1, largest);
    this.errorBound = 1.01 * (roundings * 0x1p-53 * largest + underflow);
  }

  /** The number of terms, or Long.MAX_VALUE if it is larger. */
  public static long terms(Polynomial kernel, int columns) {
    return Monomials.count(kernel.offset() > 0 ? columns : columns - 1, kernel.degree());
  }

  @Override
  public String scheme() {
    return "polynomial";
  }

  @Override
  public int columns() {
    return columns;
  }

  @Override
  public int terms() {
    return terms;
  }

  @Override
  public boolean exact() {
    return true;
  }

  @Override
  public double errorBound() {
    return errorBound;
  }

  /** Scaled coordinates, and two lower degrees that are held alternately. */
  @Override
  public int scratch(int stride) {
    int coordinates = columns + (lifted > 0 ? 1 : 0);
    return Math.multiplyExact(coordinates + (homogeneous ? 2 * widestBelow() : 0), stride);
  }

  private int widestBelow() {
    return monomials.below(monomials.degree()) - monomials.below(monomials.degree() - 1);
  }

  @Override
  public void map(
      int count, int stride, double[] x, double[] z, double[] scratch, Backend backend) {
    for (int c = 0; c < columns; c++) {
      for (int j = c * stride; j < c * stride + count; j++) {
        scratch[j] = coordinateScale * x[j];
      }
    }
    if (!homogeneous) {
      Arrays.fill(z, 0, count, root);
      monomials.fill(monomials.degree(), count, stride, scratch, ratios, z, backend.simd());
      return;
    }
    int even = columns;
    if (lifted > 0) {
      Arrays.fill(scratch, columns * stride, columns * stride + count, lifted);
      even++;
    }
    int odd = even + widestBelow();
    Arrays.fill(scratch, even * stride, even * stride + count, 1);
    for (int k = 1; k <= monomials.degree(); k++) {
      int parents = k % 2 == 1 ? even : odd;
      boolean last = k == monomials.degree();
      double[] to = last ? z : scratch;
      int first = last ? 0 : k % 2 == 1 ? odd : even;
      monomials.level(
          k, count, stride, scratch, ratios, scratch, parents, to, first, backend.simd());
    }
  }
}
