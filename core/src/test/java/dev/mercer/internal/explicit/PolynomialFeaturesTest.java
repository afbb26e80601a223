package dev.mercer.internal.explicit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fastsum.Cloud;
import dev.mercer.internal.fastsum.FeatureSum;
import dev.mercer.internal.fastsum.Sums;
import dev.mercer.kernel.Linear;
import dev.mercer.kernel.Polynomial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolynomialFeaturesTest {

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, 1",
    "1, 60, 1, 1",
    "1, 60, 1, 0",
    "2, 2, 1, 1",
    "2, 20, 0.7, 0.2",
    "2, 3, 1e-3, 1e3",
    "3, 5, 2, 0",
    "3, 1, 2, 0",
    "5, 4, 1, 1e-160",
    "4, 7, 1, 1e-40",
    "8, 4, 0.1, 3",
    "10, 3, 1, 1",
    "50, 2, 0.02, 0.5",
    "50, 2, 1, 0",
  })
  void valuesAreThoseOfTheKernel(int d, int degree, double scale, double offset) {
    Polynomial kernel = new Polynomial(scale, offset, degree);
    Matrix targets = signed(Cloud.UNIFORM.points(37, d, 1));
    Matrix sources = signed(Cloud.UNIFORM.points(70, d, 2));
    PolynomialFeatures map = new PolynomialFeatures(kernel, targets, sources);
    assertThat((long) map.terms()).isEqualTo(PolynomialFeatures.terms(kernel, d));
    double largest =
        Math.pow(scale * LargestNorm.of(targets) * LargestNorm.of(sources) + offset, degree);
    assertThat(map.errorBound()).isLessThan(1e-12 * largest);
    try (Workers workers = Workers.of(2)) {
      FeatureSum sum = new FeatureSum(map, targets, sources, workers);
      assertThat(sum.scheme()).isEqualTo("polynomial");
      assertThat(Sums.largestError(sum, kernel, targets, sources))
          .isLessThanOrEqualTo(map.errorBound());
    }
  }

  /** Data of any size, with a scale that makes the kernel ordinary again: nothing overflows. */
  @ParameterizedTest
  @CsvSource({"1e120, 1e-240, 1", "1e-120, 1e240, 1", "1e60, 1, 1e-90", "1e-90, 1, 1e60"})
  void extremeScalesDoNotOverflow(double size, double scale, double offset) {
    Matrix unit = signed(Cloud.UNIFORM.points(12, 3, 3));
    double[] values = unit.toArray();
    for (int i = 0; i < values.length; i++) {
      values[i] *= size;
    }
    Matrix points = Matrix.wrap(12, 3, values);
    Polynomial kernel = new Polynomial(scale, offset, 2);
    PolynomialFeatures map = new PolynomialFeatures(kernel, points, points);
    assertThat(map.errorBound()).isFinite();
    try (Workers workers = Workers.of(1)) {
      FeatureSum sum = new FeatureSum(map, points, points, workers);
      assertThat(Sums.largestError(sum, kernel, points, points))
          .isLessThanOrEqualTo(map.errorBound());
    }
  }

  @Test
  void linearIsTheIdentity() {
    Matrix targets = signed(Cloud.UNIFORM.points(300, 7, 4));
    Matrix sources = signed(Cloud.FAR_FROM_THE_ORIGIN.points(20, 7, 5));
    IdentityFeatures map = new IdentityFeatures(targets, sources);
    assertThat(map.terms()).isEqualTo(7);
    try (Workers workers = Workers.of(1)) {
      FeatureSum sum = new FeatureSum(map, targets, sources, workers);
      assertThat(Sums.largestError(sum, new Linear(), targets, sources))
          .isLessThanOrEqualTo(map.errorBound());
    }
  }

  @Test
  void normsSurviveOverflowAndUnderflow() {
    assertThat(LargestNorm.of(Matrix.of(new double[][] {{3e200, 4e200}, {1, 1}})))
        .isBetween(5e200 * (1 - 1e-15), 5e200 * (1 + 1e-15));
    assertThat(LargestNorm.of(Matrix.of(new double[][] {{3e-200, 4e-200}}))).isPositive();
    assertThat(LargestNorm.of(Matrix.of(new double[][] {{0, 0}}))).isZero();
  }

  private static Matrix signed(Matrix points) {
    double[] values = points.toArray();
    for (int i = 0; i < values.length; i++) {
      values[i] = 2 * values[i] - 1;
    }
    return Matrix.wrap(points.rows(), points.columns(), values);
  }
}
