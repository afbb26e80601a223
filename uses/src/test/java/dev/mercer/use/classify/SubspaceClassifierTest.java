package dev.mercer.use.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.NumericalException;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Scaling;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.rows.ScaledRows;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.kernel.Linear;
import dev.mercer.method.Exact;
import dev.mercer.method.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Distances to subspaces against explicit feature spaces, and what must follow from them. */
class SubspaceClassifierTest {

  private static final int THREADS = 2;

  /** Kernel values of these points are below 30; a distance is a difference of a few of them. */
  private static final double ROUNDING = 1e-8;

  private static final DenseRows TRAIN = points(90, 7);
  private static final LabelSets LABELS = labels(90);
  private static final DenseRows UNSEEN = points(25, 8);

  /** Three slanted clouds in the plane. */
  private static DenseRows points(int n, long seed) {
    Random random = new Random(seed);
    double[][] rows = new double[n][];
    for (int i = 0; i < n; i++) {
      double along = random.nextGaussian();
      double across = 0.3 * random.nextGaussian();
      int k = i % 3;
      rows[i] = new double[] {along * k - across, along * (2 - k) + across + 0.5 * k};
    }
    return DenseRows.of(rows);
  }

  private static LabelSets labels(int n) {
    String[] names = new String[n];
    Arrays.setAll(names, i -> Integer.toString(10 - i % 3)); // 10, 9, 8: in order 8, 9, 10
    return LabelSets.of(names);
  }

  private static Method method(String name) {
    Integer count = name.equals("exact") ? null : 12;
    return MethodCatalog.parse(
        name, new MethodCatalog.Wishes(count, null, null, null, null, "auto", "auto"));
  }

  private static KernelPca settings(Kernel kernel, String method, boolean center, int rank) {
    return KernelPca.with(kernel).method(method(method)).center(center).rank(rank).threads(2);
  }

  private static SubspaceClassifier fit(KernelPca settings) {
    return SubspaceClassifier.fit(PcaSettings.of(settings), TRAIN, LABELS, THREADS);
  }

  private static double[] row(DenseRows rows, int i) {
    double[] x = new double[rows.columns()];
    rows.copy(i, 1, x, 0);
    return x;
  }

  /** (x.y + 1)^2 in the plane has these six features. */
  private static double[] quadratic(double[] x) {
    double r = Math.sqrt(2);
    return new double[] {1, r * x[0], r * x[1], x[0] * x[0], r * x[0] * x[1], x[1] * x[1]};
  }

  /** |phi - c - P (phi - c)|^2 with everything written out in the features of the kernel. */
  private static double definition(
      KernelPcaModel model, int rank, double[] x, Function<double[], double[]> features) {
    int p = model.points().count();
    double[] phi = features.apply(x);
    double[][] axes = new double[rank][phi.length];
    for (int i = 0; i < p; i++) {
      double[] point = new double[x.length];
      model.points().copy(i, 1, point, 0);
      double[] z = features.apply(point);
      for (int f = 0; f < phi.length; f++) {
        for (int c = 0; c < rank; c++) {
          axes[c][f] += model.coefficients().get(i, c) * z[f];
        }
        phi[f] -= model.centered() ? model.mean()[i] * z[f] : 0;
      }
    }
    for (int c = 0; c < rank; c++) { // Gram and Schmidt, twice
      for (int k = 0; k < 2 * c; k++) {
        subtract(axes[c], axes[k % c]);
      }
      double length = Math.sqrt(dot(axes[c], axes[c]));
      axes[c] = Arrays.stream(axes[c]).map(value -> value / length).toArray();
      subtract(phi, axes[c]);
    }
    return dot(phi, phi);
  }

  private static void subtract(double[] x, double[] unit) {
    double share = dot(x, unit);
    for (int f = 0; f < x.length; f++) {
      x[f] -= share * unit[f];
    }
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int f = 0; f < x.length; f++) {
      sum += x[f] * y[f];
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({
    "exact, true", "exact, false", "subset, true", "subset, false", "reduced, true",
    "reduced, false", "nystrom, true", "nystrom, false", "improved, true", "improved, false"
  })
  void distancesAreThoseInTheExplicitFeatureSpace(String method, boolean center) {
    Kernel quadratic = KernelSpec.kernel("polynomial(degree=2,offset=1)");
    SubspaceClassifier fitted = fit(settings(quadratic, method, center, 3));
    Matrix distances = fitted.distances(UNSEEN, THREADS);
    List<Matrix> byRank = fitted.distances(UNSEEN, new int[] {2, 1, 9}, THREADS);
    for (int k = 0; k < 3; k++) {
      KernelPcaModel model = fitted.models().get(k);
      for (int i = 0; i < UNSEEN.count(); i++) {
        double[] x = row(UNSEEN, i);
        assertThat(distances.get(i, k))
            .isCloseTo(
                definition(model, 3, x, SubspaceClassifierTest::quadratic), within(ROUNDING));
        assertThat(byRank.get(0).get(i, k))
            .isCloseTo(
                definition(model, 2, x, SubspaceClassifierTest::quadratic), within(ROUNDING));
        assertThat(byRank.get(1).get(i, k))
            .isCloseTo(
                definition(model, 1, x, SubspaceClassifierTest::quadratic), within(ROUNDING));
        assertThat(byRank.get(2).get(i, k)).isEqualTo(distances.get(i, k));
      }
    }
  }

  /** CLAFIC by its textbook: eigenvectors of each class's scatter matrix. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theLinearKernelIsClafic(boolean center) {
    SubspaceClassifier fitted = fit(settings(new Linear(), "exact", center, 1));
    Matrix distances = fitted.distances(UNSEEN, THREADS);
    for (int k = 0; k < 3; k++) {
      int[] own = LABELS.rowsOf(k);
      double[] mean = new double[2];
      for (int i : own) {
        mean[0] += center ? row(TRAIN, i)[0] / own.length : 0;
        mean[1] += center ? row(TRAIN, i)[1] / own.length : 0;
      }
      double[] scatter = new double[4];
      for (int i : own) {
        double[] x = row(TRAIN, i);
        for (int e = 0; e < 4; e++) {
          scatter[e] += (x[e / 2] - mean[e / 2]) * (x[e % 2] - mean[e % 2]);
        }
      }
      double[] values = new double[2];
      Backend.instance().blas().symmetricEigen(2, scatter, values);
      double[] smallest = {scatter[0], scatter[1]}; // what one axis of two leaves
      for (int i = 0; i < UNSEEN.count(); i++) {
        double[] x = row(UNSEEN, i);
        double left = dot(smallest, new double[] {x[0] - mean[0], x[1] - mean[1]});
        assertThat(distances.get(i, k)).isCloseTo(left * left, within(ROUNDING));
      }
    }
  }

  @Test
  void withoutCentringTheNearestHasTheLongestProjection() {
    SubspaceClassifier fitted = fit(settings(Gaussian.sigma(1.5), "exact", false, 4));
    Predictions predicted = fitted.predict(UNSEEN, THREADS);
    Matrix[] scores =
        fitted.models().stream().map(model -> model.transform(UNSEEN)).toArray(Matrix[]::new);
    for (int i = 0; i < UNSEEN.count(); i++) {
      int longest = 0;
      for (int k = 1; k < 3; k++) {
        longest =
            dot(scores[k].row(i), scores[k].row(i))
                    > dot(scores[longest].row(i), scores[longest].row(i))
                ? k
                : longest;
      }
      assertThat(predicted.codes()[i]).isEqualTo(longest);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"exact", "subset", "reduced", "nystrom", "improved"})
  void leadingComponentsAreThoseOfASmallerFit(String method) {
    Kernel kernel = Gaussian.sigma(1.5);
    List<Matrix> cut =
        fit(settings(kernel, method, true, 7)).distances(UNSEEN, new int[] {2, 5}, THREADS);
    assertThat(cut.get(0).values())
        .containsExactly(
            fit(settings(kernel, method, true, 2)).distances(UNSEEN, THREADS).values(),
            within(ROUNDING));
    assertThat(cut.get(1).values())
        .containsExactly(
            fit(settings(kernel, method, true, 5)).distances(UNSEEN, THREADS).values(),
            within(ROUNDING));
  }

  @Test
  void aClassMoreOrLessEqualsAFreshFit() {
    KernelPca settings = settings(Gaussian.sigma(1.5), "subset", true, 4);
    int[] two = new int[60];
    Arrays.setAll(two, i -> i / 2 * 3 + i % 2); // classes 10 and 9
    SubspaceClassifier all = fit(settings);
    SubspaceClassifier fewer =
        SubspaceClassifier.fit(
            PcaSettings.of(settings),
            DenseRows.copyOf(TRAIN.select(two)),
            LABELS.select(two),
            THREADS);
    assertThat(fewer.names()).containsExactly("9", "10");
    DenseRows third = DenseRows.copyOf(TRAIN.select(LABELS.rowsOf(0)));
    SubspaceClassifier grown = fewer.with("8", third, THREADS);
    assertThat(grown.names()).isEqualTo(all.names()).containsExactly("8", "9", "10");
    assertThat(grown.distances(UNSEEN, THREADS).values())
        .containsExactly(all.distances(UNSEEN, THREADS).values());
    assertThat(all.without("8").distances(UNSEEN, THREADS).values())
        .containsExactly(fewer.distances(UNSEEN, THREADS).values());
    assertThat(grown.model("9")).isSameAs(fewer.model("9"));
    assertThatThrownBy(() -> all.without("7")).hasMessageContaining("8, 9, 10");
    assertThatThrownBy(() -> fewer.without("9")).hasMessageContaining("only one is left");
  }

  @Test
  void newRowsReplaceAClass() {
    SubspaceClassifier fitted = fit(settings(Gaussian.sigma(1.5), "exact", true, 2));
    SubspaceClassifier changed = fitted.with("9", points(30, 99), THREADS);
    assertThat(changed.names()).isEqualTo(fitted.names());
    assertThat(changed.model("9")).isNotSameAs(fitted.model("9"));
    assertThat(changed.model("8")).isSameAs(fitted.model("8"));
  }

  @Test
  void aRowOfTwoLabelsCountsForBoth() {
    KernelPca settings = settings(Gaussian.sigma(1.5), "exact", true, 3);
    String[] cells = new String[90];
    Arrays.setAll(cells, i -> i % 9 == 0 ? "a;b" : i % 2 == 0 ? "a" : "b");
    SubspaceClassifier both =
        SubspaceClassifier.fit(PcaSettings.of(settings), TRAIN, LabelSets.of(cells, ";"), THREADS);
    int[] ofA = LabelSets.of(cells, ";").rowsOf(0);
    assertThat(ofA).contains(0, 2, 9, 18, 27);
    KernelPcaModel alone = settings.fit(DenseRows.copyOf(TRAIN.select(ofA)));
    assertThat(both.model("a").eigenvalues()).containsExactly(alone.eigenvalues());
  }

  @Test
  void equalDistancesGoToTheFirstClass() {
    LabelSets twice = LabelSets.of(repeated("b;a", 90), ";");
    SubspaceClassifier fitted =
        SubspaceClassifier.fit(
            PcaSettings.of(settings(Gaussian.sigma(1.5), "exact", true, 3)), TRAIN, twice, THREADS);
    assertThat(fitted.predict(UNSEEN, THREADS).codes()).containsOnly(0);
    assertThat(fitted.names()).containsExactly("a", "b");
  }

  private static String[] repeated(String text, int n) {
    String[] result = new String[n];
    Arrays.fill(result, text);
    return result;
  }

  /** Scaling and width are one for all classes, learned from all rows. */
  @Test
  void scalingAndWidthAreSharedByAllClasses() {
    KernelPca open =
        KernelPca.with(KernelSpec.parse("gaussian(sigma=auto)"))
            .method(Exact.auto())
            .rank(3)
            .scaling("standard");
    SubspaceClassifier fitted = fit(open);
    KernelPcaModel first = fitted.models().get(0);
    KernelPcaModel last = fitted.models().get(2);
    assertThat(first.kernel()).isEqualTo(last.kernel());
    assertThat(first.scaling()).isSameAs(last.scaling());
    Scaling learned = Scaling.learn("standard", TRAIN, null);
    DenseRows scaled = DenseRows.copyOf(new ScaledRows(TRAIN, learned));
    DenseRows scaledUnseen = DenseRows.copyOf(new ScaledRows(UNSEEN, learned));
    SubspaceClassifier byHand =
        SubspaceClassifier.fit(
            PcaSettings.of(open.scaling("none").settled(scaled)), scaled, LABELS, THREADS);
    assertThat(fitted.distances(UNSEEN, THREADS).values())
        .containsExactly(byHand.distances(scaledUnseen, THREADS).values());
  }

  @Test
  void threadsChangeNoBit() {
    KernelPca settings = settings(Gaussian.sigma(1.5), "nystrom", true, 5);
    SubspaceClassifier alone =
        SubspaceClassifier.fit(PcaSettings.of(settings.threads(1)), TRAIN, LABELS, 1);
    assertThat(alone.distances(UNSEEN, 1).values())
        .containsExactly(fit(settings).distances(UNSEEN, THREADS).values());
  }

  @Test
  void landmarksMayBeAShareOfEachClass() {
    KernelPca base = KernelPca.with(Gaussian.sigma(1.5)).rank(9).center(true);
    String[] cells = new String[90];
    Arrays.setAll(cells, i -> i < 60 ? "large" : "small");
    SubspaceClassifier fitted =
        SubspaceClassifier.fit(
            PcaSettings.ofShare(
                base,
                0.2,
                m ->
                    MethodCatalog.parse(
                        "subset",
                        new MethodCatalog.Wishes(m, null, null, "kmeans", null, "auto", "auto"))),
            TRAIN,
            LabelSets.of(cells),
            THREADS);
    assertThat(fitted.model("large").points().count()).isEqualTo(12);
    assertThat(fitted.model("large").rank()).isEqualTo(9);
    assertThat(fitted.model("small").points().count()).isEqualTo(6);
    assertThat(fitted.model("small").rank()).isEqualTo(6);
    assertThatThrownBy(() -> PcaSettings.ofShare(base, 0, m -> null))
        .hasMessageContaining("above 0");
  }

  @Test
  void whatCannotBeLearnedIsSaid() {
    PcaSettings rank31 = PcaSettings.of(settings(Gaussian.sigma(1), "exact", true, 31));
    assertThatThrownBy(() -> SubspaceClassifier.fit(rank31, TRAIN, LABELS, THREADS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "class '8' has 30 rows, fewer than the rank 31; ask for at most rank 30, or leave the"
                + " class out");
    assertThatThrownBy(
            () -> SubspaceClassifier.fit(rank31, TRAIN, LabelSets.of(repeated("x", 90)), THREADS))
        .hasMessageContaining("all rows have the label 'x'");
    assertThatThrownBy(() -> SubspaceClassifier.fit(rank31, TRAIN, LabelSets.of("a", "b"), THREADS))
        .hasMessageContaining("2 labels for 90 rows");
    assertThatThrownBy(
            () ->
                fit(settings(Gaussian.sigma(1), "exact", true, 3)).with("7", points(2, 1), THREADS))
        .hasMessageContaining("class '7' has 2 rows");
    assertThatThrownBy(
            () -> fit(KernelPca.with(Gaussian.sigma(1)).method(method("random-features")).rank(2)))
        .hasMessageContaining("class '8' (30 rows)")
        .hasMessageContaining("random features");
  }

  @Test
  void aClassWithoutVarianceIsANumericalFailure() {
    DenseRows rows = DenseRows.of(new double[][] {{1, 2}, {1, 2}, {1, 2}, {0, 1}, {2, 5}, {3, 4}});
    LabelSets labels = LabelSets.of("a", "a", "a", "b", "b", "b");
    assertThatThrownBy(
            () ->
                SubspaceClassifier.fit(
                    PcaSettings.of(settings(Gaussian.sigma(1), "exact", true, 1)),
                    rows,
                    labels,
                    THREADS))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("class 'a' (3 rows)");
  }

  @Test
  void rowsThatAreNoNumbersHaveNoDistance() {
    SubspaceClassifier fitted = fit(settings(Gaussian.sigma(1.5), "exact", true, 3));
    DenseRows bad = DenseRows.of(new double[][] {{1, 2}, {Double.NaN, 0}});
    assertThatThrownBy(() -> fitted.distances(bad, THREADS)).hasMessageContaining("row 1");
  }
}
