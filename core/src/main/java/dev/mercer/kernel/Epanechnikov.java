package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.internal.kernel.ValueRounding;
import dev.mercer.internal.spec.Spec;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/**
 * max(0, 1 - |x - y|^2 / radius^2) [FK section 14]. Indefinite, even in one dimension: its Fourier
 * transform there, 4 (sin w - w cos w) / w^3 for radius 1, changes sign.
 */
public record Epanechnikov(double radius) implements Kernel {

  static final String NAME = "epanechnikov";

  public Epanechnikov {
    Parameters.requireWidth(NAME, "radius", radius);
  }

  static Epanechnikov of(Spec spec) {
    return new Epanechnikov(spec.number("radius"));
  }

  @Override
  public double value(double[] x, double[] y) {
    return atSquaredDistance(Pairing.SQUARED_DISTANCE.of(x, y));
  }

  private double atSquaredDistance(double squaredDistance) {
    return Math.max(0, 1 - squaredDistance / (radius * radius));
  }

  @Override
  public double diagonal(double[] x) {
    return 1;
  }

  @Override
  public String spec() {
    return Spec.of(NAME).with("radius", radius).text();
  }

  @Override
  public boolean positiveSemidefinite() {
    return false;
  }

  @Override
  public Form form() {
    return new Pairs(this);
  }

  private record Pairs(Epanechnikov kernel) implements PairForm {

    @Override
    public Pairing pairing() {
      return Pairing.SQUARED_DISTANCE;
    }

    @Override
    public double valueAt(double squaredDistance) {
      return kernel.atSquaredDistance(squaredDistance);
    }

    /** {@inheritDoc} At the radius itself, where the kernel has a kink, the slope of the inside. */
    @Override
    public double slope(double squaredDistance) {
      double square = kernel.radius * kernel.radius;
      return squaredDistance / square <= 1 ? -1 / square : 0;
    }

    @Override
    public void map(Simd simd, double[] v, int offset, int length) {
      simd.affine(v, offset, length, -1 / (kernel.radius * kernel.radius), 1);
      simd.clipNegative(v, offset, length);
    }

    @Override
    public void map(Simd simd, float[] v, int offset, int length) {
      simd.affine(v, offset, length, -PairForm.single(1 / (kernel.radius * kernel.radius)), 1);
      simd.clipNegative(v, offset, length);
    }

    @Override
    public OptionalDouble parabolaRadius() {
      return OptionalDouble.of(kernel.radius);
    }

    /** q = s / radius^2 &lt;= 1 has three more than s; the difference behind. */
    @Override
    public Optional<ValueRounding> rounding() {
      return Optional.of(
          new ValueRounding(columns -> ValueRounding.ofSquaredDistance(columns) + 3 + 1));
    }

    /** radius^2 l. */
    @Override
    public Optional<DoubleUnaryOperator> squaredDistanceAtLoss() {
      double square = kernel.radius * kernel.radius;
      return Optional.of(loss -> square * loss);
    }
  }
}
