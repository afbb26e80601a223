package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.internal.kernel.Spectrum;
import dev.mercer.internal.kernel.ValueRounding;
import dev.mercer.internal.spec.Spec;
import java.util.Optional;
import java.util.SplittableRandom;

/** The Laplacian kernel of the sum of absolute differences, exp(-|x - y|_1 / sigma). */
public record LaplacianL1(double sigma) implements Kernel {

  static final String NAME = "laplacian-l1";

  public LaplacianL1 {
    Parameters.requireWidth(NAME, "sigma", sigma);
  }

  static LaplacianL1 of(Spec spec) {
    return new LaplacianL1(spec.number("sigma"));
  }

  @Override
  public double value(double[] x, double[] y) {
    return atDistance(Pairing.L1_DISTANCE.of(x, y));
  }

  private double atDistance(double absoluteDistance) {
    return Math.exp(-absoluteDistance / sigma);
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

  private record Pairs(LaplacianL1 kernel) implements PairForm {

    @Override
    public Pairing pairing() {
      return Pairing.L1_DISTANCE;
    }

    @Override
    public double valueAt(double absoluteDistance) {
      return kernel.atDistance(absoluteDistance);
    }

    @Override
    public double slope(double absoluteDistance) {
      return -Math.exp(-absoluteDistance / kernel.sigma) / kernel.sigma;
    }

    @Override
    public void map(Simd simd, double[] v, int offset, int length) {
      simd.exp(v, offset, length, -1 / kernel.sigma);
    }

    @Override
    public void map(Simd simd, float[] v, int offset, int length) {
      simd.exp(v, offset, length, -PairForm.single(1 / kernel.sigma));
    }

    /** t = s / sigma has two more roundings than the d of s; t exp(-t) &lt;= 1/e. */
    @Override
    public Optional<ValueRounding> rounding() {
      return Optional.of(
          new ValueRounding(
              columns ->
                  (columns + 2) * ValueRounding.STEEPEST_EXPONENTIAL + ValueRounding.EXPONENTIAL));
    }

    /** Every coordinate Cauchy / sigma: long in few coordinates rather than in many. */
    @Override
    public Optional<Spectrum> spectrum() {
      return Optional.of(new CauchyCoordinates(kernel.sigma));
    }
  }

  private record CauchyCoordinates(double sigma) implements Spectrum {

    @Override
    public boolean isotropic() {
      return false;
    }

    @Override
    public void add(double[] frequency, SplittableRandom random) {
      for (int c = 0; c < frequency.length; c++) {
        frequency[c] += Math.tan(Math.PI * (random.nextDouble() - 0.5)) / sigma;
      }
    }
  }
}
