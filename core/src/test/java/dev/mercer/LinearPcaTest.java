package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Matrix;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Linear;
import dev.mercer.method.Exact;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The linear kernel is linear PCA: by the covariance, by feature space and by the Gram matrix. */
class LinearPcaTest {

  @ParameterizedTest
  @CsvSource({
    "70,5,true,false",
    "70,5,false,false",
    "70,5,true,true",
    "70,5,false,true",
    "2500,3,true,true"
  })
  void featureSpaceEqualsTheGramRouteAndTheCovariance(
      int n, int d, boolean center, boolean weighted) {
    double[][] x = Definition.points(n, d, 21);
    for (double[] row : x) {
      row[0] = 3 * row[0] + 2;
      row[1] = row[1] - 1;
    }
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> weighted ? i % 4 : 1);
    double[] given = weighted ? weights : null;
    KernelPca pca = KernelPca.with(new Linear()).rank(d).center(center).threads(2);
    KernelPcaModel features = pca.fit(Definition.rows(x), given);
    assertThat(kind(features)).isEqualTo("feature-space");
    assertThat(features.rank()).isEqualTo(d);
    checkAgainstCovariance(features, x, weights, center);
    KernelPcaModel gram = pca.method(new Exact("auto", "stored")).fit(Definition.rows(x), given);
    assertThat(kind(gram)).isEqualTo("stored");
    double rounding = 32 * n * Math.ulp(1.0) * gram.eigenvalues()[0];
    Matrix a = features.transform(Definition.rows(x));
    Matrix b = gram.transform(Definition.rows(x));
    assertThat(features.meanSquaredNorm()).isCloseTo(gram.meanSquaredNorm(), within(1e-12));
    assertThat(features.report().totalVariance())
        .isCloseTo(gram.report().totalVariance(), within(rounding));
    for (int c = 0; c < d; c++) {
      double value = gram.eigenvalues()[c];
      assertThat(features.eigenvalues()[c]).isCloseTo(value, within(rounding));
      double sign = Math.signum(a.get(0, c) * b.get(0, c));
      for (int i = 0; i < n; i++) {
        Definition.requireClose(a.get(i, c), sign * b.get(i, c), 1e-8, "row %d, score %d", i, c);
      }
    }
  }

  /** d of at least n: the Gram matrix is the smaller one. */
  @Test
  void moreFeaturesThanRowsUseTheGramMatrix() {
    double[][] x = Definition.points(20, 20, 22);
    KernelPcaModel model = KernelPca.with(new Linear()).rank(3).fit(Definition.rows(x));
    assertThat(kind(model)).isEqualTo("stored");
    double[] ones = new double[20];
    Arrays.fill(ones, 1);
    checkAgainstCovariance(model, x, ones, true);
    double[][] narrow = Definition.points(20, 19, 22);
    assertThat(kind(KernelPca.with(new Linear()).rank(3).fit(Definition.rows(narrow))))
        .isEqualTo("feature-space");
  }

  /** The report names the features beside what it always had. */
  @Test
  void theReportSaysWhatTheOperatorWas() {
    KernelPcaModel model =
        KernelPca.with(new Linear()).rank(2).fit(Definition.rows(Definition.points(30, 4, 5)));
    assertThat(model.report().operator())
        .isEqualTo(
            new FitReport.Operator(
                "feature-space",
                "double",
                OptionalDouble.of(0),
                Optional.of("identity"),
                OptionalInt.of(4),
                OptionalInt.empty(),
                OptionalDouble.empty()));
    assertThat(model.report().notes()).anyMatch(note -> note.contains("4 features"));
    String stored =
        KernelPca.with(new Linear())
            .rank(2)
            .method(new Exact("auto", "stored"))
            .fit(Definition.rows(Definition.points(30, 4, 5)))
            .report()
            .toCompactJson();
    assertThat(stored)
        .contains("\"operator\":{\"kind\":\"stored\",\"precision\":\"double\",\"errorBound\":0.0}");
  }

  @Test
  void threadsChangeNoBit() {
    double[][] x = Definition.points(5000, 6, 23);
    KernelPca pca = KernelPca.with(new Linear()).rank(4);
    KernelPcaModel one = pca.threads(1).fit(Definition.rows(x));
    ExactRoutesTest.assertSameModel(pca.threads(2).fit(Definition.rows(x)), one);
    ExactRoutesTest.assertSameModel(pca.threads(3).fit(Definition.rows(x)), one);
  }

  /** Scores are the centred rows times the eigenvectors of the weighted scatter. */
  private static void checkAgainstCovariance(
      KernelPcaModel model, double[][] x, double[] weights, boolean center) {
    int n = x.length;
    int d = x[0].length;
    double sum = Arrays.stream(weights).sum();
    double[] mean = new double[d];
    double[][] scatter = new double[d][d];
    for (int i = 0; i < n && center; i++) {
      for (int c = 0; c < d; c++) {
        mean[c] += weights[i] * x[i][c] / sum;
      }
    }
    for (int i = 0; i < n; i++) {
      for (int a = 0; a < d; a++) {
        for (int b = 0; b < d; b++) {
          scatter[a][b] += weights[i] * (x[i][a] - mean[a]) * (x[i][b] - mean[b]);
        }
      }
    }
    Definition.Eigen eigen = Definition.eigen(scatter);
    double rounding = 32 * n * Math.ulp(1.0) * eigen.values()[0];
    Matrix scores = model.transform(Definition.rows(x));
    for (int c = 0; c < model.rank(); c++) {
      assertThat(model.eigenvalues()[c]).isCloseTo(eigen.values()[c], within(rounding));
      double[] expected = new double[n];
      double sign = 0;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < d; j++) {
          expected[i] += (x[i][j] - mean[j]) * eigen.vectors()[c][j];
        }
        sign += expected[i] * scores.get(i, c);
      }
      double tolerance = 20 * (rounding / eigen.gap(c) + 1e-13);
      for (int i = 0; i < n; i++) {
        double value = Math.signum(sign) * expected[i];
        Definition.requireClose(scores.get(i, c), value, tolerance, "row %d, score %d", i, c);
      }
    }
  }

  private static String kind(KernelPcaModel model) {
    return model.report().operator().kind();
  }
}
