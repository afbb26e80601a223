package dev.mercer.internal.fastsum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rounding of kernel values and distances where kernels have fallen, against 40 digits. */
class FallingKernelTest {

  static Stream<String> kernels() {
    return Stream.of(
        "gaussian(sigma=0.7)",
        "gaussian(gamma=0.3)",
        "laplacian(sigma=0.9)",
        "laplacian-l1(sigma=1.1)",
        "matern(nu=0.5,length=0.7)",
        "matern(nu=1.5,length=0.7)",
        "matern(nu=2.5,length=0.7)",
        "cauchy(sigma=0.3)",
        "rational-quadratic(alpha=0.3,length=0.7)",
        "rational-quadratic(alpha=3,length=0.7)",
        "rational-quadratic(alpha=16,length=0.3)",
        "rational-quadratic(alpha=1000.5,length=0.3)",
        "epanechnikov(radius=1.7)",
        "3*gaussian(sigma=0.7)",
        "0.001*matern(nu=2.5,length=0.7)");
  }

  /** A value as sums compute it: distances from differences, then the kernel's map. */
  private static double computed(Kernel kernel, double[] x, double[] y) {
    FallingKernel falling = FallingKernel.of(kernel, x.length);
    double[] value = new double[1];
    Simd simd = Backend.instance().simd();
    if (falling.pairing() == Pairing.L1_DISTANCE) {
      simd.l1Distances(value, 0, 1, x.length, x, 0, 1, y, 0, 1);
    } else {
      simd.squaredDistances(value, 0, 1, x.length, x, 0, 1, y, 0, 1);
    }
    falling.kernel().map(simd, value, 0, 1);
    return falling.factor() * value[0];
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void roundingIsBoundedAndNotByMuch(String spec) {
    Kernel kernel = KernelSpec.kernel(spec);
    SplittableRandom random = new SplittableRandom(7);
    for (int d : new int[] {1, 2, 3, 4, 5, 6, 8, 20}) {
      double rounding = TreeSum.rounding(kernel, d);
      double worst = 0;
      for (int pair = 0; pair < 250; pair++) {
        double[] x = new double[d];
        double[] y = new double[d];
        // Distances of all sizes, some far from the origin.
        double scale = Math.pow(10, 2 * random.nextDouble() - 1) / Math.sqrt(d);
        double offset = pair % 5 == 0 ? 1e6 : 0;
        for (int c = 0; c < d; c++) {
          x[c] = offset + scale * random.nextGaussian();
          y[c] = offset + scale * random.nextGaussian();
        }
        worst = Math.max(worst, PreciseKernel.error(kernel, x, y, computed(kernel, x, y)));
      }
      assertThat(worst).as("%s, d %d", spec, d).isLessThanOrEqualTo(rounding);
      // Roundings rarely all point one way, but a bound a hundred times too large says nothing.
      assertThat(rounding).as("%s, d %d", spec, d).isLessThan(100 * worst);
    }
  }

  @Test
  void squaresThatVanishAreCounted() {
    for (String spec : new String[] {"laplacian(sigma=1e-150)", "matern(nu=0.5,length=1e-150)"}) {
      Kernel kernel = KernelSpec.kernel(spec);
      double[] x = {1e-162, 1e-162};
      double[] y = {0, 0};
      assertThat(PreciseKernel.error(kernel, x, y, computed(kernel, x, y)))
          .isGreaterThan(1e-13)
          .isLessThanOrEqualTo(TreeSum.rounding(kernel, 2));
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void nothingIsLeftBeyondTheCutoff(String spec) {
    Kernel kernel = KernelSpec.kernel(spec);
    FallingKernel falling = FallingKernel.of(kernel, 1);
    double factor = falling.factor();
    for (double error = 0.5 * factor; error > 2e-14 * factor; error /= 7) {
      double cutoff = falling.cutoff(error, Backend.instance().maps().next(1));
      if (cutoff == Double.POSITIVE_INFINITY) {
        assertThat(falling.value(Double.MAX_VALUE, Backend.instance().maps().next(1)))
            .isGreaterThan(error / 2);
        continue;
      }
      boolean squared = falling.pairing() == Pairing.SQUARED_DISTANCE;
      // Rounded up, the distance is not below the cutoff.
      double distance = squared ? Math.nextUp(Math.sqrt(cutoff)) : cutoff;
      BigDecimal left = PreciseKernel.value(kernel, new double[] {0}, new double[] {distance});
      assertThat(left).isLessThanOrEqualTo(new BigDecimal(error));
      BigDecimal nearer =
          PreciseKernel.value(kernel, new double[] {0}, new double[] {distance * (1 - 1e-6)});
      assertThat(nearer.doubleValue())
          .isGreaterThan(error - 2 * falling.rounding() - 1e-14 * factor);
    }
    assertThat(falling.cutoff(1.5 * factor, Backend.instance().maps().next(1))).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"linear", "polynomial(degree=2)", "cosine", "2*linear", "tanh(scale=1)"})
  void kernelsThatDoNotFallAreRefused(String spec) {
    Kernel kernel = KernelSpec.kernel(spec);
    assertThat(TreeSum.serves(kernel)).isFalse();
    assertThatThrownBy(() -> TreeSum.rounding(kernel, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not fall");
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void kernelsThatFallAreServed(String spec) {
    assertThat(TreeSum.serves(KernelSpec.kernel(spec))).isTrue();
  }
}
