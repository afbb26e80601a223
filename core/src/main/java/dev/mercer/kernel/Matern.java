package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.internal.kernel.RadialProfile;
import dev.mercer.internal.kernel.Spectrum;
import dev.mercer.internal.kernel.ValueRounding;
import dev.mercer.internal.spec.Numbers;
import dev.mercer.internal.spec.Spec;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * The Matern kernel of smoothness nu, with r = |x - y| [Rasmussen and Williams, (4.17)]:
 *
 * <ul>
 *   <li>nu = 0.5: exp(-t), t = r / length
 *   <li>nu = 1.5: (1 + t) exp(-t), t = sqrt(3) r / length
 *   <li>nu = 2.5: (1 + t + t^2 / 3) exp(-t), t = sqrt(5) r / length
 * </ul>
 *
 * Other smoothnesses need Bessel functions and are refused.
 */
public record Matern(double nu, double length) implements Kernel {

  static final String NAME = "matern";

  public Matern {
    if (nu != 0.5 && nu != 1.5 && nu != 2.5) {
      throw new IllegalArgumentException(
          NAME + ": nu = " + Numbers.text(nu) + " must be 0.5, 1.5 or 2.5");
    }
    Parameters.requireWidth(NAME, "length", length);
  }

  static Matern of(Spec spec) {
    return new Matern(spec.number("nu"), spec.number("length"));
  }

  @Override
  public double value(double[] x, double[] y) {
    return atSquaredDistance(Pairing.SQUARED_DISTANCE.of(x, y));
  }

  private double atSquaredDistance(double squaredDistance) {
    double t = factor() * Math.sqrt(squaredDistance);
    double decay = Math.exp(-t);
    if (decay == 0) {
      return 0; // where t^2 may have overflowed
    }
    return nu == 0.5 ? decay : (1 + t + curvature() * t * t) * decay;
  }

  @Override
  public double diagonal(double[] x) {
    return 1;
  }

  @Override
  public String spec() {
    return Spec.of(NAME).with("nu", nu).with("length", length).text();
  }

  @Override
  public boolean positiveSemidefinite() {
    return true;
  }

  private double factor() {
    return Math.sqrt(2 * nu) / length;
  }

  private double curvature() {
    return nu == 2.5 ? 1.0 / 3 : 0;
  }

  @Override
  public Form form() {
    return new Pairs(this);
  }

  private record Pairs(Matern kernel) implements PairForm {

    /** Below, the loss is summed as a series: 1 - k would cancel. */
    private static final double SMALL = 0.1;

    /** 0.1^14 is below rounding. */
    private static final int TERMS = 14;

    @Override
    public Pairing pairing() {
      return Pairing.SQUARED_DISTANCE;
    }

    @Override
    public double valueAt(double squaredDistance) {
      return kernel.atSquaredDistance(squaredDistance);
    }

    /**
     * {@inheritDoc} For nu = 0.5: 0 at distance 0, where the kernel has a peak: its gradient in the
     * input space is then the mean of those on opposite sides.
     */
    @Override
    public double slope(double squaredDistance) {
      double factor = kernel.factor();
      double t = factor * Math.sqrt(squaredDistance);
      double decay = Math.exp(-t);
      if (decay == 0) {
        return 0; // where t may have overflowed
      }
      // d k / d t is -e^-t, -t e^-t and -t (1 + t) / 3 e^-t; d t / d r^2 is factor^2 / (2 t).
      double half = factor * factor / 2;
      if (kernel.nu == 0.5) {
        return t == 0 ? 0 : -half * decay / t;
      }
      return kernel.nu == 1.5 ? -half * decay : -half * (1 + t) / 3 * decay;
    }

    @Override
    public void map(Simd simd, double[] v, int offset, int length) {
      simd.sqrt(v, offset, length);
      if (kernel.nu == 0.5) {
        simd.exp(v, offset, length, -kernel.factor());
      } else {
        simd.dampedQuadratic(v, offset, length, kernel.factor(), kernel.curvature());
      }
    }

    @Override
    public void map(Simd simd, float[] v, int offset, int length) {
      simd.sqrt(v, offset, length);
      float factor = PairForm.single(kernel.factor());
      if (kernel.nu == 0.5) {
        simd.exp(v, offset, length, -factor);
      } else {
        simd.dampedQuadratic(v, offset, length, factor, (float) kernel.curvature());
      }
    }

    /**
     * The slope in t is largest at t = 0 for nu = 0.5; t exp(-t) at t = 1 for 1.5; t (1 + t)
     * exp(-t) / 3 at the golden ratio for 2.5.
     */
    @Override
    public Optional<RadialProfile> profile() {
      double factor = kernel.factor();
      if (kernel.nu == 0.5) {
        return Optional.of(new RadialProfile(kernel.length, factor, r -> -Math.expm1(-factor * r)));
      }
      double curvature = kernel.curvature();
      double golden = (1 + Math.sqrt(5)) / 2;
      double steepest =
          kernel.nu == 2.5 ? golden * (1 + golden) * Math.exp(-golden) / 3 : Math.exp(-1);
      return Optional.of(
          new RadialProfile(kernel.length, steepest * factor, r -> loss(factor * r, curvature)));
    }

    /** 1 - (1 + t + c t^2) exp(-t) = -sum_j (-t)^j / j! (1 - j + c j (j - 1)), from j = 2 on. */
    private static double loss(double t, double curvature) {
      if (t > SMALL) {
        double decay = Math.exp(-t);
        return decay == 0 ? 1 : 1 - (1 + t + curvature * t * t) * decay;
      }
      double sum = 0;
      double power = -t;
      for (int j = 2; j <= TERMS; j++) {
        power *= -t / j;
        sum -= power * (1 - j + curvature * j * (j - 1));
      }
      return sum;
    }

    /**
     * t has three more roundings than the root. Steepest in t: exp(-t) t &lt;= 1/e for nu = 0.5;
     * t^2 exp(-t) &lt;= 4/e^2 for 1.5; t^2 (1 + t) exp(-t)/3 &lt;= 0.605, at t = 1 + sqrt(3), for
     * 2.5; polynomial and product behind.
     */
    @Override
    public Optional<ValueRounding> rounding() {
      double slope = ValueRounding.STEEPEST_EXPONENTIAL;
      double steepest = kernel.nu == 0.5 ? slope : kernel.nu == 1.5 ? 4 * slope * slope : 0.605;
      return Optional.of(
          new ValueRounding(
              columns ->
                  (ValueRounding.ofDistance(columns) + 3) * steepest
                      + ValueRounding.EXPONENTIAL
                      + 6,
              lost -> lost * Math.sqrt(2 * kernel.nu) / kernel.length));
    }

    @Override
    public boolean fallsSteadily() {
      return true;
    }

    /** (length log(1 - l))^2 for nu = 0.5; no closed form for the others. */
    @Override
    public Optional<DoubleUnaryOperator> squaredDistanceAtLoss() {
      double length = kernel.length;
      if (kernel.nu != 0.5) {
        return Optional.empty();
      }
      return Optional.of(
          loss -> {
            double distance = length * Math.log1p(-loss);
            return distance * distance;
          });
    }

    /** A multivariate t of 2 nu degrees of freedom. */
    @Override
    public Optional<Spectrum> spectrum() {
      int freedom = (int) Math.round(2 * kernel.nu);
      return Optional.of(
          Spectrum.normal(random -> Spectrum.student(freedom, random) / kernel.length));
    }
  }
}
