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

/** The Cauchy kernel, 1 / (1 + |x - y|^2 / sigma^2): like a Gaussian with heavy tails. */
public record Cauchy(double sigma) implements Kernel {

  static final String NAME = "cauchy";

  public Cauchy {
    Parameters.requireWidth(NAME, "sigma", sigma);
  }

  static Cauchy of(Spec spec) {
    return new Cauchy(spec.number("sigma"));
  }

  @Override
  public double value(double[] x, double[] y) {
    return atSquaredDistance(Pairing.SQUARED_DISTANCE.of(x, y));
  }

  private double atSquaredDistance(double squaredDistance) {
    return 1 / (1 + squaredDistance / (sigma * sigma));
  }

  @Override
  public double diagonal(double[] x) {
    return 1;
  }

  @Override
  public String spec() {
    return Spec.of(NAME).with("sigma", sigma).text();
  }

  @Override
  public boolean positiveSemidefinite() {
    return true;
  }

  @Override
  public Form form() {
    return new Pairs(this);
  }

  private record Pairs(Cauchy kernel) implements PairForm {

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
      double value = valueAt(squaredDistance);
      return -value * value / (kernel.sigma * kernel.sigma);
    }

    @Override
    public void map(Simd simd, double[] v, int offset, int length) {
      simd.affine(v, offset, length, 1 / (kernel.sigma * kernel.sigma), 1);
      simd.reciprocal(v, offset, length);
    }

    @Override
    public void map(Simd simd, float[] v, int offset, int length) {
      simd.affine(v, offset, length, PairForm.single(1 / (kernel.sigma * kernel.sigma)), 1);
      simd.reciprocal(v, offset, length);
    }

    /** With t = r / sigma, the slope 2 t / (1 + t^2)^2 is largest at 1/sqrt(3): 3 sqrt(3) / 8. */
    @Override
    public Optional<RadialProfile> profile() {
      double sigma = kernel.sigma;
      return Optional.of(
          new RadialProfile(sigma, 3 * Math.sqrt(3) / 8 / sigma, r -> loss(r / sigma)));
    }

    private static double loss(double t) {
      return t > 1 ? 1 / (1 + 1 / (t * t)) : t * t / (1 + t * t);
    }

    /** q = s / sigma^2 has three more than s, q / (1 + q)^2 &lt;= 1/4; sum and quotient behind. */
    @Override
    public Optional<ValueRounding> rounding() {
      return Optional.of(
          new ValueRounding(columns -> (ValueRounding.ofSquaredDistance(columns) + 3) / 4 + 2));
    }

    /** sigma^2 l / (1 - l). */
    @Override
    public Optional<DoubleUnaryOperator> squaredDistanceAtLoss() {
      double square = kernel.sigma * kernel.sigma;
      return Optional.of(loss -> square * loss / (1 - loss));
    }

    /** The rational-quadratic of alpha = 1, length = sigma / sqrt(2). */
    @Override
    public Optional<Spectrum> spectrum() {
      return Optional.of(
          Spectrum.normal(random -> Math.sqrt(2 * Spectrum.gamma(1, random)) / kernel.sigma));
    }
  }
}
