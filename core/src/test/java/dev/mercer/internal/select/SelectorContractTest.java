package dev.mercer.internal.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.Definition;
import dev.mercer.landmark.LandmarkSelector;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every selector of rows keeps to. */
class SelectorContractTest {

  private static final String KERNEL = "gaussian(sigma=1.5)";

  private record Named(String spec) {
    LandmarkSelector selector() {
      return SelectorCatalog.parse(spec);
    }

    @Override
    public String toString() {
      return spec;
    }
  }

  static Stream<Named> selectors() {
    return Stream.of(
        new Named("uniform"),
        new Named("rpcholesky"),
        new Named("rpcholesky(accelerated=false)"),
        new Named("pivoted-cholesky"),
        new Named("diagonal"),
        new Named("column-norm"),
        new Named("adaptive"),
        new Named("adaptive(batch=25,norm=column)"),
        new Named("leverage"),
        new Named("farthest"),
        new Named("feature-analysis"),
        new Named("feature-analysis(candidates=7)"));
  }

  @ParameterizedTest
  @MethodSource("selectors")
  void specsAreReadBack(Named named) {
    assertThat(named.selector().spec()).isEqualTo(named.spec);
    assertThatThrownBy(() -> SelectorCatalog.parse(named.spec.split("\\(")[0] + "(q=1)"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("q");
  }

  /** Several blocks of rows, the last not full. */
  @ParameterizedTest
  @MethodSource("selectors")
  void threadsChangeNothing(Named named) {
    Selection selection = Selection.of(KERNEL, Definition.points(1100, 6, 9), 70);
    int[] expected = selection.by(named.selector()).rows();
    assertThat(expected).hasSize(70).doesNotHaveDuplicates();
    assertThat(selection.threads(2).by(named.selector()).rows()).isEqualTo(expected);
    assertThat(selection.threads(3).by(named.selector()).rows()).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("selectors")
  void everyKernel(Named named) {
    double[][] points = Definition.points(90, 3, 7);
    for (String kernel : Definition.KERNELS) {
      Landmarks landmarks = Selection.of(kernel, points, 12).by(named.selector());
      assertThat(landmarks.rows()).as(kernel).doesNotHaveDuplicates();
      boolean full = landmarks.count() == 12;
      // Linear and cosine features have 3 dimensions: what follows has no residual.
      assertThat(full || landmarks.notes().size() == 1).as(kernel).isTrue();
      assertThat(landmarks.count()).isGreaterThanOrEqualTo(3);
      for (int j = 0; j < landmarks.count(); j++) {
        double[] point = new double[3];
        landmarks.points().copy(j, 1, point, 0);
        assertThat(point).isEqualTo(points[landmarks.rows()[j]]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("selectors")
  void rowsOfNoWeightAreNeverChosen(Named named) {
    double[] weights = new double[60];
    Arrays.setAll(weights, i -> i % 3);
    Selection selection = Selection.of(KERNEL, Definition.points(60, 3, 5), 40).weights(weights);
    assertThat(Arrays.stream(selection.by(named.selector()).rows()).boxed())
        .hasSize(40)
        .doesNotHaveDuplicates()
        .allMatch(row -> row % 3 > 0);
    assertThatThrownBy(() -> selection.count(41).by(named.selector()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 40");
  }

  @ParameterizedTest
  @MethodSource("selectors")
  void aPrecomputedMatrixGivesTheRowsOfItsKernel(Named named) {
    double[] weights = new double[300];
    Arrays.setAll(weights, i -> 0.5 + i % 3);
    Selection selection =
        Selection.of("laplacian(sigma=2)", Definition.points(300, 3, 5), 30).weights(weights);
    assertThat(selection.precomputed().by(named.selector()).rows())
        .isEqualTo(selection.by(named.selector()).rows());
  }

  @ParameterizedTest
  @MethodSource("selectors")
  void allRowsCanBeChosen(Named named) {
    for (int n : new int[] {1, 2, 33}) {
      Selection selection = Selection.of("laplacian(sigma=1)", Definition.points(n, 2, 5), n);
      int[] all = new int[n];
      Arrays.setAll(all, i -> i);
      assertThat(selection.by(named.selector()).rows()).containsExactlyInAnyOrder(all);
    }
  }

  @ParameterizedTest
  @MethodSource("selectors")
  void chanceComesFromTheSeedAlone(Named named) {
    Selection selection = Selection.of("polynomial(degree=3)", Definition.points(200, 3, 5), 8);
    List<String> deterministic = List.of("pivoted-cholesky", "farthest");
    int[] rows = selection.by(named.selector()).rows();
    assertThat(selection.by(named.selector()).rows()).isEqualTo(rows);
    if (deterministic.contains(named.spec)) {
      assertThat(selection.seed(2).by(named.selector()).rows()).isEqualTo(rows);
    } else {
      assertThat(selection.seed(2).by(named.selector()).rows()).isNotEqualTo(rows);
    }
  }
}
