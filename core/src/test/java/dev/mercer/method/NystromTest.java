package dev.mercer.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.GivenLandmarks;
import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.MemoryExceededException;
import dev.mercer.ModelDefinition;
import dev.mercer.data.Rows;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Both kinds of Nyström against exact kernel PCA and against their formulas written out. */
class NystromTest {

  private static final int N = 36;
  private static final int[] LANDMARKS = {11, 3, 28, 0, 19, 33, 7, 24};

  static Stream<String> kernels() {
    return ModelDefinition.definiteKernels();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void allRowsAreExact(String spec) {
    Kernel kernel = Definition.kernel(spec);
    double[][] x = Definition.points(N, 3, 5);
    Rows rows = Definition.rows(x);
    double[] weights = new double[N];
    Arrays.setAll(weights, i -> 1 + i % 3);
    for (boolean center : new boolean[] {true, false}) {
      KernelPca settings = KernelPca.with(kernel).rank(3).center(center).threads(1);
      KernelPcaModel expected = settings.fit(rows);
      Landmarking all = GivenLandmarks.all(N);
      assertSame(settings.method(Nystrom.of(all)).fit(rows), expected, x, spec + center);
      assertSame(settings.method(new Nystrom(all, N)).fit(rows), expected, x, spec + center);
      assertSame(settings.method(new WeightedNystrom(all)).fit(rows), expected, x, spec + center);
      // Each row stands for itself, as often as its weight says.
      assertSame(
          settings.method(new WeightedNystrom(all)).fit(rows, weights),
          settings.fit(rows, weights),
          x,
          spec + center + " weighted");
    }
  }

  private static void assertSame(
      KernelPcaModel model, KernelPcaModel expected, double[][] x, String what) {
    double largest = expected.eigenvalues()[0];
    for (int i = 0; i < expected.rank(); i++) {
      assertThat(model.eigenvalues()[i])
          .as(what)
          .isCloseTo(expected.eigenvalues()[i], within(1e-10 * largest));
    }
    double[][] scores = ModelDefinition.scores(expected, x);
    double tolerance = 1e-8 * (1 + Definition.largest(scores));
    ModelDefinition.assertSameScores(ModelDefinition.scores(model, x), scores, tolerance, what);
    assertThat(model.meanSquaredNorm())
        .as(what)
        .isCloseTo(expected.meanSquaredNorm(), within(1e-10 * (1 + expected.meanSquaredNorm())));
    assertThat(model.report().totalVariance())
        .as(what)
        .isCloseTo(expected.report().totalVariance(), within(1e-10 * (1 + N * largest)));
    assertThat(model.report().empiricalError())
        .as(what)
        .isCloseTo(expected.report().empiricalError(), within(1e-9 * (1 + largest)));
  }

  /**
   * Coefficients over the rows: w (H K_xy D^1/2 psi) lambda^-3/2 with D^1/2 K_y D^1/2 psi = lambda
   * psi, K_y centred by D; D = n/m for nystrom, the number of nearest rows for weighted-nystrom.
   */
  @ParameterizedTest
  @MethodSource("kernels")
  void componentsAreThoseOfTheFormula(String spec) {
    Kernel kernel = Definition.kernel(spec);
    double[][] x = Definition.points(N, 3, 5);
    double[][] y = Arrays.stream(LANDMARKS).mapToObj(i -> x[i]).toArray(double[][]::new);
    double[] weights = ModelDefinition.weights(N);
    double sum = Arrays.stream(weights).sum();
    double[] equal = new double[y.length];
    Arrays.fill(equal, sum / y.length);
    for (boolean center : new boolean[] {true, false}) {
      KernelPca settings = KernelPca.with(kernel).rank(2).center(center).threads(1);
      Landmarking landmarks = GivenLandmarks.rows(LANDMARKS);
      KernelPcaModel plain =
          settings.method(Nystrom.of(landmarks)).fit(Definition.rows(x), weights);
      assertFormula(plain, kernel, x, weights, y, equal, center);
      KernelPcaModel weighted =
          settings.method(new WeightedNystrom(landmarks)).fit(Definition.rows(x), weights);
      double[] counts = weighted.report().landmarkWeights().orElseThrow();
      assertThat(Arrays.stream(counts).sum()).isCloseTo(sum, within(1e-9));
      assertFormula(weighted, kernel, x, weights, y, counts, center);
    }
  }

  private static void assertFormula(
      KernelPcaModel model,
      Kernel kernel,
      double[][] x,
      double[] weights,
      double[][] y,
      double[] counts,
      boolean center) {
    Definition.Eigen eigen =
        Definition.eigen(Definition.centered(Definition.gram(kernel, y), counts, center));
    double[][] cross = Definition.cross(kernel, x, y);
    double sum = Arrays.stream(weights).sum();
    double[][] coefficients = new double[N][2];
    for (int c = 0; c < 2; c++) {
      double lambda = eigen.values()[c];
      Definition.requireClose(
          model.eigenvalues()[c], lambda, 1e-10 * eigen.values()[0], "eigenvalue %d", c);
      double mean = 0;
      for (int i = 0; i < N; i++) {
        for (int j = 0; j < y.length; j++) {
          coefficients[i][c] += cross[i][j] * Math.sqrt(counts[j]) * eigen.vectors()[c][j];
        }
        mean += center ? weights[i] * coefficients[i][c] / sum : 0;
      }
      for (int i = 0; i < N; i++) {
        coefficients[i][c] = weights[i] * (coefficients[i][c] - mean) / Math.pow(lambda, 1.5);
      }
    }
    double[][] found = ModelDefinition.rows(model.coefficients().values(), 2);
    ModelDefinition.assertSameScores(
        found, coefficients, 1e-8 * Definition.largest(coefficients), kernel.spec());
    assertThat(model.points().count()).isEqualTo(N);
  }

  /** nystrom(rank=k): eigenpairs of H C W_k^+ C' H. */
  @ParameterizedTest
  @MethodSource("kernels")
  void rankIsThatOfTheLandmarksMatrix(String spec) {
    Kernel kernel = Definition.kernel(spec);
    double[][] x = Definition.points(N, 3, 5);
    double[][] y = Arrays.stream(LANDMARKS).mapToObj(i -> x[i]).toArray(double[][]::new);
    double[] weights = ModelDefinition.weights(N);
    double[][] cross = Definition.cross(kernel, x, y);
    double[][] inverse = ModelDefinition.function(Definition.gram(kernel, y), v -> 1 / v, 3);
    double[][] low =
        ModelDefinition.multiply(
            cross, ModelDefinition.multiply(inverse, ModelDefinition.transpose(cross)));
    for (boolean center : new boolean[] {true, false}) {
      Definition.Eigen eigen = Definition.eigen(Definition.centered(low, weights, center));
      KernelPcaModel model =
          KernelPca.with(kernel)
              .rank(2)
              .center(center)
              .threads(1)
              .method(new Nystrom(GivenLandmarks.rows(LANDMARKS), 3))
              .fit(Definition.rows(x), weights);
      double[][] expected = new double[N][2];
      for (int c = 0; c < 2; c++) {
        Definition.requireClose(
            model.eigenvalues()[c], eigen.values()[c], 1e-9 * eigen.values()[0], spec);
        for (int i = 0; i < N; i++) {
          expected[i][c] =
              Math.sqrt(weights[i]) * eigen.vectors()[c][i] / Math.sqrt(eigen.values()[c]);
        }
      }
      ModelDefinition.assertSameScores(
          ModelDefinition.rows(model.coefficients().values(), 2),
          expected,
          1e-7 * Definition.largest(expected),
          spec + center);
    }
  }

  @Test
  void memoryForTheExtensionIsPlanned() {
    Rows rows = Definition.rows(Definition.points(3000, 2, 5));
    KernelPca settings =
        KernelPca.with(Definition.kernel("gaussian(sigma=1)"))
            .rank(40)
            .threads(1)
            .method(Nystrom.of(Landmarking.count(40)))
            .memory(6_000_000);
    assertThatThrownBy(() -> settings.plan(rows, null))
        .isInstanceOf(MemoryExceededException.class)
        .hasMessageContaining("extending 40 components");
    assertThat(settings.memory(60_000_000).plan(rows, null).notes().toString())
        .contains("pass over all pairs");
  }
}
