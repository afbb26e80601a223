package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.internal.kernel.RadialProfile;
import dev.mercer.internal.kernel.Spectrum;
import dev.mercer.internal.kernel.ValueRounding;
import dev.mercer.internal.spec.Spec;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * The Gaussian kernel, exp(-|x - y|^2 / (2 sigma^2)) = exp(-gamma |x - y|^2).
 *
 * <p>The kernel remembers which of the two parameters it was given, so that it prints the same text
 * and no rounding lies between that number and its spec: kernels are equal if they were given the
 * same number of the same name.
 */
public final class Gaussian implements Kernel {

  static final String NAME = "gaussian";

  private static final String SIGMA = "sigma";
  private static final String GAMMA = "gamma";

  private final boolean byGamma; // whether gamma was given, else sigma
  private final double number;

  private Gaussian(boolean byGamma, double number) {
    this.byGamma = byGamma;
    this.number = number;
  }

  /** The Gaussian of this width. */
  public static Gaussian sigma(double sigma) {
    Parameters.requireWidth(NAME, SIGMA, sigma);
    return new Gaussian(false, sigma);
  }

  /** The kernel with this factor of the squared distance, gamma = 1 / (2 sigma^2). */
  public static Gaussian gamma(double gamma) {
    // The gammas of the widths allowed, rounded inward.
    Parameters.require(NAME, GAMMA, gamma, 1e-300, 1e299);
    return new Gaussian(true, gamma);
  }

  static Gaussian of(Spec spec) {
    if (spec.has(SIGMA) == spec.has(GAMMA)) {
      throw new IllegalArgumentException(
          spec.has(SIGMA)
              ? "gaussian takes sigma or gamma, not both: gamma = 1/(2 sigma^2)"
              : "gaussian needs sigma or gamma: write gaussian(sigma=…), gaussian(gamma=…) or"
                  + " gaussian(sigma=auto)");
    }
    return spec.has(SIGMA) ? sigma(spec.number(SIGMA)) : gamma(spec.number(GAMMA));
  }

  /** The width, whichever of the two parameters was given. */
  public double sigma() {
    return byGamma ? 1 / Math.sqrt(2 * number) : number;
  }

  /** The factor of the squared distance, whichever of the two parameters was given. */
  public double gamma() {
    return byGamma ? number : 0.5 / (number * number);
  }

  @Override
  public double value(double[] x, double[] y) {
    return atSquaredDistance(Pairing.SQUARED_DISTANCE.of(x, y));
  }

  private double atSquaredDistance(double squaredDistance) {
    return Math.exp(-gamma() * squaredDistance);
  }

  @Override
  public double diagonal(double[] x) {
    return 1;
  }

  @Override
  public String spec() {
    return Spec.of(NAME).with(byGamma ? GAMMA : SIGMA, number).text();
  }

  @Override
  public boolean positiveSemidefinite() {
    return true;
  }

  @Override
  public Form form() {
    return new Pairs(this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Gaussian that
        && byGamma == that.byGamma
        && Double.compare(number, that.number) == 0;
  }

  @Override
  public int hashCode() {
    return Objects.hash(byGamma, number);
  }

  @Override
  public String toString() {
    return spec();
  }

  private record Pairs(Gaussian kernel) implements PairForm {

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
      return -kernel.gamma() * Math.exp(-kernel.gamma() * squaredDistance);
    }

    @Override
    public void map(Simd simd, double[] v, int offset, int length) {
      simd.exp(v, offset, length, -kernel.gamma());
    }

    @Override
    public void map(Simd simd, float[] v, int offset, int length) {
      simd.exp(v, offset, length, -PairForm.single(kernel.gamma()));
    }

    @Override
    public Optional<Gaussian> gaussian() {
      return Optional.of(kernel);
    }

    /** With t = r / sigma, the slope t exp(-t^2/2) is largest at t = 1. */
    @Override
    public Optional<RadialProfile> profile() {
      double sigma = kernel.sigma();
      return Optional.of(
          new RadialProfile(
              sigma, Math.exp(-0.5) / sigma, r -> -Math.expm1(-(r / sigma) * (r / sigma) / 2)));
    }

    /** t = gamma s has two roundings from gamma and one from the product; t exp(-t) &lt;= 1/e. */
    @Override
    public Optional<ValueRounding> rounding() {
      return Optional.of(
          new ValueRounding(
              columns ->
                  (ValueRounding.ofSquaredDistance(columns) + 3)
                          * ValueRounding.STEEPEST_EXPONENTIAL
                      + ValueRounding.EXPONENTIAL));
    }

    /** -2 sigma^2 log(1 - l). */
    @Override
    public Optional<DoubleUnaryOperator> squaredDistanceAtLoss() {
      double gamma = kernel.gamma();
      return Optional.of(loss -> -Math.log1p(-loss) / gamma);
    }

    /** w = g / sigma, g standard normal. */
    @Override
    public Optional<Spectrum> spectrum() {
      return Optional.of(Spectrum.normal(random -> 1 / kernel.sigma()));
    }
  }
}
