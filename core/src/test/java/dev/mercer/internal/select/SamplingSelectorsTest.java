package dev.mercer.internal.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.landmark.Adaptive;
import dev.mercer.landmark.ColumnNorm;
import dev.mercer.landmark.Diagonal;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.landmark.PivotedCholesky;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Sampling by diagonal, by column norms and adaptively: frequencies against probabilities. */
class SamplingSelectorsTest {

  private static final int TIMES = 1200;
  private static final double[] WEIGHTS = {1, 2, 0, 1, 0.5, 3};

  private static Selection selection(double[] weights) {
    return Selection.of("polynomial(degree=2)", Definition.points(6, 1, 4), 2).weights(weights);
  }

  private static void check(Selection selection, LandmarkSelector selector, double[][] expected) {
    long cells = Arrays.stream(expected).flatMapToDouble(Arrays::stream).filter(p -> p > 0).count();
    assertThat(Selection.chiSquare(selection.often(selector, TIMES), expected))
        .isLessThan(Selection.limit((int) cells));
  }

  @Test
  void diagonal() {
    for (double[] weights : new double[][] {null, WEIGHTS}) {
      Selection selection = selection(weights);
      double[] masses = selection.weightsOrOnes();
      for (int i = 0; i < 6; i++) {
        masses[i] *= selection.gram()[i][i];
      }
      check(selection, new Diagonal(), Selection.pairs(masses));
    }
  }

  @Test
  void columnNorm() {
    for (double[] weights : new double[][] {null, WEIGHTS}) {
      Selection selection = selection(weights);
      double[] masses = new double[6];
      Arrays.setAll(
          masses,
          i ->
              selection.weightsOrOnes()[i]
                  * Math.sqrt(squaredNorm(selection, selection.gram(), i)));
      check(selection, new ColumnNorm(), Selection.pairs(masses));
    }
  }

  private static double squaredNorm(Selection selection, double[][] matrix, int column) {
    double sum = 0;
    double[] w = selection.weightsOrOnes();
    for (int j = 0; j < matrix.length; j++) {
      sum += w[j] * matrix[j][column] * matrix[j][column];
    }
    return sum;
  }

  @Test
  void adaptiveBatchesFollowTheResidual() {
    for (double[] weights : new double[][] {null, WEIGHTS}) {
      for (boolean columns : new boolean[] {false, true}) {
        Selection selection = selection(weights);
        double[][] expected = new double[6][6];
        double[] first = masses(selection, selection.gram(), columns);
        for (int i = 0; i < 6; i++) {
          double[] second = masses(selection, Selection.residual(selection.gram(), i), columns);
          second[i] = 0;
          for (int j = 0; j < 6; j++) {
            expected[i][j] =
                first[i] / Arrays.stream(first).sum() * second[j] / Arrays.stream(second).sum();
          }
        }
        check(selection, new Adaptive(1, columns), expected);
        // Both in one batch: the second is drawn as the first was.
        check(selection, new Adaptive(2, columns), Selection.pairs(first));
      }
    }
  }

  private static double[] masses(Selection selection, double[][] residual, boolean columns) {
    double[] masses = selection.weightsOrOnes();
    for (int i = 0; i < masses.length; i++) {
      masses[i] *= columns ? squaredNorm(selection, residual, i) : residual[i][i];
    }
    return masses;
  }

  /** Sizes around the stretches and blocks; with and without features. */
  @Test
  void columnNormsAreThoseOfTheDefinition() {
    for (int n : new int[] {1, 255, 256, 511, 513, 800}) {
      double[] weights = new double[n];
      Arrays.setAll(weights, i -> 1 + i % 3);
      Selection selection =
          Selection.of("gaussian(sigma=1.5)", Definition.points(n, 4, 8), Math.min(n, 20))
              .weights(weights)
              .threads(2);
      // With a tolerance every column of F is computed, also those of the last pivots.
      Landmarks landmarks = selection.tolerance(1e-15).by(new PivotedCholesky());
      double[][] gram = selection.gram();
      double[][] residual = Selection.residual(gram, landmarks.rows());
      double[] ofGram = selection.with(request -> ColumnNorms.squared(request, null));
      double[] ofResidual =
          selection.with(request -> ColumnNorms.squared(request, landmarks.features()));
      for (int i = 0; i < n; i++) {
        double expected = squaredNorm(selection, gram, i);
        Definition.requireClose(ofGram[i], expected, 1e-13 * n, "%d of %d", i, n);
        Definition.requireClose(
            ofResidual[i], squaredNorm(selection, residual, i), 1e-10 * expected, "%d of %d", i, n);
      }
    }
  }

  @Test
  void columnNormsUseSymmetry() {
    int stretch = GramColumns.BLOCK_ROWS;
    int n = 5 * stretch;
    Selection selection = Selection.of("gaussian(sigma=1)", Definition.points(n, 2, 8), 1);
    long evaluations =
        selection.with(
            request -> {
              ColumnNorms.squared(request, null);
              return request.gram().evaluations();
            });
    // Half the matrix, and the other half of the 5 stretches on the diagonal.
    assertThat(evaluations).isEqualTo((long) n * n / 2 + 5 * stretch * stretch / 2);
  }

  @Test
  void fewerRowsThanWantedAreSaid() {
    double[][] points = Definition.points(8, 2, 1);
    points[3] = new double[2];
    points[5] = new double[2];
    for (LandmarkSelector selector : new LandmarkSelector[] {new Diagonal(), new ColumnNorm()}) {
      Landmarks landmarks = Selection.of("linear", points, 8).by(selector);
      assertThat(landmarks.rows()).containsExactlyInAnyOrder(0, 1, 2, 4, 6, 7);
      assertThat(landmarks.notes()).singleElement().asString().contains("6 landmarks instead of 8");
      assertThatThrownBy(() -> Selection.of("linear", new double[4][2], 2).by(selector))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no row has a positive");
    }
  }

  @Test
  void adaptiveRules() {
    Selection selection = Selection.of("gaussian(sigma=1.5)", Definition.points(3000, 3, 1), 60);
    Adaptive columns = new Adaptive(30, true);
    assertThatThrownBy(() -> selection.memory(0).by(columns))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("norm=feature");
    assertThat(selection.memory(0).by(new Adaptive()).rows())
        .isEqualTo(selection.by(new Adaptive()).rows());
    int some = selection.tolerance(0.2).by(new Adaptive(7, false)).count();
    assertThat(some).isBetween(2, 59);
    assertThatThrownBy(() -> new Adaptive(-1, false)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SelectorCatalog.parse("adaptive(norm=row)"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void adaptiveTakesEqualRowsOnce() {
    double[][] points = new double[60][];
    double[][] distinct = Definition.points(6, 2, 5);
    Arrays.setAll(points, i -> distinct[i % 6]);
    Landmarks landmarks =
        Selection.of("gaussian(sigma=1.5)", points, 20).by(new Adaptive(20, false));
    assertThat(Arrays.stream(landmarks.rows()).map(row -> row % 6))
        .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
    assertThat(landmarks.notes()).hasSize(1);
  }
}
