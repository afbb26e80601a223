package dev.mercer.use.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.gram.Definition;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class LbfgsTest {

  /** 1/2 x'Ax - b'x with A = I + B B': its gradient is zero at A x = b only. */
  @Property(tries = 40)
  void aQuadraticIsSolved(@ForAll @IntRange(min = 1, max = 12) int n, @ForAll long seed) {
    double[][] factor = Definition.points(n, n, seed);
    double[] linear = Definition.points(1, n, seed + 1)[0];
    double[][] a = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a[i][j] = (i == j ? 1 : 0) + Lbfgs.dot(factor[i], factor[j]);
      }
    }
    Lbfgs.Result result =
        Lbfgs.minimize(
            (x, gradient) -> {
              double value = 0;
              for (int i = 0; i < n; i++) {
                double product = Lbfgs.dot(a[i], x);
                gradient[i] = product - linear[i];
                value += x[i] * (product / 2 - linear[i]);
              }
              return value;
            },
            null,
            new double[n],
            1e-10,
            1000);
    assertThat(result.gradientNorm()).isLessThanOrEqualTo(1e-10);
    for (int i = 0; i < n; i++) {
      // sums of n terms of this size
      double terms = Math.abs(linear[i]);
      for (int j = 0; j < n; j++) {
        terms += Math.abs(a[i][j] * result.point()[j]);
      }
      assertThat(Lbfgs.dot(a[i], result.point()))
          .isCloseTo(linear[i], within(1e-10 + n * Math.ulp(terms)));
    }
  }

  @Test
  void rosenbrocksValleyIsFollowedToItsEnd() {
    Lbfgs.Result result =
        Lbfgs.minimize(LbfgsTest::rosenbrock, null, new double[] {-1.2, 1}, 1e-10, 200);
    assertThat(result.gradientNorm()).isLessThanOrEqualTo(1e-10);
    // The smallest eigenvalue of the Hessian at (1, 1) is about 0.4.
    assertThat(result.point()[0]).isCloseTo(1, within(1e-9));
    assertThat(result.point()[1]).isCloseTo(1, within(1e-9));
    assertThat(result.iterations()).isLessThan(60);
  }

  private static double rosenbrock(double[] x, double[] gradient) {
    double across = x[1] - x[0] * x[0];
    gradient[0] = -400 * x[0] * across - 2 * (1 - x[0]);
    gradient[1] = 200 * across;
    return 100 * across * across + (1 - x[0]) * (1 - x[0]);
  }

  /** x - log x is not defined for x <= 0: the first step from 100 or 0.001 would land there. */
  @Property(tries = 40)
  void stepsOutOfTheDomainAreTakenBack(@ForAll @LongRange(min = -3, max = 3) long power) {
    Lbfgs.Result result =
        Lbfgs.minimize(
            (x, gradient) -> {
              gradient[0] = 1 - 1 / x[0];
              return x[0] - Math.log(x[0]);
            },
            null,
            new double[] {Math.pow(10, power)},
            1e-12,
            1000);
    assertThat(result.point()[0]).isCloseTo(1, within(1e-11));
  }

  /** With the Hessian as its metric the first step ends at the minimum of a quadratic. */
  @Test
  void aMetricMakesStepsNewtons() {
    double[] curvatures = {1e-6, 1, 1e6};
    Lbfgs.Metric hessian =
        new Lbfgs.Metric() {
          @Override
          public void refresh(double[] point) {}

          @Override
          public void solve(double[] vector) {
            Arrays.setAll(vector, i -> vector[i] / curvatures[i]);
          }
        };
    Lbfgs.Objective quadratic =
        (x, gradient) -> {
          double value = 0;
          for (int i = 0; i < 3; i++) {
            gradient[i] = curvatures[i] * (x[i] - 1);
            value += curvatures[i] / 2 * (x[i] - 1) * (x[i] - 1);
          }
          return value;
        };
    Lbfgs.Result result = Lbfgs.minimize(quadratic, hessian, new double[3], 1e-9, 100);
    assertThat(result.iterations()).isEqualTo(1);
    assertThat(result.point()).containsExactly(1, 1, 1);
  }

  @Test
  void aMinimumIsNotLeft() {
    double[] start = {1, 1};
    Lbfgs.Result result = Lbfgs.minimize(LbfgsTest::rosenbrock, null, start, 1e-10, 100);
    assertThat(result.iterations()).isZero();
    assertThat(result.point()).containsExactly(start);
  }

  @Test
  void aToleranceBelowRoundingEndsWithTheGradientReached() {
    Lbfgs.Result result =
        Lbfgs.minimize(LbfgsTest::rosenbrock, null, new double[] {3, -2}, 0, 100_000);
    assertThat(result.iterations()).isLessThan(1000);
    assertThat(result.gradientNorm()).isLessThan(1e-8);
  }

  @Test
  void aFunctionWithoutMinimumEndsAtTheLimit() {
    Lbfgs.Result result =
        Lbfgs.minimize(
            (x, gradient) -> {
              gradient[0] = -1;
              return -x[0];
            },
            null,
            new double[1],
            1e-3,
            20);
    assertThat(result.gradientNorm()).isEqualTo(1);
    assertThat(result.iterations()).isLessThanOrEqualTo(20);
  }
}
