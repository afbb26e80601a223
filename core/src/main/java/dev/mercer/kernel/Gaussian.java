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
 * The Gaussian kernel, exp(-|x - y|^2 / (2 sigma^2)) = exp(-gamma |x - y|^2).
 *
 * <p>The kernel remembers which of the two parameters it was given, so that it prints the same text
 * and no rounding lies between that number and its spec.
 *
 * @param parameter which one was given
 * @param number its value
 */
public record Gaussian(Parameter parameter, double number) implements Kernel {

  static final String NAME = "gaussian";

  /** The two ways to say how wide a Gaussian is. */
  public enum Parameter {
    /** The width, the distance at which the kernel falls to exp(-1/2). */
    SIGMA,
    /** The factor of the squared distance, 1 / (2 sigma^2). */
    GAMMA
  }

  public Gaussian {
    if (parameter == Parameter.SIGMA) {
      Parameters.requireWidth(NAME, "sigma", number);
    } else {
      // The gammas of the widths allowed, rounded inward.
      Parameters.require(NAME, "gamma", number, 1e-300, 1e299);
    }
  }

  /** The kernel of this width. */
  public static Gaussian sigma(double sigma) {
    return new Gaussian(Parameter.SIGMA, sigma);
  }

  /** The kernel with this factor of the squared distance. */
  public static Gaussian gamma(double gamma) {
    return new Gaussian(Parameter.GAMMA, gamma);
  }

  static Gaussian of(Spec spec) {
    if (spec.has("sigma") == spec.has("gamma")) {
      throw new IllegalArgumentException(
          spec.has("sigma")
              ? "gaussian takes sigma or gamma, not both: gamma = 1/(2 sigma^2)"
              : "gaussian needs sigma or gamma: write gaussian(sigma=…), gaussian(gamma=…) or"
                  + " gaussian(sigma=auto)");
    }
    return spec.has("sigma") ? sigma(spec.number("sigma")) : gamma(spec.number("gamma"));
  }

  /** The width, whichever of the two parameters was given. */
  public double sigma() {
    return parameter == Parameter.SIGMA ? number : 1 / Math.sqrt(2 * number);
  }

  /** The factor of the squared distance, whichever of the two parameters was given. */
  public double gamma() {
    return parameter == Parameter.GAMMA ? number : 0.5 / (number * number);
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
    return Spec.of(NAME).with(parameter == Parameter.SIGMA ? "sigma" : "gamma", number).text();
  }

  @Override
  public boolean positiveSemidefinite() {
    return true;
  }

  @Override
  public Form form() {
    return new Pairs(this);
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
