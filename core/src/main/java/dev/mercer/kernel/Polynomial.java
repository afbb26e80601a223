package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.internal.spec.Spec;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * (scale x.y + offset)^degree, with scale 1, offset 1 and degree 2 unless said otherwise.
 *
 * <p>Positive semidefinite because the binomial expansion has no negative coefficient, which is why
 * a negative offset or scale is refused.
 *
 * @param written the keys that the spec prints first, even at their defaults: {@code
 *     polynomial(degree=2)} and {@code polynomial(degree=2,offset=1)} are equal kernels, and each
 *     is printed as it was written
 */
public record Polynomial(double scale, double offset, int degree, List<String> written)
    implements Kernel {

  static final String NAME = "polynomial";
  static final List<String> KEYS = List.of("degree", "offset", "scale");
  private static final List<Double> DEFAULTS = List.of(2.0, 1.0, 1.0);

  public Polynomial {
    written = List.copyOf(written);
    Parameters.requireKeys(NAME, written, KEYS);
    Parameters.requirePositive(NAME, "scale", scale);
    Parameters.require(NAME, "offset", offset, 0, Double.MAX_VALUE);
    if (degree < 1) {
      throw new IllegalArgumentException(
          NAME + ": degree = " + degree + " must be a whole number of at least 1");
    }
  }

  /** A kernel whose text holds its degree, and of the others what is not the default. */
  public Polynomial(double scale, double offset, int degree) {
    this(scale, offset, degree, List.of("degree"));
  }

  static Polynomial of(Spec spec) {
    return new Polynomial(
        spec.number("scale", 1),
        spec.number("offset", 1),
        spec.integer("degree", 2, 1, Integer.MAX_VALUE),
        List.copyOf(spec.parameters().keySet()));
  }

  @Override
  public double value(double[] x, double[] y) {
    return atInnerProduct(Pairing.INNER_PRODUCT.of(x, y));
  }

  private double atInnerProduct(double innerProduct) {
    return Math.pow(scale * innerProduct + offset, degree);
  }

  @Override
  public String spec() {
    return Parameters.spec(NAME, KEYS, List.of((double) degree, offset, scale), DEFAULTS, written);
  }

  @Override
  public boolean positiveSemidefinite() {
    return true;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Polynomial that
        && Double.compare(scale, that.scale) == 0
        && Double.compare(offset, that.offset) == 0
        && degree == that.degree;
  }

  @Override
  public int hashCode() {
    return Objects.hash(scale, offset, degree);
  }

  @Override
  public Form form() {
    return new Pairs(this);
  }

  private record Pairs(Polynomial kernel) implements PairForm {

    @Override
    public Pairing pairing() {
      return Pairing.INNER_PRODUCT;
    }

    @Override
    public double valueAt(double innerProduct) {
      return kernel.atInnerProduct(innerProduct);
    }

    @Override
    public double slope(double innerProduct) {
      return kernel.degree
          * kernel.scale
          * Math.pow(kernel.scale * innerProduct + kernel.offset, kernel.degree - 1);
    }

    @Override
    public void map(Simd simd, double[] v, int offset, int length) {
      simd.affine(v, offset, length, kernel.scale, kernel.offset);
      simd.power(v, offset, length, kernel.degree);
    }

    @Override
    public void map(Simd simd, float[] v, int offset, int length) {
      float scale = PairForm.single(kernel.scale);
      simd.affine(v, offset, length, scale, PairForm.single(kernel.offset));
      simd.power(v, offset, length, kernel.degree);
    }

    @Override
    public Optional<Polynomial> polynomial() {
      return Optional.of(kernel);
    }
  }
}
