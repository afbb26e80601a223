package dev.mercer.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.Certificate;
import dev.mercer.Evaluation;
import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.MemoryExceededException;
import dev.mercer.data.Rows;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tipping's sparse kernel PCA: few weighted points, the axes of their covariance. */
class SparseTippingTest {

  private static final int N = 90;

  private static double[] weights() {
    double[] weights = new double[N];
    Arrays.setAll(weights, i -> i % 4 == 3 ? 0 : 1 + i % 2);
    return weights;
  }

  /** W K_y a = lambda a for every axis, and axes of length one. */
  @Test
  void axesAreThoseOfTheWeightedPoints() {
    Kernel kernel = Gaussian.sigma(1.5);
    double[][] x = Definition.points(N, 3, 4);
    KernelPcaModel model =
        KernelPca.with(kernel)
            .rank(4)
            .center(false)
            .method(new SparseTipping(12, 0, 1000))
            .fit(Definition.rows(x), weights());
    int[] rows = model.report().landmarkRows().orElseThrow();
    double[] w = model.report().landmarkWeights().orElseThrow();
    int m = rows.length;
    assertThat(m).isBetween(8, 12);
    assertThat(Arrays.stream(w).sum()).isCloseTo(Arrays.stream(weights()).sum(), within(1e-9));
    assertThat(Arrays.stream(rows)).allMatch(row -> row % 4 != 3);
    double[][] points = new double[m][];
    Arrays.setAll(points, j -> x[rows[j]]);
    double[][] gram = Definition.gram(kernel, points);
    for (int c = 0; c < 4; c++) {
      double[] a = model.coefficients().column(c);
      double[] product = new double[m];
      double length = 0;
      double quotient = 0;
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) {
          product[i] += w[i] * gram[i][j] * a[j];
          length += a[i] * gram[i][j] * a[j];
        }
        quotient += product[i] * a[i] / Arrays.stream(a).map(v -> v * v).sum();
      }
      assertThat(length).isCloseTo(1, within(1e-9));
      double size = Arrays.stream(product).map(Math::abs).max().orElseThrow();
      for (int i = 0; i < m; i++) {
        assertThat(product[i]).isCloseTo(quotient * a[i], within(1e-8 * size));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "gaussian(sigma=1.5),true",
    "gaussian(sigma=1.5),false",
    "laplacian(sigma=2),true",
    "polynomial(degree=2),true",
    "linear,true"
  })
  void theModelIsWhatTheReportSays(String spec, boolean center) {
    Rows rows = Definition.rows(Definition.points(N, 3, 6));
    KernelPca pca = KernelPca.with(Definition.kernel(spec)).rank(3).center(center).threads(2);
    KernelPcaModel exact = pca.fit(rows, weights());
    KernelPcaModel model = pca.method(new SparseTipping(15, 0, 1000)).fit(rows, weights());
    double total = exact.report().totalVariance();
    double[] scores = model.transform(rows).values();
    int rank = model.rank();
    double[] variances = new double[rank];
    double[] sums = new double[rank];
    for (int k = 0; k < scores.length; k++) {
      variances[k % rank] += weights()[k / rank] * scores[k] * scores[k];
      sums[k % rank] += weights()[k / rank] * scores[k];
    }
    double previous = Double.POSITIVE_INFINITY;
    for (int c = 0; c < rank; c++) {
      assertThat(variances[c]).isCloseTo(model.eigenvalues()[c], within(1e-8 * total));
      assertThat(model.eigenvalues()[c]).isLessThanOrEqualTo(previous);
      previous = model.eigenvalues()[c];
      if (center) {
        assertThat(sums[c]).isCloseTo(0, within(1e-6 * Math.sqrt(total * N)));
      }
    }
    Certificate certificate = model.report().certificate();
    double captured = Arrays.stream(model.eigenvalues()).sum();
    double best = Arrays.stream(exact.eigenvalues()).sum();
    assertThat(certificate.value("capturedVariance")).isCloseTo(captured, within(1e-8 * total));
    assertThat(1 - captured / best).isBetween(-1e-9, certificate.value("optimalityGap") + 1e-9);
    // The axes of the model's covariance are good, if not the best in their span.
    assertThat(captured / best).isGreaterThan(0.7);
    double error = new Evaluation(model, 1).error(rows, weights(), rows, weights());
    double slack = 1e-9 * total;
    assertThat(error)
        .isBetween(
            certificate.value("empiricalErrorLow") - slack,
            certificate.value("empiricalErrorHigh") + slack);
  }

  @Test
  void moreNoiseFewerPoints() {
    Rows rows = Definition.rows(Definition.points(N, 3, 6));
    KernelPca pca = KernelPca.with(Gaussian.sigma(1)).rank(2);
    int before = N;
    for (double noise : new double[] {0.001, 0.01, 0.03, 0.08}) {
      KernelPcaModel model = pca.method(new SparseTipping(0, noise, 1000)).fit(rows);
      assertThat(model.points().count()).isLessThanOrEqualTo(before).isGreaterThanOrEqualTo(2);
      before = model.points().count();
    }
    assertThat(before).isLessThan(N / 3);
    assertThatThrownBy(() -> pca.method(new SparseTipping(0, 5, 1000)).fit(rows))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no point has a weight");
  }

  @Test
  void aboutAsManyPointsAsWanted() {
    Rows rows = Definition.rows(Definition.points(N, 3, 7));
    KernelPca pca = KernelPca.with(Gaussian.sigma(1)).rank(1);
    for (int wanted : new int[] {1, 2, 5, 20, 40}) {
      KernelPcaModel model = pca.method(new SparseTipping(wanted, 0, 1000)).fit(rows);
      assertThat(model.points().count()).isBetween((wanted + 1) / 2, wanted);
      assertThat(model.report().notes()).anyMatch(note -> note.startsWith("noise "));
    }
  }

  @Test
  void manyRowsAreSampledAndThreadsChangeNoBit() {
    Rows rows = Definition.rows(Definition.points(600, 3, 7));
    KernelPca pca =
        KernelPca.with(Gaussian.sigma(1)).rank(3).seed(4).method(new SparseTipping(20, 0, 200));
    KernelPcaModel one = pca.threads(1).fit(rows);
    KernelPcaModel three = pca.threads(3).fit(rows);
    assertThat(three.coefficients().values()).isEqualTo(one.coefficients().values());
    assertThat(three.eigenvalues()).isEqualTo(one.eigenvalues());
    assertThat(one.report().notes()).anyMatch(note -> note.contains("sample of 200 rows"));
    assertThat(pca.seed(5).fit(rows).eigenvalues()).isNotEqualTo(one.eigenvalues());
    double best =
        Arrays.stream(KernelPca.with(Gaussian.sigma(1)).rank(3).fit(rows).eigenvalues()).sum();
    assertThat(Arrays.stream(one.eigenvalues()).sum()).isGreaterThan(0.7 * best);
  }

  @Test
  void whatCannotBeDoneIsRefused() {
    Rows rows = Definition.rows(Definition.points(N, 3, 2));
    KernelPca pca = KernelPca.with(Gaussian.sigma(1.5)).rank(3);
    int usual = pca.method(new SparseTipping(0, 0, 1000)).fit(rows).points().count();
    assertThat(usual).isBetween(25, 50);
    assertThatThrownBy(() -> new SparseTipping(5, 0.1, 1000)).hasMessageContaining("not both");
    assertThatThrownBy(() -> new SparseTipping(5, -1, 1000)).hasMessageContaining("noise");
    assertThatThrownBy(() -> new SparseTipping(5, 0, 1)).hasMessageContaining("sample = 1");
    assertThatThrownBy(() -> pca.method(new SparseTipping(20, 0, 10)).fit(rows))
        .hasMessageContaining("rows of the sample");
    assertThatThrownBy(
            () ->
                pca.memory(600_000)
                    .method(new SparseTipping(5, 0, 1000))
                    .fit(Definition.rows(Definition.points(900, 3, 2))))
        .isInstanceOf(MemoryExceededException.class);
    assertThatThrownBy(() -> read("sparse(kind=tiping)", 3)).hasMessageContaining("tipping");
    assertThat(pca.variance(0.5).method(new SparseTipping(30, 0, 1000)).fit(rows).rank())
        .isBetween(1, 30);
  }

  @Test
  void textsComeBack() {
    assertThat(read("sparse(kind=tipping)", 3).spec()).isEqualTo("sparse(kind=tipping)");
    assertThat(read("sparse(kind=tipping,noise=0.1,sample=70)", null).spec())
        .isEqualTo("sparse(kind=tipping,noise=0.1,sample=70)");
  }

  private static Method read(String text, Integer landmarks) {
    return MethodCatalog.parse(
        text, new MethodCatalog.Wishes(landmarks, null, null, null, null, "auto", "auto"));
  }
}
