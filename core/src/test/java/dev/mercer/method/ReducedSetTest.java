package dev.mercer.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.GivenLandmarks;
import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.ModelDefinition;
import dev.mercer.data.Rows;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reduced and reduced-set against exact kernel PCA of what they stand for. */
class ReducedSetTest {

  private static final int[] CENTERS = {11, 3, 28, 0, 19, 33, 7, 24};

  static Stream<String> kernels() {
    return ModelDefinition.definiteKernels();
  }

  private static int nearest(double[][] x, int row) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < CENTERS.length; j++) {
      double squared = 0;
      for (int c = 0; c < x[row].length; c++) {
        squared += Math.pow(x[row][c] - x[CENTERS[j]][c], 2);
      }
      if (squared < least) {
        least = squared;
        best = j;
      }
    }
    return best;
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void reducedSetIsExactOnQuantizedData(String spec) {
    Kernel kernel = Definition.kernel(spec);
    double[][] x = Definition.points(40, 3, 17);
    double[][] quantized = new double[40][];
    for (double[] weights : new double[][] {null, ModelDefinition.weights(40)}) {
      double[] counts = new double[CENTERS.length];
      for (int i = 0; i < 40; i++) {
        int center = nearest(x, i);
        quantized[i] = x[CENTERS[center]];
        counts[center] += weights == null ? 1 : weights[i];
      }
      for (boolean center : new boolean[] {true, false}) {
        KernelPca settings = KernelPca.with(kernel).rank(3).center(center).threads(1);
        KernelPcaModel expected = settings.fit(Definition.rows(quantized), weights);
        KernelPcaModel model =
            settings
                .method(new ReducedSet(GivenLandmarks.rows(CENTERS)))
                .fit(Definition.rows(x), weights);
        assertSame(model, expected, x, spec + " " + center);
        assertThat(model.report().landmarkWeights().orElseThrow()).isEqualTo(counts);
      }
    }
  }

  private static void assertSame(
      KernelPcaModel model, KernelPcaModel expected, double[][] x, String what) {
    double largest = expected.eigenvalues()[0];
    assertThat(model.rank()).as(what).isEqualTo(expected.rank());
    for (int i = 0; i < expected.rank(); i++) {
      assertThat(model.eigenvalues()[i])
          .as(what)
          .isCloseTo(expected.eigenvalues()[i], within(1e-11 * largest));
    }
    double[][] scores = ModelDefinition.scores(expected, x);
    // Eigenvectors round like the matrix over the smallest gap, above 1e-3 of the largest here.
    double tolerance = 1e-9 * (1 + Definition.largest(scores));
    ModelDefinition.assertSameScores(ModelDefinition.scores(model, x), scores, tolerance, what);
    assertThat(model.meanSquaredNorm())
        .as(what)
        .isCloseTo(expected.meanSquaredNorm(), within(1e-11 * (1 + expected.meanSquaredNorm())));
  }

  @Test
  void weightsOfTheSelectorComeFirst() {
    double[][] x = Definition.points(40, 3, 17);
    double[] counts = {1, 2, 3, 4, 5, 6, 7, 12};
    double[][] quantized = new double[40][];
    int at = 0;
    for (int j = 0; j < counts.length; j++) {
      for (int copy = 0; copy < counts[j]; copy++) {
        quantized[at++] = x[CENTERS[j]];
      }
    }
    KernelPca settings =
        KernelPca.with(Definition.kernel("gaussian(sigma=1.5)")).rank(3).threads(1);
    KernelPcaModel model =
        settings
            .method(new ReducedSet(GivenLandmarks.weighted(CENTERS, counts)))
            .fit(Definition.rows(x));
    assertSame(model, settings.fit(Definition.rows(quantized)), x, "given weights");
  }

  @Test
  void tiesGoToTheLowerLandmark() {
    double[][] x = {{0}, {2}, {1}, {1}, {-1}, {2}};
    KernelPcaModel model =
        KernelPca.with(Definition.kernel("gaussian(sigma=1)"))
            .rank(1)
            .threads(1)
            .method(new ReducedSet(GivenLandmarks.rows(1, 0, 5)))
            .fit(Definition.rows(x));
    // Rows 2 and 3 lie between landmarks 0 and 1; rows 1 and 5 on landmarks 0 and 2.
    assertThat(model.report().landmarkWeights().orElseThrow()).containsExactly(4, 2, 0);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void reducedIsExactOnTheLandmarks(String spec) {
    Kernel kernel = Definition.kernel(spec);
    double[][] x = Definition.points(40, 3, 29);
    Rows alone =
        Definition.rows(Arrays.stream(CENTERS).mapToObj(i -> x[i]).toArray(double[][]::new));
    double[] weights = ModelDefinition.weights(40);
    double sum = Arrays.stream(weights).sum();
    for (boolean center : new boolean[] {true, false}) {
      KernelPca settings = KernelPca.with(kernel).rank(3).center(center).threads(1);
      KernelPcaModel expected = settings.fit(alone);
      KernelPcaModel model =
          settings
              .method(new Reduced(GivenLandmarks.rows(CENTERS)))
              .fit(Definition.rows(x), weights);
      for (int i = 0; i < 3; i++) {
        assertThat(model.eigenvalues()[i] * CENTERS.length / sum)
            .isCloseTo(expected.eigenvalues()[i], within(1e-11 * expected.eigenvalues()[0]));
      }
      double[][] scores = ModelDefinition.scores(expected, x);
      ModelDefinition.assertSameScores(
          ModelDefinition.scores(model, x),
          scores,
          1e-9 * (1 + Definition.largest(scores)),
          spec + " " + center);
      assertThat(model.report().landmarkWeights()).isEmpty();
    }
  }

  @Test
  void dependentLandmarksAreLeftOut() {
    // A linear kernel in the plane: of seven landmarks two suffice, with all their weight.
    double[][] x = Definition.points(30, 2, 2);
    KernelPca settings = KernelPca.with(Definition.kernel("linear")).rank(3).threads(1);
    KernelPcaModel model =
        settings.method(new Reduced(Landmarking.count(7))).fit(Definition.rows(x));
    assertThat(model.rank()).isEqualTo(2);
    assertThat(model.report().rankReason()).contains("only 2");
    assertThat(model.report().notes().toString()).contains("5 of 7 landmarks");
  }
}
