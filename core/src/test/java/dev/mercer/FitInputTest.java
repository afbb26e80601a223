package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.kernel.Bandwidth;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.kernel.Linear;
import dev.mercer.method.Exact;
import dev.mercer.method.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a fit accepts, refuses and does to its input: values, weights, scaling, auto widths. */
class FitInputTest {

  private static final KernelPca PCA = KernelPca.with(Gaussian.sigma(1.5)).rank(3);

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void valuesThatAreNotFiniteAreNamed(double bad) {
    double[][] points = Definition.points(1500, 3, 1);
    points[1207][2] = bad;
    Rows rows = Definition.rows(points);
    assertThatThrownBy(() -> PCA.fit(rows))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 1207, column '2' is " + bad);
    assertThatThrownBy(() -> PCA.featureNames(List.of("a", "b", "age")).fit(rows))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 1207, column 'age' is " + bad);
    assertThatThrownBy(() -> PCA.scaling("standard").fit(rows))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 1207, column '2'");
  }

  @Test
  void badWeightsAreNamed() {
    Rows rows = Definition.rows(Definition.points(5, 3, 1));
    for (double bad : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> PCA.fit(rows, new double[] {1, 1, bad, 1, 1}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("weight of row 2")
          .hasMessageContaining("finite and not negative");
    }
    assertThatThrownBy(() -> PCA.fit(rows, new double[] {1, 1, 1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 weights for 5 rows");
    assertThatThrownBy(() -> PCA.fit(rows, new double[5]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("all weights are zero");
    double huge = Double.MAX_VALUE / 2;
    assertThatThrownBy(() -> PCA.fit(rows, new double[] {huge, huge, huge, 1, 1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sum of the weights");
  }

  /** Weight 0 leaves a row out, so it cannot carry a component or be a landmark. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "auto",
        "exact",
        "subset",
        "reduced",
        "nystrom",
        "weighted-nystrom",
        "improved",
        "icd",
        "sparse(kind=l1)",
        "hebbian",
        "random-features"
      })
  void rankAndLandmarksAreHeldAgainstTheRowsOfPositiveWeight(String name) {
    double[][] points = Definition.points(20, 3, 1);
    Rows rows = Definition.rows(points);
    double[] weights = new double[20];
    Arrays.fill(weights, 2, 10, 1.5);
    boolean none = List.of("auto", "exact", "hebbian", "random-features").contains(name);
    KernelPca pca = KernelPca.with(Gaussian.sigma(1.5)).method(method(name, none ? null : 8, null));
    assertThatThrownBy(() -> pca.rank(9).fit(rows, weights))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rank = 9 exceeds the 8 rows of positive weight; ask for at most 8");
    KernelPcaModel model = pca.rank(8).fit(rows, weights);
    // Centered rows have one dimension less; features see cosines of any phase.
    assertThat(model.rank()).isBetween(6, 8);
    assertThat(pca.rank(3).plan(rows, weights)).isNotNull();
    if (!none) {
      KernelPca more = KernelPca.with(Gaussian.sigma(1.5)).method(method(name, 9, null)).rank(2);
      assertThatThrownBy(() -> more.fit(rows, weights))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("landmarks = 9 exceeds the 8 rows of positive weight");
    }
  }

  /** Numbers that nobody asked for stay within the rows of positive weight by themselves. */
  @ParameterizedTest
  @ValueSource(strings = {"auto", "exact", "subset", "reduced", "nystrom", "icd"})
  void goalsStayWithinTheRowsOfPositiveWeight(String name) {
    Rows rows = Definition.rows(Definition.points(90, 3, 1));
    double[] weights = new double[90];
    Arrays.fill(weights, 2, 10, 1.5);
    KernelPca pca = KernelPca.with(Gaussian.sigma(0.3));
    assertThat(pca.method(method(name, null, null)).variance(0.999).fit(rows, weights).rank())
        .isBetween(1, 8);
    if (!name.equals("exact")) {
      assertThat(pca.method(method(name, null, 1e-6)).rank(3).fit(rows, weights).rank())
          .isEqualTo(3);
    }
  }

  @Test
  void oneRowOfPositiveWeightHasNoVariance() {
    Rows rows = Definition.rows(Definition.points(5, 3, 1));
    assertThatThrownBy(() -> PCA.rank(1).fit(rows, new double[] {0, 0, 2, 0, 0}))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("only one row of positive weight");
  }

  private static Method method(String name, Integer landmarks, Double tolerance) {
    return MethodCatalog.parse(
        name, new MethodCatalog.Wishes(landmarks, tolerance, null, null, null, "auto", "auto"));
  }

  @Test
  void settingsOutsideTheirRangeAreRefused() {
    assertThatThrownBy(() -> PCA.threads(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1");
    assertThatThrownBy(() -> PCA.memory(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("positive");
    assertThatThrownBy(() -> PCA.scaling("tiny"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none, standard, minmax, max=VALUE");
    Rows rows = Definition.rows(Definition.points(5, 3, 1));
    assertThatThrownBy(() -> PCA.featureNames(List.of("a")).fit(rows))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 feature names for 3 columns");
    assertThatThrownBy(() -> PCA.fit(DenseRows.wrap(0, 3, new double[0])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0 x 3");
  }

  /** Settings are values: what one call changes another does not see. */
  @Test
  void settingsDoNotChange() {
    KernelPca base = KernelPca.with(new Linear()).rank(2);
    String before = base.toString();
    base.rank(7).variance(0.5).center(false).threads(1).seed(9).memory(5).scaling("standard");
    base.method(new Exact("dense", "tiled")).featureNames(List.of("a")).progress(null);
    assertThat(base.toString()).isEqualTo(before);
    Rows rows = Definition.rows(Definition.points(9, 3, 1));
    KernelPcaModel model = base.fit(rows);
    assertThat(model.rank()).isEqualTo(2);
    model.eigenvalues()[0] = 99;
    model.offset()[0] = 99;
    model.mean()[0] = 99;
    ExactRoutesTest.assertSameModel(model, base.fit(rows));
    assertThat(model.mean()).isEqualTo(base.fit(rows).mean());
  }

  /** By hand: scale, fit, and scale before transforming. */
  @ParameterizedTest
  @ValueSource(strings = {"standard", "minmax", "max=7"})
  void scalingIsLearnedKeptAndApplied(String kind) {
    double[][] x = Definition.points(60, 4, 5);
    double[][] unseen = Definition.points(9, 4, 6);
    for (double[] row : x) {
      row[0] = 10 * row[0] + 3;
      row[3] = 2.5; // constant
    }
    double[] weights = new double[60];
    Arrays.setAll(weights, i -> 1 + i % 3);
    double[][] byHand = scaled(kind, x, x, weights);
    KernelPca pca = KernelPca.with(Gaussian.sigma(1)).rank(3);
    KernelPcaModel model = pca.scaling(kind).fit(Definition.rows(x), weights);
    KernelPcaModel expected = pca.fit(Definition.rows(byHand), weights);
    assertThat(model.scaling().kind()).isEqualTo(kind);
    Matrix scores = model.transform(Definition.rows(unseen));
    Matrix scoresByHand = expected.transform(Definition.rows(scaled(kind, x, unseen, weights)));
    for (int c = 0; c < 3; c++) {
      assertThat(model.eigenvalues()[c]).isCloseTo(expected.eigenvalues()[c], within(1e-11));
      for (int i = 0; i < unseen.length; i++) {
        Definition.requireClose(
            scores.get(i, c), scoresByHand.get(i, c), 1e-9, "row %d, score %d", i, c);
      }
    }
    double[] point = new double[4];
    model.points().copy(7, 1, point, 0);
    assertThat(point).as("points are kept as the kernel sees them").isNotEqualTo(x[7]);
    assertThat(point).containsExactly(byHand[7], within(1e-12));
    assertThat(pca.scaling("none").fit(Definition.rows(x)).scaling()).isNull();
  }

  private static double[][] scaled(String kind, double[][] learn, double[][] x, double[] weights) {
    double[][] result = Arrays.stream(x).map(double[]::clone).toArray(double[][]::new);
    double sum = Arrays.stream(weights).sum();
    for (int c = 0; c < x[0].length; c++) {
      double mean = 0;
      double squares = 0;
      double low = Double.MAX_VALUE;
      double high = -Double.MAX_VALUE;
      for (int i = 0; i < learn.length; i++) {
        mean += weights[i] * learn[i][c] / sum;
        low = Math.min(low, learn[i][c]);
        high = Math.max(high, learn[i][c]);
      }
      for (int i = 0; i < learn.length; i++) {
        squares += weights[i] * (learn[i][c] - mean) * (learn[i][c] - mean) / sum;
      }
      boolean constant = low == high;
      for (double[] row : result) {
        row[c] =
            switch (kind) {
              case "standard" -> (row[c] - mean) / (constant ? 1 : Math.sqrt(squares));
              case "minmax" -> (row[c] - low) / (constant ? 1 : high - low);
              default -> row[c] / 7;
            };
      }
    }
    return result;
  }

  /** Up to 1,000 rows all pairs are compared; the report names the number. */
  @Test
  void anAutoWidthIsTheMedianDistance() {
    double[][] x = Definition.points(81, 3, 8);
    double[] distances = new double[81 * 80 / 2];
    int at = 0;
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < i; j++) {
        double square = 0;
        for (int c = 0; c < 3; c++) {
          square += (x[i][c] - x[j][c]) * (x[i][c] - x[j][c]);
        }
        distances[at++] = Math.sqrt(square);
      }
    }
    Arrays.sort(distances);
    double median = (distances[at / 2] + distances[at / 2 - 1]) / 2;
    KernelPcaModel model =
        KernelPca.with(KernelSpec.parse("gaussian(sigma=auto)")).rank(2).fit(Definition.rows(x));
    double sigma = ((Gaussian) model.kernel()).sigma();
    assertThat(sigma).isCloseTo(median, within(1e-14));
    assertThat(model.report().sigma().getAsDouble()).isEqualTo(sigma);
    assertThat(model.report().gamma().getAsDouble())
        .isCloseTo(0.5 / (sigma * sigma), within(1e-15));
    assertThat(model.report().kernel()).isEqualTo(model.kernel().spec());
    assertThat(model.kernel().spec()).doesNotContain("auto");
    // What the kernel sees counts: the scaled rows.
    KernelPcaModel scaled =
        KernelPca.with(KernelSpec.parse("gaussian(sigma=auto)"))
            .rank(2)
            .scaling("max=2")
            .fit(Definition.rows(x));
    assertThat(((Gaussian) scaled.kernel()).sigma()).isCloseTo(median / 2, within(1e-14));
  }

  /** Above that a sample is drawn by the seed: close to the median of all, the same each time. */
  @Test
  void anAutoWidthOfManyRowsIsThatOfASample() {
    Rows rows = Definition.rows(Definition.points(1800, 3, 8));
    KernelPca pca = KernelPca.with(KernelSpec.parse("gaussian(sigma=auto)")).rank(1);
    double first = sigma(pca.seed(1), rows);
    assertThat(sigma(pca.seed(1), rows)).isEqualTo(first);
    double second = sigma(pca.seed(2), rows);
    assertThat(second).isNotEqualTo(first);
    int[] even = new int[900];
    Arrays.setAll(even, i -> 2 * i);
    double[] values = new double[900 * 3];
    rows.select(even).copy(0, 900, values, 0);
    double other = Bandwidth.median(Matrix.wrap(900, 3, values));
    assertThat(first).isCloseTo(other, within(0.1));
    assertThat(second).isCloseTo(other, within(0.1));
  }

  @Test
  void anAutoWidthNeedsRowsThatDiffer() {
    KernelPca pca = KernelPca.with(KernelSpec.parse("gaussian(sigma=auto)")).rank(1);
    assertThatThrownBy(() -> pca.fit(DenseRows.of(new double[][] {{1}, {1}, {1}})))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("equal");
    assertThatThrownBy(() -> pca.fit(DenseRows.of(new double[][] {{1}})))
        .isInstanceOf(NumericalException.class);
  }

  private static double sigma(KernelPca pca, Rows rows) {
    String spec = pca.fit(rows).kernel().spec();
    return ((Gaussian) KernelSpec.kernel(spec)).sigma();
  }

  /** The fields of a report that other programs rely on. */
  @Test
  void theReportHasItsFields() {
    Rows rows = Definition.rows(Definition.points(50, 3, 8));
    double[] weights = new double[50];
    Arrays.fill(weights, 2);
    KernelPcaModel model = PCA.seed(7).threads(2).fit(rows, weights);
    FitReport report = model.report();
    String fields =
        "samples features kernel method selector landmarks landmarkRows landmarkWeights center rank"
            + " rankRequested eigenvalues explainedVariance totalVariance empiricalError"
            + " certificate certificateReason operator solver seed threads backend stages seconds"
            + " version";
    for (String name : fields.split(" ")) {
      assertThat(report.toJson()).contains("\"" + name + "\"");
    }
    assertThat(report.samples()).isEqualTo(50);
    assertThat(report.features()).isEqualTo(3);
    assertThat(report.method()).isEqualTo("exact");
    assertThat(report.center()).isEqualTo("feature");
    assertThat(report.seed()).isEqualTo(7);
    assertThat(report.threads()).isEqualTo(2);
    assertThat(report.weightSum()).isEqualTo(100.0);
    double[] shares = report.explainedVariance();
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      assertThat(shares[c])
          .isCloseTo(model.eigenvalues()[c] / report.totalVariance(), within(1e-15));
      sum += model.eigenvalues()[c];
    }
    assertThat(report.empiricalError())
        .isCloseTo((report.totalVariance() - sum) / 100, within(1e-13));
    assertThat(report.operator().errorBound()).hasValue(0.0);
    FitReport timed = report.withStageBefore(new Stage("read", 10, 0, 1.5));
    assertThat(timed.stages().get(0).name()).isEqualTo("read");
    assertThat(timed.stages()).hasSize(report.stages().size() + 1);
    assertThat(timed.seconds()).isEqualTo(report.seconds());
    FitReport read = FitReport.parse(report.toJson());
    assertThat(read.toJson()).isEqualTo(report.toJson());
    assertThat(FitReport.parse(report.toCompactJson()).toJson()).isEqualTo(report.toJson());
    assertThat(read.notes()).isEqualTo(report.notes());
    assertThat(read.totalVariance()).isEqualTo(report.totalVariance());
  }
}
