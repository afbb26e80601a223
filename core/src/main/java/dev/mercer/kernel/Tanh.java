package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.internal.spec.Spec;
import java.util.List;
import java.util.Objects;

/**
 * tanh(scale x.y + offset), with scale 1 and offset 0 unless said otherwise. Indefinite: Gram
 * matrices may have negative eigenvalues.
 *
 * @param written the keys that the spec prints first, even at their defaults; equal numbers make
 *     equal kernels, whatever was written
 */
public record Tanh(double scale, double offset, List<String> written) implements Kernel {

  static final String NAME = "tanh";
  static final List<String> KEYS = List.of("scale", "offset");
  private static final List<Double> DEFAULTS = List.of(1.0, 0.0);

  public Tanh {
    written = List.copyOf(written);
    Parameters.requireKeys(NAME, written, KEYS);
    Parameters.requireFinite(NAME, "scale", scale);
    Parameters.requireFinite(NAME, "offset", offset);
  }

  /** A kernel whose text holds what is not the default. */
  public Tanh(double scale, double offset) {
    this(scale, offset, List.of());
  }

  static Tanh of(Spec spec) {
    return new Tanh(
        spec.number("scale", 1), spec.number("offset", 0), List.copyOf(spec.parameters().keySet()));
  }

  @Override
  public double value(double[] x, double[] y) {
    return atInnerProduct(Pairing.INNER_PRODUCT.of(x, y));
  }

  private double atInnerProduct(double innerProduct) {
    return Math.tanh(scale * innerProduct + offset);
  }

  @Override
  public String spec() {
    return Parameters.spec(NAME, KEYS, List.of(scale, offset), DEFAULTS, written);
  }

  @Override
  public boolean positiveSemidefinite() {
    return false;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Tanh that
        && Double.compare(scale, that.scale) == 0
        && Double.compare(offset, that.offset) == 0;
  }

  @Override
  public int hashCode() {
    return Objects.hash(scale, offset);
  }

  @Override
  public Form form() {
    return new Pairs(this);
  }

  private record Pairs(Tanh kernel) implements PairForm {

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
      double hyperbolicCosine = Math.cosh(kernel.scale * innerProduct + kernel.offset);
      return kernel.scale / hyperbolicCosine / hyperbolicCosine; // 0 where the cosine is infinite
    }

    @Override
    public void map(Simd simd, double[] v, int offset, int length) {
      for (int j = offset; j < offset + length; j++) {
        v[j] = Math.tanh(kernel.scale * v[j] + kernel.offset);
      }
    }

    @Override
    public void map(Simd simd, float[] v, int offset, int length) {
      for (int j = offset; j < offset + length; j++) {
        v[j] = (float) Math.tanh(kernel.scale * v[j] + kernel.offset);
      }
    }
  }
}
