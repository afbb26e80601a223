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
import org.junit.jupiter.params.provider.MethodSource;

/** Sums over trees against the definition of the kernel, value by value. */
class TreeSumTest {

  private final Workers workers = Workers.of(2);

  @AfterEach
  void close() {
    workers.close();
  }

  @ParameterizedTest
  @MethodSource("dev.mercer.internal.fastsum.FallingKernelTest#kernels")
  void everyValueIsThatOfTheDefinition(String spec) {
    Kernel kernel = KernelSpec.kernel(spec);
    for (int d : new int[] {1, 2, 3, 4, 7}) {
      Matrix targets = Cloud.UNIFORM.points(130, d, 1);
      Matrix sources = Cloud.UNIFORM.points(300, d, 2);
      for (double error : new double[] {1e-3, 1e-9}) {
        TreeSum sum = new TreeSum(targets, sources, kernel, error, workers);
        assertThat(sum.errorBound()).isLessThanOrEqualTo(error);
        Sums.check(sum, kernel, targets, sources);
      }
    }
  }

  @Test
  void sumsOfSeveralVectorsAreThoseOfEach() {
    Kernel kernel = KernelSpec.kernel("2*gaussian(sigma=0.1)");
    Matrix targets = Cloud.CLUSTERED.points(333, 3, 1);
    Matrix sources = Cloud.UNIFORM.points(444, 3, 2);
    double error = 1e-7;
    TreeSum sum = new TreeSum(targets, sources, kernel, error, workers);
    SplittableRandom random = new SplittableRandom(3);
    for (int columns : new int[] {1, 2, 10, 33}) {
      double[] vectors = new double[444 * columns];
      Arrays.setAll(vectors, k -> random.nextDouble() - 0.5);
      double[] result = new double[333 * columns];
      sum.multiply(columns, vectors, result);
      for (int i = 0; i < 333; i++) {
        double[] x = targets.row(i);
        double[] expected = new double[columns];
        double[] size = new double[columns];
        for (int j = 0; j < 444; j++) {
          double value = kernel.value(x, sources.row(j));
          for (int k = 0; k < columns; k++) {
            expected[k] += value * vectors[j * columns + k];
            size[k] += Math.abs(vectors[j * columns + k]);
          }
        }
        for (int k = 0; k < columns; k++) {
          // Both sums of 444 terms of at most twice the vector's entries are rounded.
          double allowed = (sum.errorBound() + 2 * 2 * 444 * 0x1p-53) * size[k];
          assertThat(result[i * columns + k]).isCloseTo(expected[k], within(allowed));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.mercer.internal.fastsum.FallingKernelTest#kernels")
  void theMatrixIsSymmetricAndTheSameForAnyThreads(String spec) {
    Kernel kernel = KernelSpec.kernel(spec);
    double[] apart = Cloud.CLUSTERED.points(311, 3, 5).toArray();
    Arrays.setAll(apart, k -> 20 * apart[k]); // clusters farther apart than most of the kernels
    Matrix points = Matrix.wrap(311, 3, apart);
    double[] matrix = Sums.matrix(new TreeSum(points, points, kernel, 0.01, workers), 311, 311);
    int skipped = 0;
    for (int i = 0; i < 311; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(matrix[i * 311 + j]).isEqualTo(matrix[j * 311 + i]);
        skipped += matrix[i * 311 + j] == 0 ? 1 : 0;
      }
    }
    if (!spec.startsWith("rational-quadratic") && !spec.startsWith("cauchy")) {
      assertThat(skipped).isPositive();
    }
    try (Workers one = Workers.of(1)) {
      assertThat(Sums.matrix(new TreeSum(points, points, kernel, 0.01, one), 311, 311))
          .isEqualTo(matrix);
    }
  }

  @Test
  void farValuesAreNotComputed() {
    Matrix points = Cloud.UNIFORM.points(4000, 2, 1);
    Kernel narrow = KernelSpec.kernel("gaussian(sigma=0.005)");
    TreeSum sum = new TreeSum(points, points, narrow, 1e-6, workers);
    double[] result = new double[4000];
    sum.multiply(1, new double[4000], result);
    // Three rows of leaves at most in either direction, of 125 leaves.
    assertThat(sum.evaluations()).isLessThan(4000L * 4000 / 8);
    long once = sum.evaluations();
    sum.multiply(1, new double[4000], result);
    assertThat(sum.evaluations()).isEqualTo(2 * once);
    assertThat(sum.clusters()).isEqualTo(125);
    assertThat(sum.scheme()).isEqualTo("tree");
    assertThat(sum.terms()).isZero();
  }

  @Test
  void theBoundIsThatOfWhatWasSkipped() {
    Matrix points = Cloud.UNIFORM.points(500, 2, 1);
    Kernel wide = KernelSpec.kernel("gaussian(sigma=10)");
    TreeSum whole = new TreeSum(points, points, wide, 1e-6, workers);
    assertThat(whole.errorBound()).isEqualTo(TreeSum.rounding(wide, 2));
    double[] result = new double[500];
    whole.multiply(1, new double[500], result);
    assertThat(whole.evaluations()).isEqualTo(500L * 500);
    // Two heaps 10 apart: exp(-50) is skipped where 0.001 is allowed.
    double[] heaps = new double[128];
    for (int i = 0; i < 64; i++) {
      heaps[64 + i] = 10;
    }
    Matrix apart = Matrix.wrap(128, 1, heaps);
    Kernel kernel = KernelSpec.kernel("gaussian(sigma=1)");
    TreeSum sum = new TreeSum(apart, apart, kernel, 1e-3, workers);
    assertThat(sum.errorBound())
        .isCloseTo(Math.exp(-50) + TreeSum.rounding(kernel, 1), within(1e-30));
    Sums.check(sum, kernel, apart, apart);
  }

  @Test
  void aForecastCountsThePairs() {
    Kernel kernel = KernelSpec.kernel("gaussian(sigma=0.01)");
    for (int n : new int[] {1, 100, 4000, 20_000}) {
      Matrix points = Cloud.UNIFORM.points(n, 2, 1);
      TreeSum.Forecast forecast = TreeSum.forecast(points, points, kernel, 1e-6, workers);
      TreeSum sum = forecast.sum(workers);
      sum.multiply(1, new double[n], new double[n]);
      if (n <= 4000) { // all 125 leaves were counted
        assertThat(forecast.pairs()).isEqualTo(sum.evaluations());
      } else {
        // Neighbors of a leaf vary by a third of their mean at most, in 128 leaves by a 33rd.
        assertThat(forecast.pairs()).isCloseTo(sum.evaluations(), within(sum.evaluations() / 10.0));
      }
      assertThat(forecast.shareOfPairs()).isEqualTo(forecast.pairs() / ((double) n * n));
    }
  }

  @Test
  void nothingSumsToNothing() {
    Kernel kernel = KernelSpec.kernel("cauchy(sigma=1)");
    Matrix none = Matrix.wrap(0, 2, new double[0]);
    Matrix some = Cloud.UNIFORM.points(40, 2, 1);
    double[] result = new double[80];
    Arrays.fill(result, 7);
    new TreeSum(some, none, kernel, 1e-6, workers).multiply(2, new double[0], result);
    assertThat(result).containsOnly(0);
    new TreeSum(none, some, kernel, 1e-6, workers).multiply(2, new double[80], new double[0]);
    assertThat(TreeSum.forecast(none, some, kernel, 1e-6, workers).shareOfPairs()).isZero();
  }

  @Test
  void anErrorBelowRoundingIsRefusedWithTheReachableOne() {
    Matrix points = Cloud.UNIFORM.points(40, 2, 1);
    Kernel kernel = KernelSpec.kernel("5*gaussian(sigma=1)");
    double reachable = TreeSum.rounding(kernel, 2);
    for (double error : new double[] {Math.nextDown(reachable), 0, -1, Double.NaN}) {
      assertThatThrownBy(() -> new TreeSum(points, points, kernel, error, workers))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("ask for at least " + reachable);
    }
    TreeSum sum = new TreeSum(points, points, kernel, reachable, workers);
    assertThat(sum.errorBound()).isEqualTo(reachable);
  }

  @Test
  void pointsThatDoNotFitAreRefused() {
    Kernel kernel = KernelSpec.kernel("gaussian(sigma=1)");
    Matrix two = Cloud.UNIFORM.points(5, 2, 1);
    Matrix three = Cloud.UNIFORM.points(5, 3, 1);
    assertThatThrownBy(() -> new TreeSum(two, three, kernel, 1e-6, workers))
        .hasMessageContaining("the targets have 2 columns, the sources 3");
    Matrix far = Matrix.of(new double[][] {{0, 0}, {1e160, 0}});
    assertThatThrownBy(() -> new TreeSum(two, far, kernel, 1e-6, workers))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("overflow");
  }
}
