package dev.mercer.internal.novelty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.FitReport;
import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.PartialFit;
import dev.mercer.Plan;
import dev.mercer.Stage;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Precomputed;
import dev.mercer.landmark.GivenPoints;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Method;
import dev.mercer.method.Nystrom;
import dev.mercer.method.RandomFeatures;
import dev.mercer.method.Subset;
import dev.mercer.method.WeightedNystrom;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The quantiles for novelty that a fit ends with, against all rows measured and sorted. */
class FitNoveltyTest {

  private static final int N = 300;
  private static final Kernel KERNEL = Gaussian.sigma(2);

  private static final KernelPca SETTINGS = KernelPca.with(KERNEL).rank(3).threads(2).seed(5);

  private static Method method(String text) {
    boolean counted = !text.matches("auto|exact|hebbian.*|reduced-set");
    return MethodCatalog.parse(
        text,
        new MethodCatalog.Wishes(counted ? 20 : null, null, null, null, null, "auto", "auto"));
  }

  private static Method subset(int landmarks) {
    return Subset.of(Landmarking.count(landmarks));
  }

  static Stream<String> methods() {
    return Stream.concat(
        MethodCatalog.names().stream(),
        Stream.of("sparse(kind=l1)", "subset(centroid=1)", "random-features(orthogonal=true)"));
  }

  private static RowMeasures measured(KernelPcaModel model, Rows rows) {
    try (Workers workers = Workers.of(1)) {
      return NoveltyMeter.of(model, rows.count(), workers).measure(rows);
    }
  }

  /** The smallest number that at least the share q of the rows are at or below. */
  private static double quantile(double[] values, double q) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int place = (int) Math.ceil(q * sorted.length * (1 - 1e-15)) - 1;
    return sorted[Math.max(0, place)];
  }

  private static void requireQuantiles(FitReport.NoveltyQuantiles found, RowMeasures all) {
    assertThat(found.levels()).hasSize(40).isSorted().startsWith(0).endsWith(1);
    for (int k = 0; k < found.levels().length; k++) {
      double level = found.levels()[k];
      double t2 = quantile(all.t2(), level);
      double spe = quantile(all.spe(), level);
      assertThat(found.t2()[k]).isCloseTo(t2, within(1e-9 * (1 + t2)));
      assertThat(found.spe().orElseThrow()[k]).isCloseTo(spe, within(1e-11));
    }
  }

  private static Stage stage(FitReport report) {
    List<Stage> stages = report.stages();
    return stages.get(stages.size() - 1);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void everyMethodHasThemOrHoldsItsRows(String text) {
    Rows rows = Definition.rows(Definition.points(N, 3, 1));
    KernelPca settings = SETTINGS.method(method(text));
    Plan plan = settings.plan(rows, null);
    KernelPcaModel model = settings.fit(rows);
    FitReport report = model.report();
    boolean held = text.matches("auto|exact|hebbian.*|.*nystrom.*|subset\\(centroid=1\\)");
    assertThat(plan.stages().stream().anyMatch(stage -> stage.name().equals("novelty")))
        .isEqualTo(!held);
    if (held) {
      assertThat(report.novelty()).isEmpty();
      assertThat(report.noveltyReason()).contains("holds all its training rows");
      assertThat(report.stages()).noneMatch(stage -> stage.name().equals("novelty"));
      return;
    }
    FitReport.NoveltyQuantiles found = report.novelty().orElseThrow();
    assertThat(found.rows()).isEqualTo(N);
    assertThat(report.noveltyReason()).isNull();
    requireQuantiles(found, measured(model, rows));
    assertThat(stage(report).name()).isEqualTo("novelty");
    long planned = plan.stages().get(plan.stages().size() - 1).kernelEvaluations();
    if (!text.matches("reduced-set|sparse.*")) { // which choose their own number of points
      assertThat(stage(report).kernelEvaluations()).isEqualTo(planned).isPositive();
    }
    assertThat(report.seconds()).isGreaterThanOrEqualTo(stage(report).seconds());
  }

  @Test
  void theyComeBackFromTheReportAsTheyWere() {
    Rows rows = Definition.rows(Definition.points(N, 3, 1));
    FitReport report = SETTINGS.method(subset(20)).fit(rows).report();
    FitReport read = FitReport.parse(report.toJson());
    assertThat(read.toJson()).isEqualTo(report.toJson());
    FitReport.NoveltyQuantiles found = read.novelty().orElseThrow();
    FitReport.NoveltyQuantiles made = report.novelty().orElseThrow();
    assertThat(found.rows()).isEqualTo(made.rows());
    assertThat(found.levels()).containsExactly(made.levels());
    assertThat(found.t2()).containsExactly(made.t2());
    assertThat(found.spe().orElseThrow()).containsExactly(made.spe().orElseThrow());
    found.t2()[0] = -1; // a copy
    assertThat(read.novelty().orElseThrow().t2()[0]).isNotNegative();
    assertThat(report.toJson()).contains("\"noveltyReason\": null");
    FitReport exact = FitReport.parse(SETTINGS.fit(rows).report().toJson());
    assertThat(exact.novelty()).isEmpty();
    assertThat(exact.noveltyReason()).contains("training rows");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7",
        "{}",
        "{\"rows\":1,\"quantiles\":[0,1],\"t2\":[1],\"spe\":[1,2]}",
        "{\"rows\":1,\"quantiles\":[0,1],\"t2\":[2,1],\"spe\":[1,2]}",
        "{\"rows\":1,\"quantiles\":[0,1],\"t2\":[1,2],\"spe\":[1]}",
        "{\"rows\":1,\"quantiles\":[0,1],\"t2\":[1,2],\"spe\":7}",
        "{\"rows\":1,\"quantiles\":[0,0.5],\"t2\":[1,2],\"spe\":[1,2]}",
        "{\"rows\":1,\"quantiles\":[],\"t2\":[],\"spe\":[]}",
        "{\"rows\":1,\"quantiles\":[0,1],\"t2\":[1,\"x\"],\"spe\":[1,2]}",
        "{\"rows\":1,\"quantiles\":[0,1],\"t2\":3,\"spe\":[1,2]}",
        "{\"rows\":\"many\",\"quantiles\":[0,1],\"t2\":[1,2],\"spe\":[1,2]}"
      })
  void whatIsNoTableIsNoneAndStaysAsItIs(String json) {
    String text =
        "{\"samples\":5,\"features\":2,\"rank\":1,\"rankRequested\":1,\"eigenvalues\":[2.0],"
            + "\"seconds\":1.5,\"stages\":[],\"notes\":[],\"novelty\":"
            + json
            + "}";
    FitReport report = FitReport.parse(text);
    assertThat(report.novelty()).isEmpty();
    assertThat(report.fact("novelty")).isPresent();
    assertThat(report.toCompactJson()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exact", "subset", "random-features", "nystrom"})
  void rowsOfNoWeightAreLeftOutAndWeightTwoIsTheRowTwice(String text) {
    double[][] x = Definition.points(N, 3, 11);
    double[] weights = new double[N];
    Arrays.setAll(weights, i -> i % 3);
    double[][] repeated = new double[N][]; // as many rows of weight 1 as there are of 2
    int next = 0;
    for (int i = 0; i < N; i++) {
      for (int k = 0; k < i % 3; k++) {
        repeated[next++] = x[i];
      }
      if (i % 3 == 0) {
        x[i][0] += 100; // far out, but of no weight
      }
    }
    double[][] landmarks = Arrays.copyOfRange(repeated, 30, 60);
    Method method =
        text.equals("subset")
            ? Subset.of(Landmarking.by(new GivenPoints(DenseRows.of(landmarks))))
            : method(text);
    KernelPca settings = SETTINGS.method(method);
    KernelPcaModel weighted = settings.fit(Definition.rows(x), weights);
    FitReport.NoveltyQuantiles found = weighted.report().novelty().orElseThrow();
    assertThat(found.rows()).isEqualTo(2 * N / 3);
    Rows twice = Definition.rows(repeated);
    requireQuantiles(found, measured(weighted, twice));
    if (!text.equals("nystrom")) { // which draws other landmarks
      requireQuantiles(found, measured(settings.fit(twice), twice));
    }
  }

  /** Of many rows some are drawn by what is in them: their order does not matter. */
  @Test
  void manyRowsAreDrawn() {
    int n = NoveltyDraw.MOST_ROWS + 2500;
    double[][] x = Definition.points(n, 2, 3);
    double[][] landmarks = Arrays.copyOf(x, 15);
    KernelPca settings =
        SETTINGS.method(Subset.of(Landmarking.by(new GivenPoints(DenseRows.of(landmarks)))));
    KernelPcaModel model = settings.fit(Definition.rows(x));
    FitReport.NoveltyQuantiles found = model.report().novelty().orElseThrow();
    assertThat(found.rows()).isEqualTo(NoveltyDraw.MOST_ROWS);
    assertThat(stage(model.report()).kernelEvaluations())
        .isEqualTo(15L * NoveltyDraw.MOST_ROWS + 15 * 15);
    double threshold = found.t2()[Arrays.binarySearch(found.levels(), 0.99)];
    double[] all = measured(model, Definition.rows(x)).t2();
    long above = Arrays.stream(all).filter(value -> value > threshold).count();
    // Ten thousand of 12,500 rows: 0.001 of a draw from endlessly many, and less of these.
    assertThat(above / (double) n).isCloseTo(0.01, within(0.003));
    double[][] shuffled = x.clone();
    Collections.shuffle(Arrays.asList(shuffled), new Random(4));
    FitReport.NoveltyQuantiles other =
        settings.fit(Definition.rows(shuffled)).report().novelty().orElseThrow();
    assertThat(other.rows()).isEqualTo(found.rows());
    for (int k = 0; k < found.t2().length; k++) {
      assertThat(other.t2()[k]).isCloseTo(found.t2()[k], within(1e-8 * (1 + found.t2()[k])));
      assertThat(other.spe().orElseThrow()[k])
          .isCloseTo(found.spe().orElseThrow()[k], within(1e-11));
    }
    KernelPcaModel another = settings.seed(6).fit(Definition.rows(x));
    assertThat(another.report().novelty().orElseThrow().t2()).isNotEqualTo(found.t2());
  }

  @Test
  void threadsChangeNoBit() {
    Rows rows = Definition.rows(Definition.points(NoveltyDraw.MOST_ROWS + 100, 2, 13));
    KernelPca settings = SETTINGS.method(subset(30));
    FitReport.NoveltyQuantiles one = settings.threads(1).fit(rows).report().novelty().orElseThrow();
    FitReport.NoveltyQuantiles three =
        settings.threads(3).fit(rows).report().novelty().orElseThrow();
    assertThat(three.t2()).containsExactly(one.t2());
    assertThat(three.spe().orElseThrow()).containsExactly(one.spe().orElseThrow());
  }

  @Test
  void precomputedKernelsHaveT2Only() {
    double[][] x = Definition.points(60, 2, 17);
    FitReport report =
        KernelPca.with(new Precomputed(true))
            .rank(2)
            .fit(Definition.rows(Definition.gram(KERNEL, x)))
            .report();
    FitReport.NoveltyQuantiles found = report.novelty().orElseThrow();
    assertThat(found.spe()).isEmpty();
    double[] t2 =
        measured(KernelPca.with(KERNEL).rank(2).fit(Definition.rows(x)), Definition.rows(x)).t2();
    for (int k = 0; k < found.levels().length; k++) {
      assertThat(found.t2()[k]).isCloseTo(quantile(t2, found.levels()[k]), within(1e-7));
    }
    assertThat(report.toCompactJson()).contains("\"spe\":null");
  }

  /** An axis of an indefinite kernel can have a squared length below zero. */
  @Test
  void axesWithoutLengthAreTheReason() {
    double[] weights = new double[40];
    Arrays.setAll(weights, i -> 1 + i % 3);
    FitReport report =
        KernelPca.with(Definition.kernel("tanh(scale=1,offset=-1)"))
            .rank(6)
            .center(false)
            .method(Nystrom.of(Landmarking.count(10)))
            .fit(Definition.rows(Definition.points(40, 2, 18)), weights)
            .report();
    assertThat(report.novelty()).isEmpty();
    assertThat(report.noveltyReason())
        .contains("has the squared length -", "the kernel is indefinite");
    FitReport read = FitReport.parse(report.toJson());
    assertThat(read.noveltyReason()).isEqualTo(report.noveltyReason());
  }

  @Test
  void tooLittleMemoryIsTheReason() {
    // So few features that the blocks of rows to be measured take more than the fit.
    Rows rows = Definition.rows(Definition.points(N, 3, 1));
    KernelPca settings = SETTINGS.threads(1).method(new RandomFeatures(30, false));
    long needed = settings.plan(rows, null).peakBytes();
    long fit = settings.novelty(false).plan(rows, null).peakBytes();
    assertThat(fit).isLessThan(needed);
    KernelPca limited = settings.memory(needed - 1);
    Plan plan = limited.plan(rows, null);
    assertThat(plan.stages()).noneMatch(stage -> stage.name().equals("novelty"));
    assertThat(plan.notes()).anyMatch(note -> note.startsWith("no quantiles for novelty: "));
    FitReport report = limited.fit(rows).report();
    assertThat(report.novelty()).isEmpty();
    assertThat(report.noveltyReason()).contains("of heap are allowed");
    assertThat(settings.memory(needed).fit(rows).report().novelty()).isPresent();
  }

  /** A model of all rows with weights: measuring its axes would take all pairs of rows. */
  @Test
  void moreKernelValuesThanTheFitAreTheReason() {
    int n = 15_000;
    double[] weights = new double[n];
    Arrays.fill(weights, 2);
    KernelPca settings = SETTINGS.method(new WeightedNystrom(Landmarking.count(10)));
    Rows rows = Definition.rows(Definition.points(n, 1, 1));
    FitReport report = settings.fit(rows, weights).report();
    assertThat(report.novelty()).isEmpty();
    assertThat(report.noveltyReason())
        .contains("measuring 1000 training rows with 15000 points takes 240000000 kernel values");
    assertThat(settings.plan(rows, weights).notes())
        .anyMatch(note -> note.startsWith("no quantiles for novelty: measuring 1000"));
  }

  @Test
  void whoDoesNotWantThemDoesNotPay() {
    Rows rows = Definition.rows(Definition.points(N, 3, 1));
    KernelPca settings = SETTINGS.method(subset(20)).novelty(false);
    assertThat(settings.plan(rows, null).stages())
        .noneMatch(stage -> stage.name().equals("novelty"));
    KernelPcaModel model = settings.fit(rows);
    assertThat(model.report().novelty()).isEmpty();
    assertThat(model.report().noveltyReason()).contains("told to leave them out");
    assertThat(model.report().stages()).noneMatch(stage -> stage.name().equals("novelty"));
    KernelPcaModel with = settings.novelty(true).fit(rows);
    assertThat(with.coefficients().values()).containsExactly(model.coefficients().values());
  }

  /** The first rows of a fit in parts are there to be measured, later ones are not. */
  @Test
  void fitsInPartsHaveThemAsLongAsAllRowsAreThere() {
    double[][] x = Definition.points(N, 3, 1);
    Rows rows = Definition.rows(x);
    KernelPca settings = SETTINGS.method(subset(20));
    try (PartialFit fit = settings.partialFit(rows);
        PartialFit without = settings.novelty(false).partialFit(rows)) {
      KernelPcaModel first = fit.model();
      requireQuantiles(first.report().novelty().orElseThrow(), measured(first, rows));
      fit.partialFit(Definition.rows(Definition.points(10, 3, 2)));
      FitReport later = fit.model().report();
      assertThat(later.novelty()).isEmpty();
      assertThat(later.noveltyReason()).contains("absorbed later are not kept");
      assertThat(without.model().report().noveltyReason()).contains("told to leave them out");
    }
  }

  /** T^2 of fewer components is another number. */
  @Test
  void theLeadingComponentsAloneHaveNone() {
    Rows rows = Definition.rows(Definition.points(N, 3, 1));
    KernelPcaModel model = SETTINGS.method(subset(20)).fit(rows);
    assertThat(model.leading(3).report().novelty()).isPresent();
    FitReport fewer = model.leading(2).report();
    assertThat(fewer.novelty()).isEmpty();
    assertThat(fewer.noveltyReason()).contains("all its 3 components");
  }

  /** As many centers as rows are not the rows. */
  @Test
  void pointsOfOthersAreNoTrainingRows() {
    Rows rows = Definition.rows(Definition.points(40, 2, 1));
    Rows others = Definition.rows(Definition.points(40, 2, 2));
    KernelPcaModel model =
        SETTINGS.method(Subset.of(Landmarking.by(new GivenPoints(others)))).fit(rows);
    requireQuantiles(model.report().novelty().orElseThrow(), measured(model, rows));
  }
}
