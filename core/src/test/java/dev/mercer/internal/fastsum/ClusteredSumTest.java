package dev.mercer.internal.fastsum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import dev.mercer.kernel.Gaussian;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusteredSumTest {

  @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
  void noValueIsOffByMoreThanTheBound(
      @ForAll Cloud cloud,
      @ForAll @IntRange(min = 1, max = 8) int d,
      @ForAll @IntRange(min = 1, max = 250) int n,
      @ForAll @DoubleRange(min = -3, max = 4) double logSigma,
      @ForAll @DoubleRange(min = -12, max = -3) double logError,
      @ForAll boolean same) {
    Matrix targets = cloud.points(n, d, n);
    Matrix sources = same ? targets : cloud.points(n / 2 + 1, d, n + 1000);
    Gaussian kernel = Gaussian.sigma(Math.pow(10, logSigma));
    double error = Math.pow(10, logError);
    try (Workers workers = Workers.of(1)) {
      ClusteredSum sum = new ClusteredSum(targets, sources, kernel, error, workers);
      assertThat(sum.errorBound()).isLessThanOrEqualTo(error);
      assertThat(Sums.largestError(sum, kernel, targets, sources))
          .isLessThanOrEqualTo(sum.errorBound());
    }
  }

  /** Clusters in earnest: more than one, fewer than points, some out of reach of others. */
  @ParameterizedTest
  @CsvSource({"1, 0.01, 1e-9", "2, 0.05, 1e-6", "2, 0.03, 1e-10", "3, 0.15, 1e-5"})
  void productsAreThoseOfTheDefinition(int d, double sigma, double error) {
    int n = 3000;
    Matrix sources = Cloud.UNIFORM.points(n, d, 1);
    Matrix targets = Cloud.UNIFORM.points(900, d, 2);
    Gaussian kernel = Gaussian.sigma(sigma);
    int columns = 2;
    SplittableRandom random = new SplittableRandom(3);
    double[] vectors = random.doubles(n * columns, -1, 1).toArray();
    double[] result = new double[900 * columns];
    try (Workers workers = Workers.of(2)) {
      ClusteredSum sum = new ClusteredSum(targets, sources, kernel, error, workers);
      assertThat(sum.clusters()).isBetween(2, n / 2);
      assertThat(sum.scheme()).isEqualTo("clustered");
      assertThat(sum.terms()).isGreaterThan(1);
      sum.multiply(columns, vectors, result);
    }
    for (int i = 0; i < 900; i += 7) {
      for (int v = 0; v < columns; v++) {
        double expected = 0;
        double total = 0;
        for (int j = 0; j < n; j++) {
          double weight = vectors[j * columns + v];
          expected += weight * kernel.value(targets.row(i), sources.row(j));
          total += Math.abs(weight);
        }
        assertThat(Math.abs(result[i * columns + v] - expected)).isLessThanOrEqualTo(error * total);
      }
    }
  }

  @Test
  void bitsDoNotDependOnThreads() {
    int n = 12_000;
    Matrix points = Cloud.UNIFORM.points(n, 2, 5);
    double[] vectors = Cloud.UNIFORM.points(n, 3, 6).values();
    double[][] results = new double[2][n * 3];
    for (int threads = 1; threads <= 2; threads++) {
      try (Workers workers = Workers.of(threads)) {
        new ClusteredSum(points, points, Gaussian.sigma(0.3), 1e-6, workers)
            .multiply(3, vectors, results[threads - 1]);
      }
    }
    assertThat(results[0]).isEqualTo(results[1]);
  }

  @Test
  void whatCannotBeReachedIsRefusedWithWhatCan() {
    Matrix points = Cloud.UNIFORM.points(50, 2, 5);
    try (Workers workers = Workers.of(1)) {
      assertThatThrownBy(
              () -> new ClusteredSum(points, points, Gaussian.sigma(0.1), 1e-15, workers))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("ask for at least");
      assertThatThrownBy(() -> new ClusteredSum(points, points, Gaussian.sigma(1), 0, workers))
          .isInstanceOf(IllegalArgumentException.class);
      Matrix none = Matrix.wrap(0, 2, new double[0]);
      assertThatThrownBy(() -> new ClusteredSum(points, none, Gaussian.sigma(1), 1e-3, workers))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no sources");
      ClusteredSum sum = new ClusteredSum(none, points, Gaussian.sigma(1), 1e-3, workers);
      sum.multiply(1, new double[50], new double[0]);
    }
  }

  /** A spread-out cloud in many dimensions has no clusters worth the name. */
  @Test
  void hopelessCasesAreRefused() {
    Matrix points = Cloud.UNIFORM.points(6000, 40, 5);
    Gaussian kernel = Gaussian.sigma(1);
    assertThat(ClusteredSum.forecast(points, points, kernel, 1e-9))
        .isEqualTo(Double.POSITIVE_INFINITY);
    try (Workers workers = Workers.of(1)) {
      assertThatThrownBy(() -> new ClusteredSum(points, points, kernel, 1e-9, workers))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("more terms");
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 0.1, 30000", "2, 0.02, 30000", "3, 0.2, 30000", "1, 0.001, 20000"})
  void forecastIsNearTheCost(int d, double sigma, int n) {
    Matrix points = Cloud.UNIFORM.points(n, d, 5);
    Gaussian kernel = Gaussian.sigma(sigma);
    try (Workers workers = Workers.of(1)) {
      ClusteredSum sum = new ClusteredSum(points, points, kernel, 1e-6, workers);
      assertThat(ClusteredSum.forecast(points, points, kernel, 1e-6))
          .isBetween(sum.cost() / 1.5, sum.cost() * 1.5);
      assertThat(sum.bytes(4)).isBetween(8L * sum.terms() * 4, 1L << 30);
    }
  }

  /** The pruned clustering against the definition, which looks at every point for every center. */
  @ParameterizedTest
  @CsvSource({"1, 60", "2, 300", "5, 200"})
  void centersAreTheFarthestPoints(int d, int n) {
    Matrix points = Cloud.UNIFORM.points(n, d, 9);
    FarthestPoints grown = new FarthestPoints(points);
    double[] nearest = new double[n];
    Arrays.fill(nearest, Double.POSITIVE_INFINITY);
    int center = 0;
    for (int count = 1; count <= n; count++) {
      assertThat(grown.count()).isEqualTo(count);
      assertThat(grown.center(count - 1)).isEqualTo(center);
      int farthest = 0;
      for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int c = 0; c < d; c++) {
          sum += Math.pow(points.get(i, c) - points.get(center, c), 2);
        }
        nearest[i] = Math.min(nearest[i], sum);
        farthest = nearest[i] > nearest[farthest] ? i : farthest;
      }
      center = farthest;
      assertThat(grown.grow()).isEqualTo(count < n);
    }
    assertThat(Arrays.stream(grown.owners()).distinct().count()).isEqualTo(n);
  }

  @Property(tries = 60)
  void groupsHoldEveryPointOnce(
      @ForAll Cloud cloud,
      @ForAll @IntRange(min = 1, max = 4) int d,
      @ForAll @IntRange(min = 0, max = 400) int n,
      @ForAll @IntRange(min = 1, max = 64) int most) {
    Matrix points = cloud.points(n, d, n);
    PointGroups groups = new PointGroups(points, most, 0.4);
    assertThat(Arrays.stream(groups.order()).sorted().toArray())
        .isEqualTo(IntStream.range(0, n).toArray());
    for (int g = 0; g < groups.count(); g++) {
      int size = groups.start(g + 1) - groups.start(g);
      assertThat(size).isBetween(1, most);
      assertThat(groups.radius(g)).isLessThanOrEqualTo(0.4);
      for (int i = groups.start(g); i < groups.start(g + 1); i++) {
        double sum = 0;
        for (int c = 0; c < d; c++) {
          double difference = points.get(groups.order()[i], c) - groups.centers()[g * d + c];
          sum += difference * difference;
        }
        assertThat(Math.sqrt(sum)).isLessThanOrEqualTo(groups.radius(g));
      }
    }
  }
}
