package dev.mercer.internal.fastsum;

import dev.mercer.internal.kernel.ComposedForm;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.Cauchy;
import dev.mercer.kernel.Epanechnikov;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Laplacian;
import dev.mercer.kernel.LaplacianL1;
import dev.mercer.kernel.Linear;
import dev.mercer.kernel.Matern;
import dev.mercer.kernel.Polynomial;
import dev.mercer.kernel.RationalQuadratic;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Values of kernels at the given doubles, to 40 digits: what rounding is measured against.
 * Microseconds a value.
 */
public final class PreciseKernel {

  private static final MathContext DIGITS = new MathContext(40);
  private static final BigDecimal ONE = BigDecimal.ONE;
  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  /** Below exp(-this) nothing matters to a double. */
  private static final BigDecimal NOTHING_LEFT = BigDecimal.valueOf(800);

  private static final int HALVINGS = 20;
  private static final int TERMS = 9;

  private PreciseKernel() {}

  /** |computed - k(x, y)|. */
  static double error(Kernel kernel, double[] x, double[] y, double computed) {
    return new BigDecimal(computed).subtract(value(kernel, x, y)).abs().doubleValue();
  }

  public static BigDecimal value(Kernel kernel, double[] x, double[] y) {
    KernelForm form = KernelForm.of(kernel);
    if (!form.parts().isEmpty()) {
      boolean sum = form.operation().orElseThrow() == ComposedForm.Operation.SUM;
      return form.parts().stream()
          .map(part -> value(part.kernel(), x, y))
          .reduce((a, b) -> sum ? a.add(b, DIGITS) : a.multiply(b, DIGITS))
          .orElseThrow()
          .multiply(exactly(form.factor()), DIGITS);
    }
    if (kernel instanceof LaplacianL1 laplacian) {
      BigDecimal sum = BigDecimal.ZERO;
      for (int c = 0; c < x.length; c++) {
        sum = sum.add(exactly(x[c]).subtract(exactly(y[c])).abs());
      }
      return decay(sum.divide(exactly(laplacian.sigma()), DIGITS));
    }
    if (kernel instanceof Linear) {
      return inner(x, y);
    }
    if (kernel instanceof Polynomial polynomial) {
      return exactly(polynomial.scale())
          .multiply(inner(x, y), DIGITS)
          .add(exactly(polynomial.offset()), DIGITS)
          .pow(polynomial.degree(), DIGITS);
    }
    BigDecimal square = BigDecimal.ZERO;
    for (int c = 0; c < x.length; c++) {
      square = square.add(exactly(x[c]).subtract(exactly(y[c])).pow(2));
    }
    square = square.round(DIGITS);
    if (kernel instanceof Gaussian gaussian) {
      Spec given = Spec.parse("kernel", gaussian.spec());
      return decay(
          given.has("gamma")
              ? exactly(given.number("gamma")).multiply(square, DIGITS)
              : square.divide(TWO.multiply(exactly(given.number("sigma")).pow(2)), DIGITS));
    }
    if (kernel instanceof Laplacian laplacian) {
      return decay(square.sqrt(DIGITS).divide(exactly(laplacian.sigma()), DIGITS));
    }
    if (kernel instanceof Matern matern) {
      return matern(matern, square);
    }
    if (kernel instanceof Cauchy cauchy) {
      return ONE.divide(ONE.add(square.divide(exactly(cauchy.sigma()).pow(2), DIGITS)), DIGITS);
    }
    if (kernel instanceof RationalQuadratic quadratic) {
      BigDecimal alpha = exactly(quadratic.alpha());
      BigDecimal length = exactly(quadratic.length()).pow(2);
      BigDecimal base = ONE.add(square.divide(TWO.multiply(alpha).multiply(length), DIGITS));
      return decay(alpha.multiply(log(base), DIGITS));
    }
    BigDecimal radius = exactly(((Epanechnikov) kernel).radius());
    return ONE.subtract(square.divide(radius.pow(2), DIGITS)).max(BigDecimal.ZERO);
  }

  private static BigDecimal inner(double[] x, double[] y) {
    BigDecimal sum = BigDecimal.ZERO;
    for (int c = 0; c < x.length; c++) {
      sum = sum.add(exactly(x[c]).multiply(exactly(y[c])));
    }
    return sum.round(DIGITS);
  }

  private static BigDecimal matern(Matern matern, BigDecimal square) {
    BigDecimal twiceNu = exactly(2 * matern.nu());
    BigDecimal t = twiceNu.multiply(square).sqrt(DIGITS).divide(exactly(matern.length()), DIGITS);
    BigDecimal polynomial = ONE;
    if (matern.nu() > 0.5) {
      polynomial = polynomial.add(t);
    }
    if (matern.nu() > 1.5) {
      polynomial = polynomial.add(t.pow(2).divide(BigDecimal.valueOf(3), DIGITS));
    }
    return polynomial.multiply(decay(t), DIGITS);
  }

  private static BigDecimal exactly(double value) {
    return new BigDecimal(value);
  }

  /** exp(-t) for t not negative: a series at t / 2^20, then squares. */
  private static BigDecimal decay(BigDecimal t) {
    if (t.compareTo(NOTHING_LEFT) > 0) {
      return BigDecimal.ZERO;
    }
    MathContext more = new MathContext(DIGITS.getPrecision() + 12);
    BigDecimal small = t.negate().divide(TWO.pow(HALVINGS), more);
    BigDecimal sum = ONE;
    BigDecimal term = ONE;
    for (int j = 1; j <= TERMS; j++) {
      term = term.multiply(small, more).divide(BigDecimal.valueOf(j), more);
      sum = sum.add(term, more);
    }
    for (int j = 0; j < HALVINGS; j++) {
      sum = sum.multiply(sum, more);
    }
    return sum.round(DIGITS);
  }

  /** log(x) for x at least 1: Newton's iteration on the double, which doubles its digits. */
  private static BigDecimal log(BigDecimal x) {
    BigDecimal y = exactly(Math.log(x.doubleValue())).max(BigDecimal.ZERO);
    for (int step = 0; step < 2; step++) {
      y = y.add(x.multiply(decay(y), DIGITS).subtract(ONE)).max(BigDecimal.ZERO);
    }
    return y;
  }
}
