package dev.mercer.use.novelty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.FitReport;
import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.novelty.NoveltyDraw;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Precomputed;
import dev.mercer.method.Exact;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoveltyThresholdsTest {

  private static final NoveltyThresholds UNITS = new NoveltyThresholds(0.99, 2, 4);

  private static double[] values(int n, SplittableRandom random) {
    double[] result = new double[n];
    Arrays.setAll(result, i -> random.nextInt(10)); // with ties
    return result;
  }

  @Test
  void aRowIsNovelWhereOneNumberIsAbove() {
    assertThat(UNITS.novel(2, 4)).isFalse();
    assertThat(UNITS.novel(2.1, 0)).isTrue();
    assertThat(UNITS.novel(0, 4.1)).isTrue();
    assertThat(UNITS.combined(1, 6)).isEqualTo(1.5);
    assertThat(UNITS.combined(3, 6)).isEqualTo(1.5);
    NoveltyThresholds without = new NoveltyThresholds(0.99, 2, Double.NaN);
    assertThat(without.novel(1, Double.NaN)).isFalse();
    assertThat(without.novel(3, Double.NaN)).isTrue();
    assertThat(without.combined(3, Double.NaN)).isEqualTo(1.5);
    assertThat(UNITS.novel(Double.NaN, Double.NaN)).isFalse();
    assertThat(UNITS.combined(Double.NaN, Double.NaN)).isNaN();
  }

  @Property(tries = 200)
  void combinedIsAboveOneExactlyForNovelRows(
      @ForAll @DoubleRange(min = 0, max = 10) double t2,
      @ForAll @DoubleRange(min = -1, max = 10) double spe,
      @ForAll @IntRange(min = -1, max = 3) int limit) {
    NoveltyThresholds thresholds = new NoveltyThresholds(0.9, 2, limit);
    assertThat(thresholds.combined(t2, spe) > 1).isEqualTo(thresholds.novel(t2, spe));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -0.5, 1.5, Double.NaN})
  void quantilesAreShares(double quantile) {
    Novelty.Measures measures = new Novelty.Measures(new double[] {1}, new double[] {1});
    assertThatThrownBy(() -> NoveltyThresholds.of(measures, null, quantile))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("above 0 and below 1");
    NoveltyTable table = NoveltyTable.of(subsetModel(), 1).orElseThrow();
    assertThatThrownBy(() -> table.at(quantile))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("above 0 and below 1");
  }

  private static final int N = 3000;
  private static final Rows ROWS = Definition.rows(Definition.points(N, 3, 5));

  private static KernelPcaModel subsetModel() {
    return KernelPca.with(Gaussian.sigma(2))
        .rank(2)
        .method(Subset.of(Landmarking.count(10)))
        .fit(ROWS);
  }

  /** From the report where it has them, else from the rows that the model holds. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTableHoldsTheQuantilesOfItsLevelsAndInterpolates(boolean reported) {
    KernelPca exact = KernelPca.with(Gaussian.sigma(2)).rank(2).method(Exact.auto());
    KernelPcaModel model = reported ? subsetModel() : exact.fit(ROWS);
    assertThat(model.report().novelty().isPresent()).isEqualTo(reported);
    NoveltyTable table = NoveltyTable.of(model, 2).orElseThrow();
    assertThat(table.rows()).isEqualTo(N);
    Novelty.Measures measures = Novelty.of(model, N, 2).measure(ROWS);
    for (double level : new double[] {0.05, 0.5, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9999}) {
      NoveltyThresholds found = table.at(level);
      NoveltyThresholds exactly = NoveltyThresholds.of(measures, null, level);
      assertThat(found.t2()).isCloseTo(exactly.t2(), within(1e-10 * exactly.t2()));
      assertThat(found.spe()).isCloseTo(exactly.spe(), within(1e-12));
    }
    double[][] brackets = {{0.012, 0, 0.05}, {0.955, 0.95, 0.96}, {0.9925, 0.992, 0.993}};
    for (double[] bracket : brackets) {
      double share = (bracket[0] - bracket[1]) / (bracket[2] - bracket[1]);
      double below = bracket[1] == 0 ? smallest(measures.t2()) : table.at(bracket[1]).t2();
      double above = table.at(bracket[2]).t2();
      assertThat(table.at(bracket[0]).t2())
          .isCloseTo(below + share * (above - below), within(1e-12 * above));
    }
  }

  private static double smallest(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }

  @Test
  void aModelMayKnowNothingOfItsTrainingRows() {
    KernelPcaModel model = subsetModel();
    KernelPcaModel without =
        model.withReport(FitReport.parse(model.report().withFact("novelty", null).toJson()));
    assertThat(NoveltyTable.of(without, 1)).isEmpty();
  }

  @Test
  void somethingElseInThePlaceOfATableIsRefused() {
    KernelPcaModel model = subsetModel();
    KernelPcaModel broken =
        model.withReport(
            FitReport.parse(model.report().withFact("novelty", Map.of("rows", 7)).toJson()));
    assertThatThrownBy(() -> NoveltyTable.of(broken, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("novelty quantiles");
  }

  @Test
  void aPrecomputedKernelHasThresholdsOfT2() {
    double[][] x = Definition.points(60, 2, 1);
    KernelPcaModel model =
        KernelPca.with(new Precomputed(true))
            .rank(2)
            .fit(Definition.rows(Definition.gram(Gaussian.sigma(2), x)));
    NoveltyThresholds thresholds = NoveltyTable.of(model, 1).orElseThrow().at(0.9);
    assertThat(thresholds.t2()).isPositive();
    assertThat(thresholds.spe()).isNaN();
  }

  /** Of many rows that a model holds, the same are taken every time. */
  @Test
  void aTableOfManyRowsIsOfADraw() {
    int n = NoveltyDraw.MOST_ROWS + 500;
    Rows rows = Definition.rows(Definition.points(n, 1, 3));
    KernelPcaModel model = KernelPca.with(Definition.kernel("linear")).rank(1).fit(rows);
    NoveltyTable table = NoveltyTable.of(model, 2).orElseThrow();
    assertThat(table.rows()).isEqualTo(NoveltyDraw.MOST_ROWS);
    NoveltyThresholds thresholds = table.at(0.99);
    assertThat(NoveltyTable.of(model, 1).orElseThrow().at(0.99)).isEqualTo(thresholds);
    Novelty.Measures all = Novelty.of(model, n, 2).measure(rows);
    long above = Arrays.stream(all.t2()).filter(value -> value > thresholds.t2()).count();
    // 95% of the rows were looked at: far closer than the 0.001 of a sample of a large set
    assertThat(above / (double) n).isCloseTo(0.01, within(0.002));
  }

  /** Pairs counted one by one. */
  @Property(tries = 100)
  void theAreaIsTheShareOfPairsInOrder(
      @ForAll @IntRange(min = 2, max = 40) int n, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = values(n, random);
    boolean[] novel = new boolean[n];
    for (int i = 0; i < n; i++) {
      novel[i] = random.nextInt(3) == 0;
    }
    novel[0] = true;
    novel[1] = false;
    double sum = 0;
    long pairs = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (novel[i] && !novel[j]) {
          pairs++;
          sum += values[i] > values[j] ? 1 : values[i] == values[j] ? 0.5 : 0;
        }
      }
    }
    assertThat(Roc.area(values, novel)).isCloseTo(sum / pairs, within(1e-12));
  }

  @Test
  void areasOfOneKindAreRefusedAndNanLeftOut() {
    assertThatThrownBy(() -> Roc.area(new double[] {1, 2}, new boolean[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0 novel and 2 normal");
    assertThat(
            Roc.area(
                new double[] {1, Double.NaN, 2, Double.NaN},
                new boolean[] {false, true, true, false}))
        .isEqualTo(1);
  }
}
