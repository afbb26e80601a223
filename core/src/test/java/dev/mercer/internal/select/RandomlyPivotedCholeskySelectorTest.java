package dev.mercer.internal.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.spec.Spec;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.landmark.RandomlyPivotedCholesky;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Randomly pivoted Cholesky against its definition: draw, eliminate, draw again. */
class RandomlyPivotedCholeskySelectorTest {

  private static final RandomlyPivotedCholesky ACCELERATED = new RandomlyPivotedCholesky();
  private static final RandomlyPivotedCholesky SMALL_BLOCKS = new RandomlyPivotedCholesky(true, 7);
  private static final RandomlyPivotedCholesky SIMPLE = new RandomlyPivotedCholesky(false, 0);
  private static final String KERNEL = "gaussian(sigma=1.5)";

  /** Blocks of 6 proposals among 6 rows reject often, so the shortcut is what is tested. */
  @ParameterizedTest
  @ValueSource(strings = {"rpcholesky(accelerated=false)", "rpcholesky(block=6)", "rpcholesky"})
  void pairsHaveTheProbabilitiesOfTheDefinition(String spec) {
    RandomlyPivotedCholesky selector = RandomlyPivotedCholeskySelector.read(Spec.parse(spec));
    double[][] points = Definition.points(6, 1, 4);
    for (double[] weights : new double[][] {null, {1, 2, 0, 1, 0.5, 3}}) {
      Selection selection = Selection.of("polynomial(degree=2)", points, 2).weights(weights);
      double[][] probability = new double[6][6];
      double[][] gram = selection.gram();
      double[] w = selection.weightsOrOnes();
      for (int i = 0; i < 6; i++) {
        double first = w[i] * gram[i][i] / selection.trace(gram);
        double[][] residual = Selection.residual(gram, i);
        for (int j = 0; j < 6 && first > 0; j++) {
          probability[i][j] =
              i == j ? 0 : first * w[j] * residual[j][j] / selection.trace(residual);
        }
      }
      int[][] drawn = selection.often(selector, 1500);
      int cells = weights == null ? 30 : 20;
      assertThat(Selection.chiSquare(drawn, probability)).isLessThan(Selection.limit(cells));
    }
  }

  @Test
  void featuresAreTheCholeskyFactorOfEveryKernel() {
    double[][] points = Definition.points(300, 3, 7);
    for (String spec : Definition.KERNELS) {
      for (LandmarkSelector selector : new LandmarkSelector[] {SMALL_BLOCKS, SIMPLE}) {
        Selection selection = Selection.of(spec, points, 20);
        Landmarks landmarks = selection.by(selector);
        double[][] f = Selection.rows(landmarks.features());
        int[] rows = landmarks.rows();
        assertThat(rows).doesNotHaveDuplicates().hasSameSizeAs(f[0]);
        double[][] gram = selection.gram();
        double largest = Definition.largest(gram);
        // A pivot may be 1e-10 of the largest entry: rounding grows by the inverse of its root.
        double tolerance = 1e-10 * largest;
        for (int j = 0; j < rows.length; j++) {
          for (int c = j + 1; c < rows.length; c++) {
            assertThat(f[rows[j]][c]).isZero();
          }
          assertThat(f[rows[j]][j]).isPositive();
          for (int i = 0; i < points.length; i++) {
            Definition.requireClose(
                dot(f[i], f[rows[j]]), gram[i][rows[j]], tolerance, "%s (%d, %d)", spec, i, j);
          }
        }
      }
    }
  }

  /** Nothing is chosen by them any more, and moments do not need them. */
  @Test
  void columnsOfALargeLastBlockAreLeftOut() {
    double[][] points = Definition.points(400, 3, 7);
    long all = 400 * 20;
    Selection selection = Selection.of("gaussian(sigma=0.3)", points, 20);
    long evaluated =
        selection.with(
            request -> {
              Landmarks landmarks = SelectorCatalog.algorithm(ACCELERATED).select(request);
              assertThat(landmarks.rows()).hasSize(20).doesNotHaveDuplicates();
              assertThat(landmarks.features()).isNull();
              return request.gram().evaluations();
            });
    assertThat(evaluated).isLessThan(all);
    assertThat(selection.by(SMALL_BLOCKS).features().columns()).isEqualTo(20);
  }

  /** More rows than a block of rows, and more landmarks than are taken at once. */
  @Test
  void threadsChangeNoBit() {
    Selection selection = Selection.of(KERNEL, Definition.points(1500, 5, 9), 400);
    Landmarks expected = selection.by(ACCELERATED);
    assertThat(expected.count()).isEqualTo(400);
    for (int threads = 2; threads <= 3; threads++) {
      Landmarks landmarks = selection.threads(threads).by(ACCELERATED);
      assertThat(landmarks.rows()).isEqualTo(expected.rows());
      assertThat(Selection.rows(landmarks.features()))
          .isDeepEqualTo(Selection.rows(expected.features()));
    }
    assertThat(selection.seed(2).by(ACCELERATED).rows()).isNotEqualTo(expected.rows());
  }

  /** The rows are those of the fit with memory for everything; only work is done twice. */
  @ParameterizedTest
  @ValueSource(longs = {0, 2_800_000, 6_000_000})
  void littleMemoryGivesTheSameRows(long memory) {
    Selection selection =
        Selection.of(KERNEL, Definition.points(3000, 5, 9), 150).memory(memory).threads(2);
    LandmarkSelector blocks = new RandomlyPivotedCholesky(true, 40);
    Landmarks landmarks = selection.by(blocks);
    Landmarks rich = selection.memory(1L << 30).by(blocks);
    assertThat(rich.features()).isNotNull();
    assertThat(landmarks.features() == null).isEqualTo(memory < 4_000_000);
    assertThat(landmarks.rows()).isEqualTo(rich.rows());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rpcholesky(accelerated=false)", "rpcholesky(block=50)", "rpcholesky"})
  void stopsWhereTheToleranceIsFirstMet(String spec) {
    LandmarkSelector selector = RandomlyPivotedCholeskySelector.read(Spec.parse(spec));
    double[] weights = new double[200];
    Arrays.setAll(weights, i -> i % 3);
    for (double[] given : new double[][] {null, weights}) {
      for (double tolerance : new double[] {0.3, 0.05, 0.003}) {
        Selection selection =
            Selection.of(KERNEL, Definition.points(200, 2, 3), 120)
                .weights(given)
                .tolerance(tolerance);
        Landmarks landmarks = selection.by(selector);
        int[] rows = landmarks.rows();
        assertThat(landmarks.notes()).isEmpty();
        assertThat(landmarks.features().columns()).isEqualTo(rows.length);
        double allowed = tolerance * selection.trace(selection.gram());
        assertThat(selection.trace(Selection.residual(selection.gram(), rows)))
            .isLessThanOrEqualTo(allowed * (1 + 1e-9));
        int[] fewer = Arrays.copyOf(rows, rows.length - 1);
        assertThat(selection.trace(Selection.residual(selection.gram(), fewer)))
            .isGreaterThan(allowed * (1 - 1e-9));
      }
    }
  }

  /** Room for the features is made as they come. */
  @Test
  void aToleranceMayTakeManyLandmarks() {
    Selection selection =
        Selection.of(KERNEL, Definition.points(900, 8, 3), 900).tolerance(0.02).threads(2);
    Landmarks landmarks = selection.by(ACCELERATED);
    assertThat(landmarks.count()).isBetween(300, 899);
    double[][] f = Selection.rows(landmarks.features());
    double residual = 900;
    for (double[] row : f) {
      residual -= dot(row, row);
    }
    assertThat(residual).isBetween(0.9 * 0.02 * 900, 0.02 * 900 * (1 + 1e-9));
  }

  @Test
  void aToleranceThatIsNotMetIsSaid() {
    Landmarks landmarks =
        Selection.of(KERNEL, Definition.points(100, 4, 3), 5).tolerance(0.001).by(ACCELERATED);
    assertThat(landmarks.count()).isEqualTo(5);
    assertThat(landmarks.notes()).singleElement().asString().contains("0.001", "not met by 5");
  }

  @Test
  void equalRowsAreTakenOnce() {
    double[][] points = new double[60][];
    double[][] distinct = Definition.points(6, 2, 5);
    Arrays.setAll(points, i -> distinct[i % 6]);
    for (LandmarkSelector selector : new LandmarkSelector[] {ACCELERATED, SIMPLE}) {
      Landmarks landmarks = Selection.of(KERNEL, points, 10).by(selector);
      assertThat(Arrays.stream(landmarks.rows()).map(row -> row % 6))
          .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
      assertThat(landmarks.notes())
          .singleElement()
          .asString()
          .contains("6 landmarks instead of 10");
      assertThat(landmarks.features().columns()).isEqualTo(6);
    }
  }

  @Test
  void aPrecomputedMatrixGivesTheRowsOfItsKernel() {
    Selection selection = Selection.of(KERNEL, Definition.points(400, 3, 5), 60);
    Landmarks landmarks = selection.precomputed().threads(2).by(ACCELERATED);
    assertThat(landmarks.rows()).isEqualTo(selection.by(ACCELERATED).rows());
    assertThat(landmarks.points()).isNull();
    assertThat(selection.precomputed().memory(0).by(ACCELERATED).rows())
        .isEqualTo(landmarks.rows());
  }

  @Test
  void rowsOfNoWeightAreNotChosen() {
    double[] weights = new double[40];
    Arrays.setAll(weights, i -> i % 2);
    Selection selection = Selection.of(KERNEL, Definition.points(40, 3, 5), 20).weights(weights);
    assertThat(Arrays.stream(selection.by(ACCELERATED).rows()).boxed())
        .hasSize(20)
        .allMatch(row -> row % 2 == 1);
    assertThatThrownBy(() -> selection.count(21).by(ACCELERATED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 20");
  }

  @Test
  void aMatrixWithoutPositiveDiagonalIsRefused() {
    assertThatThrownBy(() -> Selection.of("linear", new double[5][2], 2).by(ACCELERATED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nowhere positive")
        .hasMessageContaining("uniform");
  }

  @Test
  void specs() {
    for (String spec :
        new String[] {"rpcholesky", "rpcholesky(accelerated=false)", "rpcholesky(block=64)"}) {
      assertThat(RandomlyPivotedCholeskySelector.read(Spec.parse(spec)).spec()).isEqualTo(spec);
    }
    for (String wrong :
        new String[] {
          "rpcholesky(blocks=3)",
          "rpcholesky(block=-1)",
          "rpcholesky(block=1e9)",
          "rpcholesky(accelerated=maybe)",
          "rpcholesky(accelerated=false,block=7)"
        }) {
      assertThatThrownBy(() -> RandomlyPivotedCholeskySelector.read(Spec.parse(wrong)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      sum += x[j] * y[j];
    }
    return sum;
  }
}
