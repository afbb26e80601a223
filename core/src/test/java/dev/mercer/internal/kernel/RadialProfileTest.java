package dev.mercer.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Kernel;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The constants of the radial kernels against their kernels. */
class RadialProfileTest {

  static Stream<String> kernels() {
    return Stream.of(
        "gaussian(sigma=1.5)",
        "gaussian(gamma=0.3)",
        "laplacian(sigma=2)",
        "matern(nu=0.5,length=2)",
        "matern(nu=1.5,length=0.7)",
        "matern(nu=2.5,length=2)",
        "rational-quadratic(alpha=1.5,length=2)",
        "rational-quadratic(alpha=0.01,length=0.5)",
        "rational-quadratic(alpha=100,length=3)",
        "cauchy(sigma=2)",
        "3*cauchy(sigma=0.5)",
        "0.01*matern(nu=2.5,length=1)");
  }

  private static double value(Kernel kernel, double distance) {
    return kernel.value(new double[] {0}, new double[] {distance});
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void theSlopeIsTheLargestThereIsAndNoLarger(String spec) {
    Kernel kernel = Definition.kernel(spec);
    RadialProfile profile = RadialProfile.of(kernel).orElseThrow();
    double step = 1e-4;
    double steepest = 0;
    for (int i = 0; i < 100_000; i++) {
      double slope = (value(kernel, i * step) - value(kernel, (i + 1) * step)) / step;
      steepest = Math.max(steepest, slope);
    }
    // A difference quotient is a mean of slopes: never above the largest but for rounding, and
    // within the curvature times half a step of it, here below a thousandth.
    double rounding = 4 * Math.ulp(profile.largest()) / step;
    assertThat(steepest).isBetween(profile.slope() * 0.999, profile.slope() + rounding);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void theLossIsThatOfTheKernel(String spec) {
    Kernel kernel = Definition.kernel(spec);
    RadialProfile profile = RadialProfile.of(kernel).orElseThrow();
    assertThat(profile.largest()).isEqualTo(value(kernel, 0));
    for (double r = 1e-9; r < 1e3; r *= 1.7) {
      double expected = value(kernel, 0) - value(kernel, r);
      assertThat(profile.loss(r)).isCloseTo(expected, within(4 * Math.ulp(profile.largest())));
      // Tiny losses keep their digits: the loss of half the distance is a half or a quarter.
      if (r < 1e-6) {
        assertThat(profile.loss(r) / profile.loss(r / 2))
            .satisfiesAnyOf(
                ratio -> assertThat(ratio).isCloseTo(2, within(1e-4)),
                ratio -> assertThat(ratio).isCloseTo(4, within(1e-4)));
      }
    }
  }

  @Test
  void kernelsThatAreNotRadialHaveNone() {
    for (String spec : new String[] {"linear", "laplacian-l1(sigma=3)", "polynomial(degree=2)"}) {
      assertThat(RadialProfile.of(Definition.kernel(spec))).isEmpty();
    }
  }
}
