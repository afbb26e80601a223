package dev.mercer.internal.fastsum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import dev.mercer.kernel.Gaussian;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaylorFeaturesTest {

  /** Unit vectors take the time of terms x points^2: what a test can wait for. */
  private static final long MOST_TERMS = 3000;

  @Property(tries = 120, edgeCases = EdgeCasesMode.NONE)
  void noValueIsOffByMoreThanTheBound(
      @ForAll Cloud cloud,
      @ForAll @IntRange(min = 1, max = 8) int d,
      @ForAll @IntRange(min = 1, max = 120) int n,
      @ForAll @DoubleRange(min = -1, max = 4) double logSigma,
      @ForAll @DoubleRange(min = -12, max = -3) double logError,
      @ForAll boolean same) {
    Matrix targets = cloud.points(n, d, n);
    Matrix sources = same ? targets : cloud.points(n / 2 + 1, d, n + 1000);
    Gaussian kernel = Gaussian.sigma(Math.pow(10, logSigma));
    double error = Math.pow(10, logError);
    double radius = EnclosingBall.around(targets, sources).radius() / kernel.sigma();
    Assume.that(TaylorFeatures.terms(d, radius, error) <= MOST_TERMS);
    TaylorFeatures map = TaylorFeatures.of(targets, sources, kernel, error);
    assertThat(map.errorBound()).isLessThanOrEqualTo(error);
    assertThat((long) map.terms()).isLessThanOrEqualTo(TaylorFeatures.terms(d, radius, error));
    try (Workers workers = Workers.of(1)) {
      FeatureSum sum = new FeatureSum(map, targets, sources, workers);
      assertThat(Sums.largestError(sum, kernel, targets, sources))
          .isLessThanOrEqualTo(map.errorBound());
    }
  }

  /** FK figure 7. */
  @ParameterizedTest
  @CsvSource({"1, 0.3", "2, 0.5", "2, 1", "3, 0.4", "5, 2"})
  void boundIsAboveTheErrorForEveryTruncationNumber(int d, double sigma) {
    Matrix points = Cloud.UNIFORM.points(150, d, d);
    Gaussian kernel = Gaussian.sigma(sigma);
    double before = 2;
    try (Workers workers = Workers.of(1)) {
      for (int p = 1; p <= 11; p++) {
        TaylorFeatures map = TaylorFeatures.truncated(points, points, kernel, p);
        assertThat(map.truncation()).isEqualTo(p);
        FeatureSum sum = new FeatureSum(map, points, points, workers);
        double measured = Sums.largestError(sum, kernel, points, points);
        assertThat(measured).isLessThanOrEqualTo(map.errorBound());
        // The printed bound forgets rounding, which grows with the terms.
        double rounding = TaylorBound.rounding(d, 4 * d, 4 * d, p);
        assertThat(map.errorBound()).isLessThan(before + rounding);
        assertThat(measured)
            .isLessThanOrEqualTo(TaylorFeatures.printedBound(1, d, sigma, p) + rounding);
        before = map.errorBound();
      }
    }
  }

  /** On the rim of the ball, in the same direction, the error is what the bound says. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1, 2.5, 3.5})
  void boundIsAttained(double radius) {
    Matrix ends = Matrix.of(new double[][] {{-radius}, {radius}});
    Gaussian kernel = Gaussian.sigma(1);
    try (Workers workers = Workers.of(1)) {
      for (int p = (int) Math.ceil(radius * radius); p < radius * radius + 8; p++) {
        TaylorFeatures map = TaylorFeatures.truncated(ends, ends, kernel, p);
        FeatureSum sum = new FeatureSum(map, ends, ends, workers);
        double rounding = TaylorBound.rounding(1, radius, radius, p);
        assertThat(Sums.largestError(sum, kernel, ends, ends))
            .isBetween((map.errorBound() - 2 * rounding) * 0.999, map.errorBound());
      }
    }
  }

  /** The bound over balls against the largest tail on a grid of radii within them. */
  @ParameterizedTest
  @CsvSource({"0.5, 0.5", "0.5, 6", "1, 9", "3, 3", "2, 4", "4, 1", "0, 3", "5, 5"})
  void boundCoversEveryRadius(double a, double b) {
    for (int p = 1; p <= 40; p++) {
      double largest = 0;
      for (int i = 0; i <= 60; i++) {
        for (int j = 0; j <= 60; j++) {
          largest = Math.max(largest, tail(a * i / 60, b * j / 60, p));
        }
      }
      double bound = TaylorBound.error(1, a, b, p) - TaylorBound.rounding(1, a, b, p);
      assertThat(bound).isGreaterThanOrEqualTo(largest * (1 - 1e-12) - 1e-18);
      if (p >= Math.max(a * a, b * b)) {
        assertThat(bound).isLessThanOrEqualTo(largest * (1 + 1e-6) + 1e-18);
      }
    }
  }

  private static double tail(double a, double b, int p) {
    double term = Math.exp(-(a * a + b * b) / 2);
    double sum = 0;
    for (int m = 0; m < 400; m++) {
      sum += m >= p ? term : 0;
      term *= a * b / (m + 1);
    }
    return sum;
  }

  @Test
  void truncationNumberIsTheSmallest() {
    for (double radius : new double[] {0.01, 0.5, 2, 5, 10, 30}) {
      for (double error : new double[] {1e-3, 1e-6, 1e-10}) {
        int p = TaylorFeatures.truncation(1, radius, error);
        assertThat(TaylorBound.error(1, radius, radius, p)).isLessThanOrEqualTo(error);
        if (p > 1) {
          assertThat(TaylorBound.error(1, radius, radius, p - 1)).isGreaterThan(error);
        }
      }
    }
  }

  @Test
  void longExpansionsInOneDimension() {
    Matrix points = Cloud.UNIFORM.points(60, 1, 3);
    Gaussian kernel = Gaussian.sigma(0.5 / 35);
    TaylorFeatures map = TaylorFeatures.of(points, points, kernel, 1e-9);
    assertThat(map.truncation()).isGreaterThan(1000);
    try (Workers workers = Workers.of(1)) {
      FeatureSum sum = new FeatureSum(map, points, points, workers);
      assertThat(Sums.largestError(sum, kernel, points, points))
          .isLessThanOrEqualTo(map.errorBound());
    }
  }

  @Test
  void whatCannotBeReachedIsRefusedWithWhatCan() {
    Matrix points = Cloud.UNIFORM.points(50, 2, 5);
    assertThatThrownBy(() -> TaylorFeatures.of(points, points, Gaussian.sigma(1), 1e-16))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("out of reach")
        .hasMessageContaining("e-1");
    double reachable = TaylorBound.reachable(2, 1, 1);
    assertThat(reachable).isBetween(1e-15, 1e-13);
    assertThat(TaylorFeatures.truncation(2, 1, reachable)).isPositive();
    assertThat(TaylorFeatures.truncation(2, 1, reachable * 0.999)).isZero();
    assertThatThrownBy(() -> TaylorFeatures.of(points, points, Gaussian.sigma(1e-3), 1e-3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sigma from their center");
    assertThatThrownBy(() -> TaylorFeatures.truncated(points, points, Gaussian.sigma(1e-3), 3))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TaylorFeatures.truncated(points, points, Gaussian.sigma(1), 0))
        .isInstanceOf(IllegalArgumentException.class);
    for (double error : new double[] {0, -1, 1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> TaylorFeatures.of(points, points, Gaussian.sigma(1), error))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("error = ");
    }
    assertThat(TaylorFeatures.terms(8, 10, 1e-9)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void bitsDoNotDependOnThreads() {
    Matrix points = Cloud.UNIFORM.points(3000, 2, 5);
    TaylorFeatures map = TaylorFeatures.of(points, points, Gaussian.sigma(0.4), 1e-8);
    double[] vectors = Cloud.UNIFORM.points(3000, 3, 6).values();
    double[][] results = new double[2][3000 * 3];
    for (int threads = 1; threads <= 2; threads++) {
      try (Workers workers = Workers.of(threads)) {
        new FeatureSum(map, points, points, workers).multiply(3, vectors, results[threads - 1]);
      }
    }
    assertThat(results[0]).isEqualTo(results[1]);
  }

  /** A ball is at most as large as that of the box's middle, and holds every point. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void ballHoldsAllPoints(int d) {
    for (Cloud cloud : Cloud.values()) {
      Matrix first = cloud.points(40, d, 7);
      Matrix second = Cloud.UNIFORM.points(30, d, 8);
      EnclosingBall ball = EnclosingBall.around(first, second);
      assertThat(EnclosingBall.reach(first, ball.center())).isLessThanOrEqualTo(ball.radius());
      assertThat(EnclosingBall.reach(second, ball.center())).isLessThanOrEqualTo(ball.radius());
    }
    Matrix corners = Matrix.of(new double[][] {{0, 0}, {1, 0}, {0, 1}});
    assertThat(EnclosingBall.around(corners, corners).radius()).isBetween(0.7071, 0.7072);
  }
}
