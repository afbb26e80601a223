package dev.mercer.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.PartialFit;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.gram.Definition;
import dev.mercer.landmark.GivenRows;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernels of histograms; ReferenceTest compares their fits with scikit-learn's. */
class Chi2Test {

  private static final double EPS = Math.ulp(1.0);

  @TempDir private Path directory;

  /** Counts with many zeros, where both coordinates may be zero. */
  private static double[][] histograms(int n, int d, long seed) {
    Random random = new Random(seed);
    double[][] rows = new double[n][d];
    for (double[] row : rows) {
      Arrays.setAll(row, c -> random.nextInt(3) == 0 ? 0 : random.nextInt(20) / 4.0);
    }
    return rows;
  }

  private static double slow(double[] x, double[] y) {
    return IntStream.range(0, x.length)
        .filter(c -> x[c] + y[c] > 0)
        .mapToDouble(c -> (x[c] - y[c]) * (x[c] - y[c]) / (x[c] + y[c]))
        .sum();
  }

  @Test
  void valuesByHand() {
    double[] x = {1, 0, 0};
    double[] y = {3, 2, 0}; // 4 / 4 + 4 / 2 + nothing
    assertThat(new AdditiveChi2().value(x, y)).isEqualTo(-3);
    assertThat(new Chi2(0.5).value(x, y)).isEqualTo(Math.exp(-1.5));
    assertThat(KernelSpec.kernel("chi2")).isEqualTo(new Chi2(1));
    assertThat(new Chi2(0.25).spec()).isEqualTo("chi2(gamma=0.25)");
    assertThat(KernelSpec.kernel("additive-chi2").spec()).isEqualTo("additive-chi2");
    assertThat(new AdditiveChi2().value(new double[] {1e300}, new double[] {0})).isEqualTo(-1e300);
    assertThatThrownBy(() -> new Chi2(0)).hasMessageContaining("chi2: gamma = 0");
  }

  /** Blocks of values, in both precisions, alone and beside a kernel for which points are moved. */
  @ParameterizedTest
  @ValueSource(
      strings = {"chi2(gamma=0.3)", "additive-chi2", "chi2(gamma=0.1)*gaussian(sigma=4)+linear"})
  void blocksAreTheDefinition(String spec) {
    Kernel kernel = KernelSpec.kernel(spec);
    for (double offset : new double[] {0, 50}) {
      double[][] points = histograms(40, 7, 1);
      for (double[] point : points) {
        Arrays.setAll(point, c -> point[c] + (c == 0 ? 0 : offset));
      }
      double[] own = new double[40 * 40];
      float[] single = new float[40 * 40];
      Rows rows = DenseRows.of(points);
      try (Workers workers = Workers.of(1)) {
        new KernelTiles(rows, kernel, false, 40, workers).tile(0, 40, 0, 40, own, true, 0);
        new KernelTiles(rows, kernel, true, 40, workers).tile(0, 40, 0, 40, single, true, 0);
      }
      for (int i = 0; i < 40; i++) {
        for (int j = 0; j < 40; j++) {
          double expected = kernel.value(points[i], points[j]);
          double scale = 64 * Math.max(1, Math.abs(expected)) * (1 + offset);
          assertThat(own[i * 40 + j]).isEqualTo(expected, within(EPS * scale));
          assertThat((double) single[i * 40 + j]).isEqualTo(expected, within(Math.ulp(1f) * scale));
        }
      }
    }
  }

  @Test
  void chi2IsPositiveSemidefinite() {
    assertThat(new Chi2(1).positiveSemidefinite()).isTrue();
    for (double gamma : new double[] {0.01, 0.3, 3}) {
      double[] eigenvalues =
          Definition.eigen(Definition.gram(new Chi2(gamma), histograms(30, 4, 2))).values();
      assertThat(Arrays.stream(eigenvalues).min().orElseThrow()).isGreaterThan(-30 * 30 * EPS);
    }
  }

  /** What the class promises: one negative eigenvalue as it is, none once it is centered. */
  @Test
  void additiveChi2IsPositiveSemidefiniteOnceItIsCentered() {
    AdditiveChi2 kernel = new AdditiveChi2();
    assertThat(kernel.positiveSemidefinite()).isFalse();
    double[][] points = histograms(30, 4, 3);
    double[][] gram = Definition.gram(kernel, points);
    double[] raw = Definition.eigen(gram).values();
    double largest = Arrays.stream(raw).map(Math::abs).max().orElseThrow();
    double rounding = 30 * 30 * EPS * largest;
    assertThat(Arrays.stream(raw).filter(value -> value < -rounding).count()).isEqualTo(1);
    double[] weights = new Random(4).doubles(30, 0.1, 3).toArray();
    for (double[] each : List.of(Definition.weights(null, 30), weights)) {
      double[] centered = Definition.eigen(Definition.centered(gram, each, true)).values();
      double most = Arrays.stream(centered).max().orElseThrow();
      assertThat(Arrays.stream(centered).min().orElseThrow()).isGreaterThan(-900 * EPS * most);
    }
    // Centered, it is the kernel 2 sum 2 x y / (x + y).
    double[][] smooth =
        Definition.gram(
            Kernel.of("intersections", true, (x, y) -> slow(x, y) * -1 + sum(x) + sum(y)), points);
    double[][] expected = Definition.centered(smooth, Definition.weights(null, 30), true);
    double[][] own = Definition.centered(gram, Definition.weights(null, 30), true);
    for (int i = 0; i < 30; i++) {
      assertThat(own[i]).containsExactly(expected[i], within(100 * 30 * EPS * largest));
    }
  }

  private static double sum(double[] x) {
    return Arrays.stream(x).sum();
  }

  /** All rows as landmarks lose nothing, positive semidefinite or not. */
  @ParameterizedTest
  @ValueSource(strings = {"chi2(gamma=0.2)", "additive-chi2"})
  void aSubsetOfAllRowsIsTheExactFit(String spec) {
    Rows rows = DenseRows.of(histograms(60, 6, 5));
    Rows unseen = DenseRows.of(histograms(10, 6, 6));
    KernelPca settings = KernelPca.with(KernelSpec.kernel(spec)).rank(3);
    KernelPcaModel exact = settings.fit(rows);
    int[] all = IntStream.range(0, 60).toArray();
    KernelPcaModel subset =
        settings.method(Subset.of(Landmarking.by(new GivenRows(all)))).fit(rows);
    Matrix expected = exact.transform(unseen);
    Matrix found = subset.transform(unseen);
    for (int c = 0; c < 3; c++) {
      double eigenvalue = exact.eigenvalues()[c];
      assertThat(subset.eigenvalues()[c]).isEqualTo(eigenvalue, within(1e-9 * eigenvalue));
      double sign = Math.signum(expected.get(0, c) * found.get(0, c));
      for (int i = 0; i < 10; i++) {
        assertThat(sign * found.get(i, c))
            .isEqualTo(expected.get(i, c), within(1e-7 * Math.sqrt(eigenvalue)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"chi2(gamma=0.2)", "additive-chi2", "0.5*chi2(gamma=2)+linear"})
  void modelsAreSavedAndLoaded(String spec) throws IOException {
    Rows rows = DenseRows.of(histograms(50, 5, 7));
    for (Precision precision : Precision.values()) {
      KernelPcaModel model =
          KernelPca.with(KernelSpec.kernel(spec)).rank(2).precision(precision).fit(rows);
      Path file = directory.resolve(precision + ".safetensors");
      model.save(file);
      KernelPcaModel loaded = KernelPcaModel.load(file);
      assertThat(loaded.kernel()).isEqualTo(KernelSpec.kernel(spec));
      assertThat(loaded.transform(rows).values()).isEqualTo(model.transform(rows).values());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"chi2(gamma=0.2)", "2*additive-chi2", "linear+chi2(gamma=1)"})
  void negativeValuesAreRefusedByRowAndColumn(String spec) {
    double[][] points = histograms(30, 4, 8);
    KernelPca settings =
        KernelPca.with(KernelSpec.kernel(spec)).rank(2).featureNames(List.of("a", "b", "c", "d"));
    KernelPcaModel model = settings.fit(DenseRows.of(points));
    points[17][2] = -0.5;
    String message =
        "row 17, column 'c' is -0.5, but the kernel " + spec + " takes no value below 0";
    Rows bad = DenseRows.of(points);
    refused(() -> settings.fit(bad), message);
    refused(() -> model.transform(bad), message);
    // What the kernel sees counts: scaled to 0 and 1, no value is negative.
    assertThat(settings.scaling("minmax").fit(bad).rank()).isEqualTo(2);
    refused(() -> settings.scaling("standard").fit(bad), "takes no value below 0; take histograms");
    KernelPca subset = settings.method(Subset.of(Landmarking.count(10)));
    try (PartialFit fit = subset.partialFit(DenseRows.of(histograms(30, 4, 9)))) {
      refused(() -> fit.partialFit(bad), message);
    }
  }

  private static void refused(Runnable work, String message) {
    assertThatThrownBy(work::run)
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
