package dev.mercer.internal.select;

import static dev.mercer.internal.select.CriterionDefinition.request;
import static dev.mercer.internal.select.CriterionDefinition.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.DenseRows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.Ransac;
import dev.mercer.landmark.Uniform;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** J_1 against its definition, and the selector that compares random sets by it. */
class SubsetCriterionTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian(sigma=1.5)",
        "laplacian(sigma=2)",
        "polynomial(scale=0.5,offset=1,degree=3)",
        "cosine"
      })
  void isTheSumOfTheLargestKappa(String spec) {
    double[][] points = Definition.points(300, 3, 5); // two uneven blocks
    Kernel kernel = Definition.kernel(spec);
    double[][] gram = Definition.gram(kernel, points);
    double[] weights = new double[300];
    Arrays.setAll(weights, i -> i % 5 == 0 ? 0 : 0.3 + i % 3);
    int[] landmarks = {7, 280, 11, 120, 121, 299, 0};
    for (double[] w : new double[][] {null, weights}) {
      for (boolean center : new boolean[] {false, true}) {
        for (int rank : new int[] {1, 3, 7, 20}) {
          SelectionRequest request = request(kernel, points, w, center, rank, 7, Workers.of(1));
          double expected = value(gram, w, center, rank, landmarks);
          assertThat(new SubsetCriterion(request).value(landmarks))
              .as("%s rank %d", spec, rank)
              .isCloseTo(expected, within(1e-10 * expected));
        }
      }
    }
  }

  @Test
  void landmarksThatOthersSpanChangeNothing() {
    double[][] points = Definition.points(50, 3, 5);
    points[30] = points[4].clone();
    SelectionRequest request =
        request(Definition.kernel("gaussian(sigma=2)"), points, null, true, 2, 3, Workers.of(1));
    SubsetCriterion criterion = new SubsetCriterion(request);
    double value = criterion.value(new int[] {4, 9, 17});
    assertThat(criterion.value(new int[] {4, 9, 30, 17})).isCloseTo(value, within(1e-12 * value));
  }

  @Test
  void isStableFarFromTheOrigin() {
    // Variance 1 at a distance of 1e4: sums of squares lose 8 digits, moments about a mean do not.
    double[][] points = Definition.points(400, 2, 5);
    double[][] far = new double[400][];
    Arrays.setAll(far, i -> new double[] {points[i][0] + 1e4, points[i][1]});
    int[] landmarks = {0, 1, 2};
    Kernel kernel = Definition.kernel("linear");
    double expected =
        new SubsetCriterion(request(kernel, points, null, true, 2, 3, Workers.of(1)))
            .value(landmarks);
    double value =
        new SubsetCriterion(request(kernel, far, null, true, 2, 3, Workers.of(1))).value(landmarks);
    assertThat(value).isCloseTo(expected, within(1e-6 * expected));
  }

  @Test
  void withAllRowsItIsTheExactSum() {
    double[][] points = Definition.points(20, 3, 5);
    Kernel kernel = Definition.kernel("laplacian(sigma=2)");
    SelectionRequest request = request(kernel, points, null, true, 4, 20, Workers.of(1));
    double[][] centered = Definition.centered(Definition.gram(kernel, points), null, true);
    double expected = Arrays.stream(Definition.eigen(centered).values()).limit(4).sum();
    assertThat(new SubsetCriterion(request).value(IntStream.range(0, 20).toArray()))
        .isCloseTo(expected, within(1e-11 * expected));
  }

  @Test
  void threadsChangeNoBit() {
    double[][] points = Definition.points(2000, 4, 5);
    Kernel kernel = Definition.kernel("gaussian(sigma=2)");
    int[] landmarks = IntStream.range(0, 40).map(i -> 37 * i).toArray();
    double one =
        new SubsetCriterion(request(kernel, points, null, true, 3, 40, Workers.of(1)))
            .value(landmarks);
    try (Workers workers = Workers.of(2)) {
      double two =
          new SubsetCriterion(request(kernel, points, null, true, 3, 40, workers)).value(landmarks);
      assertThat(two).isEqualTo(one);
    }
  }

  @Test
  void ransacTakesTheBestTrialAndNeverLessThanUniform() {
    double[][] points = Definition.points(150, 3, 5);
    Kernel kernel = Definition.kernel("gaussian(sigma=1)");
    double last = 0;
    SelectionRequest request = request(kernel, points, null, true, 3, 8, Workers.of(1));
    assertThat(SelectorCatalog.algorithm(new Ransac(1)).select(request).rows())
        .isEqualTo(SelectorCatalog.algorithm(new Uniform()).select(request).rows());
    for (int trials : new int[] {1, 5, 30}) {
      int[] rows = SelectorCatalog.algorithm(new Ransac(trials)).select(request).rows();
      assertThat(rows).hasSize(8).doesNotHaveDuplicates();
      double value = new SubsetCriterion(request).value(rows);
      assertThat(value).isGreaterThanOrEqualTo(last);
      last = value;
    }
    assertThat(last)
        .isGreaterThan(
            new SubsetCriterion(request)
                .value(SelectorCatalog.algorithm(new Ransac(1)).select(request).rows()));
  }

  @Test
  void ransacKeepsToWeightsAndWorksOnAPrecomputedMatrix() {
    double[][] points = Definition.points(40, 3, 5);
    double[][] gram = Definition.gram(Definition.kernel("gaussian(sigma=1)"), points);
    double[] weights = new double[40];
    Arrays.setAll(weights, i -> i % 2);
    GramColumns columns =
        new GramColumns(DenseRows.of(gram), Definition.kernel("precomputed"), 1600, Workers.of(1));
    SelectionRequest request = new SelectionRequest(columns, weights, true, 3, 8, 0, 1, 1L << 30);
    int[] rows = SelectorCatalog.algorithm(new Ransac(4)).select(request).rows();
    assertThat(rows).hasSize(8);
    assertThat(Arrays.stream(rows)).allMatch(row -> row % 2 == 1);
  }

  @Test
  void ransacSpecRoundTrips() {
    assertThat(RansacSelector.read(Spec.parse("ransac"))).isEqualTo(new Ransac(10));
    assertThat(RansacSelector.read(Spec.parse(new Ransac(3).spec()))).isEqualTo(new Ransac(3));
    assertThatThrownBy(() -> RansacSelector.read(Spec.parse("ransac(trials=0)")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("trials");
  }
}
