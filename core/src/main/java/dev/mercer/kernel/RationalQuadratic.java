package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.spec.Spec;

/**
 * (1 + r^2 / (2 alpha length^2))^-alpha with r = |x - y|: Gaussians of many widths, mixed
 * [Rasmussen and Williams, (4.19)].
 */
public record RationalQuadratic(double alpha, double length) implements PairKernel {

  static final String NAME = "rational-quadratic";

  // Below, the kernel is constant for all practical purposes, above it is the Gaussian of
  // sigma = length; the lower bound also keeps the factor of r^2 finite for every length.
  private static final double SMALLEST_ALPHA = 1e-6;
  private static final double LARGEST_ALPHA = 1e6;

  // Whole powers up to here are taken by squaring, which loses less than a digit.
  private static final int LARGEST_WHOLE_POWER = 16;

  public RationalQuadratic {
    Parameters.require(NAME, "alpha", alpha, SMALLEST_ALPHA, LARGEST_ALPHA);
    Parameters.requireWidth(NAME, "length", length);
  }

  static RationalQuadratic of(Spec spec) {
    return new RationalQuadratic(spec.number("alpha"), spec.number("length"));
  }

  @Override
  public Pairing pairing() {
    return Pairing.SQUARED_DISTANCE;
  }

  @Override
  public double valueAt(double squaredDistance) {
    return Math.exp(-alpha * Math.log1p(factor() * squaredDistance));
  }

  @Override
  public double slope(double squaredDistance) {
    return -alpha * factor() * Math.exp(-(alpha + 1) * Math.log1p(factor() * squaredDistance));
  }

  @Override
  public double diagonal(double[] x) {
    return 1;
  }

  @Override
  public void map(Simd simd, double[] v, int offset, int length) {
    if (isWholePower()) {
      simd.affine(v, offset, length, factor(), 1);
      simd.power(v, offset, length, (int) alpha);
      simd.reciprocal(v, offset, length);
      return;
    }
    double factor = factor();
    for (int j = offset; j < offset + length; j++) {
      v[j] = Math.log1p(factor * v[j]);
    }
    simd.exp(v, offset, length, -alpha);
  }

  @Override
  public void map(Simd simd, float[] v, int offset, int length) {
    if (isWholePower()) {
      simd.affine(v, offset, length, Parameters.single(factor()), 1);
      simd.power(v, offset, length, (int) alpha);
      simd.reciprocal(v, offset, length);
      return;
    }
    double factor = factor();
    for (int j = offset; j < offset + length; j++) {
      v[j] = (float) Math.log1p(factor * v[j]);
    }
    simd.exp(v, offset, length, (float) -alpha);
  }

  @Override
  public String spec() {
    return Spec.of(NAME).with("alpha", alpha).with("length", length).text();
  }

  @Override
  public boolean positiveSemidefinite() {
    return true;
  }

  private double factor() {
    return 0.5 / (length * length) / alpha;
  }

  private boolean isWholePower() {
    return alpha == Math.rint(alpha) && alpha <= LARGEST_WHOLE_POWER;
  }
}
