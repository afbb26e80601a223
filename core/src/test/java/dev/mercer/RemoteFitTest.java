package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.access.FitAccess;
import dev.mercer.internal.access.RemoteFit;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.PartSums;
import dev.mercer.internal.features.PartTask;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.novelty.NoveltyDraw;
import dev.mercer.internal.novelty.NoveltyPart;
import dev.mercer.internal.rows.DistinctKeys;
import dev.mercer.internal.rows.KeyedRows;
import dev.mercer.internal.rows.RowKeys;
import dev.mercer.internal.rows.RowSlice;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.landmark.GivenPoints;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows summed in parts give the model of all rows with the same landmarks. */
class RemoteFitTest {

  private static final int N = 701;
  private static final int[] CHOSEN = {3, 99, 340, 512, 77, 610, 211, 450, 5, 18, 600, 399};

  private final Rows rows = Definition.rows(Definition.points(N, 3, 9));
  private final Rows landmarks = DenseRows.copyOf(rows.select(CHOSEN));

  @Test
  void equalsAFitOfAllRowsHoweverTheyAreDivided() {
    for (String kernel :
        List.of("gaussian(sigma=1.5)", "polynomial(degree=2,offset=1)", "linear")) {
      for (boolean center : new boolean[] {true, false}) {
        for (double[] weights : new double[][] {null, weights(N)}) {
          KernelPca pca =
              KernelPca.with(KernelSpec.parse(kernel)).rank(3).center(center).seed(5).threads(2);
          KernelPcaModel expected =
              pca.method(Subset.of(Landmarking.by(new GivenPoints(landmarks)))).fit(rows, weights);
          for (int parts : new int[] {1, 2, 7, 64}) {
            KernelPcaModel found = remote(pca, rows, weights, landmarks, parts);
            assertThat(found.report().novelty()).isPresent();
            equal(found, expected);
          }
        }
      }
    }
  }

  @Test
  void sumsOfKernelValuesServeWhereTheyAreFaster() {
    int n = 60_000;
    Rows many = Definition.rows(Definition.points(n, 3, 4));
    int[] chosen = new int[200];
    java.util.Arrays.setAll(chosen, i -> 7 + 251 * i);
    Rows points = DenseRows.copyOf(many.select(chosen));
    KernelPca pca = KernelPca.with(KernelSpec.parse("laplacian(sigma=0.5)")).rank(5).threads(2);
    try (RemoteFit fit = start(pca, many, null)) {
      fit.landmarks(Landmarks.ofPoints(points, null));
      assertThat(fit.task().raw()).isTrue();
      assertThat(fit.gathered(summed(fit.task(), many, null, 3))).isTrue();
      KernelPcaModel found = fit.model("given-points", Certificate.empty(), List.of(), null);
      KernelPcaModel expected =
          pca.method(Subset.of(Landmarking.by(new GivenPoints(points)))).fit(many);
      equal(found, expected);
    }
  }

  @Test
  void certificateHasTheSampledColumns() {
    KernelPca pca = KernelPca.with(KernelSpec.parse("gaussian(sigma=1.5)")).rank(3).seed(5);
    Certificate found = remote(pca, rows, null, landmarks, 4).report().certificate();
    Certificate expected =
        pca.method(Subset.of(Landmarking.by(new GivenPoints(landmarks))))
            .fit(rows)
            .report()
            .certificate();
    for (String name : expected.names()) {
      if (expected.single(name) && expected.kind(name) != Certificate.Kind.ESTIMATE) {
        assertThat(found.value(name))
            .as(name)
            .isCloseTo(expected.value(name), within(1e-9 * (1 + Math.abs(expected.value(name)))));
      }
    }
    // Other columns were drawn: both are estimates of the same norm.
    assertThat(found.value("residualFrobeniusEstimate"))
        .isCloseTo(
            expected.value("residualFrobeniusEstimate"),
            within(0.2 * expected.value("residualFrobeniusEstimate")));
  }

  @Test
  void widthLeftToTheDataIsSettledByTheSample() {
    KernelPca pca = KernelPca.with(KernelSpec.parse("gaussian(sigma=auto)")).rank(3).seed(5);
    String spec = remote(pca, rows, null, landmarks, 2).kernel().spec();
    assertThat(remote(pca, rows, null, landmarks, 9).kernel().spec()).isEqualTo(spec);
    assertThat(spec).doesNotContain("auto");
  }

  @Test
  void refusesWhatCannotBeFitted() {
    KernelPca pca = KernelPca.with(KernelSpec.parse("gaussian(sigma=1.5)")).rank(13);
    assertThatThrownBy(() -> remote(pca, rows, null, landmarks, 2))
        .hasMessageContaining("12 landmarks are fewer than the rank 13");
    Rows narrow = Definition.rows(Definition.points(20, 2, 1));
    assertThatThrownBy(() -> remote(pca, rows, null, narrow, 2)).hasMessageContaining("2 columns");
    assertThatThrownBy(() -> start(pca.scaling("standard"), rows, null))
        .hasMessageContaining("scale them before");
    assertThatThrownBy(
            () ->
                start(KernelPca.with(KernelSpec.parse("precomputed")).rank(2), narrow, null)
                    .landmarks(Landmarks.ofPoints(narrow, null)))
        .hasMessageContaining("precomputed");
  }

  /** Rows by their keys, as a cluster draws them. */
  static KeyedRows drawn(Rows rows, double[] weights, long seed, int most) {
    KeyedRows drawn = new KeyedRows(rows.columns(), most);
    double[] row = new double[rows.columns()];
    for (int i = 0; i < rows.count(); i++) {
      double weight = weights == null ? 1 : weights[i];
      if (weight > 0) {
        rows.copy(i, 1, row, 0);
        drawn.offer(RowKeys.key(seed, row, 0, row.length), weight, row, 0);
      }
    }
    return drawn;
  }

  private static RemoteFit start(KernelPca pca, Rows rows, double[] weights) {
    KeyedRows sample = drawn(rows, weights, 5, 300);
    return FitAccess.remoteFit(
        pca, sample.rows(), sample.weights(), rows.count(), sample.count() < 300);
  }

  private static KernelPcaModel remote(
      KernelPca pca, Rows rows, double[] weights, Rows landmarks, int parts) {
    try (RemoteFit fit = start(pca, rows, weights)) {
      fit.landmarks(Landmarks.ofPoints(landmarks, null));
      while (!fit.gathered(summed(fit.task(), rows, weights, parts))) {
        assertThat(fit.task().raw()).isFalse();
      }
      return fit.model(
          "given-points",
          Certificate.empty(),
          List.of(),
          model -> measured(model, rows, weights, parts));
    }
  }

  /** Sums of uneven parts, some of them empty, each through bytes and back. */
  private static double[] summed(PartTask task, Rows rows, double[] weights, int parts) {
    double[] all = new double[0];
    int from = 0;
    for (int part = 0; part < parts; part++) {
      int to =
          part == parts - 1
              ? rows.count()
              : part % 3 == 1 ? from : Math.min(rows.count(), from + 1 + rows.count() / parts);
      try (Workers workers = Workers.of(1)) {
        PartSums sums =
            new PartSums(PartTask.fromBytes(task.toBytes(), Backend.instance().blas()), workers);
        int block = Math.max(1, (to - from) / 2);
        for (int first = from; first < to; first += block) {
          int count = Math.min(block, to - first);
          sums.add(
              new RowSlice(rows, first, count),
              weights == null ? null : java.util.Arrays.copyOfRange(weights, first, first + count));
        }
        all = PartSums.merge(all, from == to ? new double[0] : sums.sums());
      }
      from = to;
    }
    return all;
  }

  /** Rows drawn from parts in which they lie one by one, measured by the model. */
  private static double[] measured(KernelPcaModel model, Rows rows, double[] weights, int parts) {
    DistinctKeys keys = new DistinctKeys(NoveltyDraw.MOST_ROWS);
    double[] row = new double[rows.columns()];
    for (int i = 0; i < rows.count(); i++) {
      if (weights == null || weights[i] > 0) {
        rows.copy(i, 1, row, 0);
        keys.offer(NoveltyDraw.key(model.report().seed(), row, 0, row.length));
      }
    }
    double[] drawn = keys.toArray();
    double[] all = new double[0];
    try (Workers workers = Workers.of(1)) {
      for (int part = 0; part < parts; part++) {
        NoveltyPart some = new NoveltyPart(model, drawn[drawn.length - 1], workers);
        for (int i = part; i < rows.count(); i += parts) {
          double[] weight = weights == null ? null : new double[] {weights[i]};
          some.add(new RowSlice(rows, i, 1), weight);
        }
        all = NoveltyPart.merge(all, some.result(), model.rank());
      }
    }
    return all;
  }

  /** As many rows are drawn from parts as from all together, equal ones at once. */
  @Test
  void rowsForNoveltyAreDrawnFromManyAsFromAll() {
    int n = 2 * NoveltyDraw.MOST_ROWS + 1000;
    double[][] x = Definition.points(n, 2, 6);
    for (int i = 0; i < 3000; i++) {
      x[n - 1 - i] = x[i].clone();
    }
    Rows many = Definition.rows(x);
    Rows points = DenseRows.copyOf(many.select(CHOSEN));
    KernelPca pca = KernelPca.with(KernelSpec.parse("gaussian(sigma=1.5)")).rank(3).threads(2);
    for (double[] weights : new double[][] {null, weights(n)}) {
      FitReport expected =
          pca.method(Subset.of(Landmarking.by(new GivenPoints(points))))
              .fit(many, weights)
              .report();
      assertThat(expected.novelty().orElseThrow().rows()).isGreaterThan(NoveltyDraw.MOST_ROWS);
      equalNovelty(remote(pca, many, weights, points, 5).report(), expected);
    }
  }

  @Test
  void whoCannotMeasureRowsOrDoesNotWantToSaysSo() {
    KernelPca pca = KernelPca.with(KernelSpec.parse("gaussian(sigma=1.5)")).rank(3);
    for (boolean wanted : new boolean[] {true, false}) {
      try (RemoteFit fit = start(pca.novelty(wanted), rows, null)) {
        fit.landmarks(Landmarks.ofPoints(landmarks, null));
        fit.gathered(summed(fit.task(), rows, null, 2));
        FitReport report = fit.model("given-points", Certificate.empty(), List.of(), null).report();
        assertThat(report.novelty()).isEmpty();
        assertThat(report.noveltyReason())
            .contains(wanted ? "were not measured there" : "told to leave them out");
      }
    }
  }

  private static void equalNovelty(FitReport found, FitReport expected) {
    FitReport.NoveltyQuantiles one = found.novelty().orElseThrow();
    FitReport.NoveltyQuantiles other = expected.novelty().orElseThrow();
    assertThat(one.rows()).isEqualTo(other.rows());
    assertThat(one.levels()).containsExactly(other.levels());
    double size =
        other.t2()[other.t2().length - 1] + other.spe().orElseThrow()[other.t2().length - 1];
    assertThat(one.t2()).containsExactly(other.t2(), within(1e-9 * size));
    assertThat(one.spe().orElseThrow())
        .containsExactly(other.spe().orElseThrow(), within(1e-9 * size));
    Stage last = found.stages().get(found.stages().size() - 1);
    assertThat(last.name()).isEqualTo("novelty");
    assertThat(last.kernelEvaluations())
        .isEqualTo(expected.stages().get(expected.stages().size() - 1).kernelEvaluations());
  }

  private void equal(KernelPcaModel found, KernelPcaModel expected) {
    for (int i = 0; i < expected.rank(); i++) {
      assertThat(found.eigenvalues()[i])
          .isCloseTo(expected.eigenvalues()[i], within(1e-10 * expected.eigenvalues()[i]));
    }
    double[] scores = expected.transform(rows).values();
    double largest = java.util.Arrays.stream(scores).map(Math::abs).max().orElseThrow();
    assertThat(found.transform(rows).values()).containsExactly(scores, within(1e-9 * largest));
    assertThat(found.report().samples()).isEqualTo(expected.report().samples());
    assertThat(found.report().weightSum()).isEqualTo(expected.report().weightSum());
    assertThat(found.report().weighted()).isEqualTo(expected.report().weighted());
    if (found.report().novelty().isPresent()) {
      equalNovelty(found.report(), expected.report());
    }
  }

  private static double[] weights(int n) {
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      weights[i] = i % 4 == 0 ? 0 : 0.5 * (i % 5 + 1);
    }
    return weights;
  }
}
