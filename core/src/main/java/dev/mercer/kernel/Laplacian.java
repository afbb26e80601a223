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

/** The Laplacian kernel, exp(-|x - y|_2 / sigma), with the Euclidean distance. */
public record Laplacian(double sigma) implements Kernel {

  static final String NAME = "laplacian";

  public Laplacian {
    Parameters.requireWidth(NAME, "sigma", sigma);
  }

  static Laplacian of(Spec spec) {
    return new Laplacian(spec.number("sigma"));
  }

  @Override
  public double value(double[] x, double[] y) {
    return atSquaredDistance(Pairing.SQUARED_DISTANCE.of(x, y));
  }

  private double atSquaredDistance(double squaredDistance) {
    return Math.exp(-Math.sqrt(squaredDistance) / sigma);
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

  private record Pairs(Laplacian kernel) implements PairForm {

    @Override
    public Pairing pairing() {
      return Pairing.SQUARED_DISTANCE;
    }

    @Override
    public double valueAt(double squaredDistance) {
      return kernel.atSquaredDistance(squaredDistance);
    }

    /**
     * {@inheritDoc} 0 at distance 0, where the kernel has a peak: its gradient in the input space
     * is then the mean of those on opposite sides.
     */
    @Override
    public double slope(double squaredDistance) {
      double sigma = kernel.sigma;
      double distance = Math.sqrt(squaredDistance);
      return distance == 0 ? 0 : -Math.exp(-distance / sigma) / (2 * sigma * distance);
    }

    @Override
    public void map(Simd simd, double[] v, int offset, int length) {
      simd.sqrt(v, offset, length);
      simd.exp(v, offset, length, -1 / kernel.sigma);
    }

    @Override
    public void map(Simd simd, float[] v, int offset, int length) {
      simd.sqrt(v, offset, length);
      simd.exp(v, offset, length, -PairForm.single(1 / kernel.sigma));
    }

    /** Steepest at distance 0. */
    @Override
    public Optional<RadialProfile> profile() {
      double sigma = kernel.sigma;
      return Optional.of(new RadialProfile(sigma, 1 / sigma, r -> -Math.expm1(-r / sigma)));
    }

    /** t = sqrt(s) / sigma has two more roundings than the root; t exp(-t) &lt;= 1/e. */
    @Override
    public Optional<ValueRounding> rounding() {
      double sigma = kernel.sigma;
      return Optional.of(
          new ValueRounding(
              columns ->
                  (ValueRounding.ofDistance(columns) + 2) * ValueRounding.STEEPEST_EXPONENTIAL
                      + ValueRounding.EXPONENTIAL,
              lost -> lost / sigma));
    }

    /** (sigma log(1 - l))^2. */
    @Override
    public Optional<DoubleUnaryOperator> squaredDistanceAtLoss() {
      double sigma = kernel.sigma;
      return Optional.of(
          loss -> {
            double distance = sigma * Math.log1p(-loss);
            return distance * distance;
          });
    }

    /** A multivariate Cauchy: w = g / |h| / sigma, g and h standard normal, h of one dimension. */
    @Override
    public Optional<Spectrum> spectrum() {
      return Optional.of(Spectrum.normal(random -> Spectrum.student(1, random) / kernel.sigma));
    }
  }
}
