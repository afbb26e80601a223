package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.explicit.FeatureMap;
import dev.mercer.internal.explicit.Monomials;
import dev.mercer.internal.spec.Numbers;
import dev.mercer.kernel.Gaussian;

/**
 * The Gaussian kernel by one Taylor expansion about one center (FK sec. 11), for a sigma not much
 * smaller than the data's radius.
 *
 * <ol>
 *   <li>the center of a small ball around all points
 *   <li>the smallest truncation number p whose bound ({@link TaylorBound}), rounding included, is
 *       at most the error asked for; targets and sources each have their own radius
 *   <li>k(x, y) ~ sum over |alpha| < p of z_alpha(x) z_alpha(y), see {@link TaylorTerms}
 * </ol>
 *
 * <p>Number of terms: C(d + p - 1, d). Refused are radii beyond 36 sigma, more than {@link
 * Monomials#LARGEST} terms, and an error below what rounding allows; the message names the error
 * that can be reached.
 */
public final class TaylorFeatures implements FeatureMap {

  private final int columns;
  private final int truncation;
  private final double[] center;
  private final double errorBound;
  private final TaylorTerms terms;

  private TaylorFeatures(
      int columns, double sigma, double[] center, int truncation, double errorBound) {
    this.columns = columns;
    this.center = center;
    this.truncation = truncation;
    this.errorBound = errorBound;
    this.terms = new TaylorTerms(columns, sigma, truncation);
  }

  /** An expansion for these points whose every value is off by at most {@code error}. */
  public static TaylorFeatures of(Matrix targets, Matrix sources, Gaussian kernel, double error) {
    requireError(error);
    int d = targets.columns();
    Radii radii = Radii.of(targets, sources, kernel.sigma());
    int truncation = TaylorBound.truncation(d, radii.targets, radii.sources, error);
    if (truncation == 0) {
      throw new IllegalArgumentException(
          refusal(error, TaylorBound.reachable(d, radii.targets, radii.sources), radii));
    }
    return new TaylorFeatures(
        d,
        kernel.sigma(),
        radii.center,
        truncation,
        TaylorBound.error(d, radii.targets, radii.sources, truncation));
  }

  /** The expansion with a given truncation number, whatever error that leads to. */
  public static TaylorFeatures truncated(
      Matrix targets, Matrix sources, Gaussian kernel, int truncation) {
    if (truncation < 1) {
      throw new IllegalArgumentException(
          "truncation number " + truncation + "; at least 1 is needed");
    }
    Radii radii = Radii.of(targets, sources, kernel.sigma());
    if (radii.largest() > TaylorBound.LARGEST_RADIUS) {
      throw new IllegalArgumentException(refusal(0, Double.POSITIVE_INFINITY, radii));
    }
    int d = targets.columns();
    return new TaylorFeatures(
        d,
        kernel.sigma(),
        radii.center,
        truncation,
        TaylorBound.error(d, radii.targets, radii.sources, truncation));
  }

  /** The largest distances of targets and of sources from a common center, in units of sigma. */
  private record Radii(double[] center, double targets, double sources) {

    static Radii of(Matrix targets, Matrix sources, double sigma) {
      double[] center = EnclosingBall.around(targets, sources).center();
      double reach = EnclosingBall.reach(targets, center) / sigma;
      return new Radii(
          center, reach, sources == targets ? reach : EnclosingBall.reach(sources, center) / sigma);
    }

    double largest() {
      return Math.max(targets, sources);
    }
  }

  static void requireError(double error) {
    if (!(error > 0 && error < 1)) {
      throw new IllegalArgumentException(
          "error = "
              + Numbers.text(error)
              + " of a Gaussian's value; above 0 and below 1 is needed");
    }
  }

  private static String refusal(double error, double reachable, Radii radii) {
    if (radii.largest() > TaylorBound.LARGEST_RADIUS) {
      return "the points reach "
          + Numbers.text(radii.largest())
          + " sigma from their center; one expansion reaches "
          + Numbers.text(TaylorBound.LARGEST_RADIUS)
          + ": use a larger sigma, clusters or exact sums";
    }
    return "error = "
        + Numbers.text(error)
        + " is out of reach of one expansion over these points, by rounding or by its number of"
        + " terms; it reaches "
        + Numbers.text(reachable)
        + ": ask for that or use exact sums";
  }

  /**
   * The truncation number that points within this many sigma of a center need, rounding included; 0
   * if no expansion reaches the error.
   */
  public static int truncation(int columns, double radiusOverSigma, double error) {
    return TaylorBound.truncation(columns, radiusOverSigma, radiusOverSigma, error);
  }

  /**
   * The number of terms that such points need; Long.MAX_VALUE if no expansion reaches the error.
   */
  public static long terms(int columns, double radiusOverSigma, double error) {
    int truncation = truncation(columns, radiusOverSigma, error);
    return truncation == 0 ? Long.MAX_VALUE : TaylorBound.terms(columns, truncation);
  }

  /**
   * FK's bound on an entry of K u as printed, n (d/4)^p / (sigma^2p p!) exp(d / (4 sigma^2)), for
   * |u_j| <= 1 and points in the unit cube.
   */
  public static double printedBound(long points, int columns, double sigma, int truncation) {
    double mean = columns / (4 * sigma * sigma);
    double log = Math.log(points) + mean + truncation * Math.log(mean);
    for (int m = 2; m <= truncation; m++) {
      log -= Math.log(m);
    }
    return Math.exp(log);
  }

  /** The truncation number p: terms of degree below p are summed. */
  public int truncation() {
    return truncation;
  }

  @Override
  public String scheme() {
    return "taylor";
  }

  @Override
  public int columns() {
    return columns;
  }

  @Override
  public int terms() {
    return terms.count(truncation);
  }

  @Override
  public double errorBound() {
    return errorBound;
  }

  @Override
  public int scratch(int stride) {
    return Math.multiplyExact(columns, stride);
  }

  @Override
  public void map(
      int count, int stride, double[] x, double[] z, double[] scratch, Backend backend) {
    terms.fill(truncation, center, 0, count, x, 0, stride, stride, z, scratch, backend.simd());
  }
}
