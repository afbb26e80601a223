package dev.mercer.internal.fastsum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums by moments against the definition of the kernel. */
class EpanechnikovSumTest {

  private final Workers workers = Workers.of(2);

  @AfterEach
  void close() {
    workers.close();
  }

  @ParameterizedTest
  @EnumSource(Cloud.class)
  void everyValueIsThatOfTheDefinition(Cloud cloud) {
    for (int d : new int[] {1, 2, 5}) {
      Matrix targets = cloud.points(200, d, 1);
      Matrix sources = cloud.points(500, d, 2);
      for (String spec :
          new String[] {
            "epanechnikov(radius=0.1)", "epanechnikov(radius=1)", "7*epanechnikov(radius=30)"
          }) {
        Kernel kernel = KernelSpec.kernel(spec);
        EpanechnikovSum sum = new EpanechnikovSum(targets, sources, kernel, 1e-9, workers);
        // 23 + d + levels roundings, and as many again of a factor of 7.
        assertThat(sum.errorBound()).isLessThan(7 * 64 * 0x1p-53);
        Sums.check(sum, kernel, targets, sources);
      }
    }
  }

  @Test
  void sumsOfSeveralVectorsAreThoseOfEach() {
    Kernel kernel = KernelSpec.kernel("2*epanechnikov(radius=0.8)");
    Matrix targets = Cloud.CLUSTERED.points(333, 2, 1);
    Matrix sources = Cloud.UNIFORM.points(444, 2, 2);
    EpanechnikovSum sum = new EpanechnikovSum(targets, sources, kernel, 1e-9, workers);
    SplittableRandom random = new SplittableRandom(3);
    for (int columns : new int[] {1, 3}) {
      double[] vectors = new double[444 * columns];
      Arrays.setAll(vectors, k -> random.nextDouble() - 0.5);
      double[] result = new double[333 * columns];
      sum.multiply(columns, vectors, result);
      for (int i = 0; i < 333; i++) {
        for (int k = 0; k < columns; k++) {
          double expected = 0;
          double size = 0;
          for (int j = 0; j < 444; j++) {
            double v = vectors[j * columns + k];
            expected += v * kernel.value(targets.row(i), sources.row(j));
            size += Math.abs(v);
          }
          // Sums of 444 terms, those of moments up to four times as large as their values.
          double allowed = (sum.errorBound() + 2 * 5 * 444 * 0x1p-53) * size;
          assertThat(result[i * columns + k]).isCloseTo(expected, within(allowed));
        }
      }
    }
  }

  @Test
  void onlyLeavesAtTheRadiusAreComputed() {
    int n = 20_000;
    Matrix points = Cloud.UNIFORM.points(n, 2, 1);
    Kernel kernel = KernelSpec.kernel("epanechnikov(radius=0.3)");
    EpanechnikovSum sum = new EpanechnikovSum(points, points, kernel, 1e-9, workers);
    sum.multiply(1, new double[n], new double[n]);
    // A ring of 2 pi 0.3, as wide as two leaves' diagonals of 0.057 at most; inside lie 28%.
    assertThat(sum.evaluations()).isLessThan((long) (0.22 * n * n));
    TreeSum tree = new TreeSum(points, points, kernel, 1e-9, workers);
    tree.multiply(1, new double[n], new double[n]);
    assertThat(sum.evaluations()).isLessThan(tree.evaluations() * 2 / 3);
    assertThat(sum.scheme()).isEqualTo("moments");
    assertThat(sum.terms()).isEqualTo(4);
    assertThat(sum.clusters()).isEqualTo(625);
  }

  /** Centers of boxes are rounded: with a radius of some units in the last place it shows. */
  @Test
  void theBoundGrowsWhereCoordinatesHaveFewDigitsForTheRadius() {
    Matrix points = Cloud.FAR_FROM_THE_ORIGIN.points(300, 1, 1);
    Kernel kernel = KernelSpec.kernel("epanechnikov(radius=1e-7)");
    EpanechnikovSum sum = new EpanechnikovSum(points, points, kernel, 1e-9, workers);
    assertThat(sum.errorBound()).isGreaterThan(2 * TreeSum.rounding(kernel, 1));
    Sums.check(sum, kernel, points, points);
    assertThatThrownBy(
            () -> new EpanechnikovSum(points, points, kernel, sum.errorBound() / 2, workers))
        .hasMessageContaining("ask for at least " + sum.errorBound());
  }

  @Test
  void nothingSumsToNothing() {
    Kernel kernel = KernelSpec.kernel("epanechnikov(radius=1)");
    Matrix none = Matrix.wrap(0, 2, new double[0]);
    Matrix some = Cloud.UNIFORM.points(40, 2, 1);
    double[] result = new double[80];
    Arrays.fill(result, 7);
    new EpanechnikovSum(some, none, kernel, 1e-6, workers).multiply(2, new double[0], result);
    assertThat(result).containsOnly(0);
    new EpanechnikovSum(none, some, kernel, 1e-6, workers).multiply(2, new double[80], result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gaussian(sigma=1)", "2*cauchy(sigma=1)", "linear"})
  void otherKernelsAreRefused(String spec) {
    Matrix points = Cloud.UNIFORM.points(40, 2, 1);
    Kernel kernel = KernelSpec.kernel(spec);
    assertThatThrownBy(() -> new EpanechnikovSum(points, points, kernel, 1e-6, workers))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("epanechnikov");
  }
}
