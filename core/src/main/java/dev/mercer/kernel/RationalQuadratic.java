package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.internal.kernel.RadialProfile;
import dev.mercer.internal.kernel.Spectrum;
import dev.mercer.internal.kernel.ValueRounding;
import dev.mercer.internal.spec.Spec;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * (1 + r^2 / (2 alpha length^2))^-alpha with r = |x - y|: Gaussians of many widths, mixed
 * [Rasmussen and Williams, (4.19)].
 */
public record RationalQuadratic(double alpha, double length) implements Kernel {

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
  public double value(double[] x, double[] y) {
    return atSquaredDistance(Pairing.SQUARED_DISTANCE.of(x, y));
  }

  private double atSquaredDistance(double squaredDistance) {
    return Math.exp(-alpha * Math.log1p(factor() * squaredDistance));
  }

  @Override
  public double diagonal(double[] x) {
    return 1;
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

  @Override
  public Form form() {
    return new Pairs(this);
  }

  private record Pairs(RationalQuadratic kernel) implements PairForm {

    @Override
    public Pairing pairing() {
      return Pairing.SQUARED_DISTANCE;
    }

    @Override
    public double valueAt(double squaredDistance) {
      return kernel.atSquaredDistance(squaredDistance);
    }

    @Override
    public double slope(double squaredDistance) {
      double alpha = kernel.alpha;
      double factor = kernel.factor();
      return -alpha * factor * Math.exp(-(alpha + 1) * Math.log1p(factor * squaredDistance));
    }

    @Override
    public void map(Simd simd, double[] v, int offset, int length) {
      double factor = kernel.factor();
      if (kernel.isWholePower()) {
        simd.affine(v, offset, length, factor, 1);
        simd.power(v, offset, length, (int) kernel.alpha);
        simd.reciprocal(v, offset, length);
        return;
      }
      for (int j = offset; j < offset + length; j++) {
        v[j] = Math.log1p(factor * v[j]);
      }
      simd.exp(v, offset, length, -kernel.alpha);
    }

    @Override
    public void map(Simd simd, float[] v, int offset, int length) {
      double factor = kernel.factor();
      if (kernel.isWholePower()) {
        simd.affine(v, offset, length, PairForm.single(factor), 1);
        simd.power(v, offset, length, (int) kernel.alpha);
        simd.reciprocal(v, offset, length);
        return;
      }
      for (int j = offset; j < offset + length; j++) {
        v[j] = (float) Math.log1p(factor * v[j]);
      }
      simd.exp(v, offset, length, (float) -kernel.alpha);
    }

    /** With t = r / length, the slope t (1 + t^2/(2a))^(-a-1) is largest at t^2 = 2a / (2a + 1). */
    @Override
    public Optional<RadialProfile> profile() {
      double a = kernel.alpha;
      double length = kernel.length;
      double base = (2 * a + 2) / (2 * a + 1);
      double steepest = Math.sqrt(2 * a / (2 * a + 1)) * Math.pow(base, -a - 1);
      return Optional.of(
          new RadialProfile(
              length,
              steepest / length,
              r -> -Math.expm1(-a * Math.log1p((r / length) * (r / length) / (2 * a)))));
    }

    /**
     * q = factor s has four more than s, q |g'| = (a/(1 + a))^(a + 1) at most &lt;= 1/e; then three
     * of a log(1 + q) &lt;= 1/e with the exponential, or 2 a of a whole power a &lt;= 16.
     */
    @Override
    public Optional<ValueRounding> rounding() {
      double power = 2 * Math.min(kernel.alpha, LARGEST_WHOLE_POWER);
      return Optional.of(
          new ValueRounding(
              columns ->
                  (ValueRounding.ofSquaredDistance(columns) + 4 + 3)
                          * ValueRounding.STEEPEST_EXPONENTIAL
                      + Math.max(ValueRounding.EXPONENTIAL, power)));
    }

    /** 2 alpha length^2 ((1 - l)^(-1/alpha) - 1). */
    @Override
    public Optional<DoubleUnaryOperator> squaredDistanceAtLoss() {
      double alpha = kernel.alpha;
      double square = kernel.length * kernel.length;
      return Optional.of(loss -> 2 * alpha * square * Math.expm1(-Math.log1p(-loss) / alpha));
    }

    /** w = g sqrt(u / alpha) / length, u Gamma(alpha). */
    @Override
    public Optional<Spectrum> spectrum() {
      double alpha = kernel.alpha;
      return Optional.of(
          Spectrum.normal(
              random -> Math.sqrt(Spectrum.gamma(alpha, random) / alpha) / kernel.length));
    }
  }
}
