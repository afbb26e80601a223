package dev.mercer.internal.fastsum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.spec.Numbers;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/** No value of any sum over trees is off by more than its bound, whatever points and kernel. */
class TreeSumPropertiesTest {

  @Provide
  Arbitrary<Kernel> kernels() {
    // From far below the distance of neighbors to far above the size of the data.
    Arbitrary<Double> widths = Arbitraries.doubles().between(-4, 3).map(e -> Math.pow(10, e));
    Arbitrary<String> shapes =
        Arbitraries.of(
            "gaussian(sigma=%s)",
            "gaussian(gamma=%s)",
            "laplacian(sigma=%s)",
            "laplacian-l1(sigma=%s)",
            "matern(nu=0.5,length=%s)",
            "matern(nu=1.5,length=%s)",
            "matern(nu=2.5,length=%s)",
            "cauchy(sigma=%s)",
            "rational-quadratic(alpha=0.5,length=%s)",
            "rational-quadratic(alpha=4,length=%s)",
            "epanechnikov(radius=%s)");
    Arbitrary<String> factors = Arbitraries.of("", "", "0.01*", "700*");
    return Combinators.combine(factors, shapes, widths)
        .as((factor, shape, width) -> factor + String.format(shape, Numbers.text(width)))
        .map(KernelSpec::kernel);
  }

  private static double factor(Kernel kernel) {
    return FallingKernel.of(kernel, 1).factor();
  }

  @Property(tries = 150)
  void noValueIsOffByMoreThanTheBound(
      @ForAll("kernels") Kernel kernel,
      @ForAll Cloud targetCloud,
      @ForAll Cloud sourceCloud,
      @ForAll @IntRange(min = 1, max = 8) int d,
      @ForAll @IntRange(min = 1, max = 300) int targetCount,
      @ForAll @IntRange(min = 1, max = 600) int sourceCount,
      @ForAll @DoubleRange(min = -14, max = -3) double exponent,
      @ForAll long seed) {
    Matrix targets = targetCloud.points(targetCount, d, seed);
    Matrix sources = sourceCloud.points(sourceCount, d, seed + 1);
    double error = factor(kernel) * Math.pow(10, exponent);
    try (Workers workers = Workers.of(1)) {
      TreeSum sum = new TreeSum(targets, sources, kernel, error, workers);
      assertThat(sum.errorBound()).isLessThanOrEqualTo(error);
      Sums.check(sum, kernel, targets, sources);
    }
  }

  @Property(tries = 60)
  void sumsOverTheSamePointsAreSymmetricAndKeepTheirBits(
      @ForAll("kernels") Kernel kernel,
      @ForAll Cloud cloud,
      @ForAll @IntRange(min = 1, max = 8) int d,
      @ForAll @IntRange(min = 1, max = 400) int n,
      @ForAll @DoubleRange(min = -14, max = -3) double exponent,
      @ForAll long seed) {
    Matrix points = cloud.points(n, d, seed);
    double error = factor(kernel) * Math.pow(10, exponent);
    double[] matrix;
    try (Workers workers = Workers.of(1)) {
      TreeSum sum = new TreeSum(points, points, kernel, error, workers);
      Sums.check(sum, kernel, points, points);
      matrix = Sums.matrix(sum, n, n);
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        if (matrix[i * n + j] != matrix[j * n + i]) {
          throw new AssertionError("entries " + i + ", " + j + " are not symmetric");
        }
      }
    }
    try (Workers workers = Workers.of(2)) {
      TreeSum sum = new TreeSum(points, points, kernel, error, workers);
      assertThat(Sums.matrix(sum, n, n)).isEqualTo(matrix);
    }
  }

  @Property(tries = 100)
  void momentsAreAsExactAsTheySay(
      @ForAll Cloud targetCloud,
      @ForAll Cloud sourceCloud,
      @ForAll @DoubleRange(min = -9, max = 3) double radius,
      @ForAll @IntRange(min = 1, max = 8) int d,
      @ForAll @IntRange(min = 1, max = 300) int targetCount,
      @ForAll @IntRange(min = 1, max = 600) int sourceCount,
      @ForAll boolean same,
      @ForAll long seed) {
    Matrix sources = sourceCloud.points(sourceCount, d, seed + 1);
    Matrix targets = same ? sources : targetCloud.points(targetCount, d, seed);
    Kernel kernel = KernelSpec.kernel("epanechnikov(radius=" + Math.pow(10, radius) + ")");
    try (Workers one = Workers.of(1);
        Workers two = Workers.of(2)) {
      EpanechnikovSum sum = new EpanechnikovSum(targets, sources, kernel, 1, one);
      Sums.check(sum, kernel, targets, sources);
      assertThat(
              Sums.matrix(
                  new EpanechnikovSum(targets, sources, kernel, 1, two),
                  targets.rows(),
                  sourceCount))
          .isEqualTo(Sums.matrix(sum, targets.rows(), sourceCount));
    }
  }
}
