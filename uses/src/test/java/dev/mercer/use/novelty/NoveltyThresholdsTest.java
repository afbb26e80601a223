package dev.mercer.use.novelty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import java.util.Arrays;
import java.util.List;
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

  @Property(tries = 200)
  void aQuantileIsTheSmallestValueWithEnoughWeightBelow(
      @ForAll @IntRange(min = 1, max = 30) int n,
      @ForAll @DoubleRange(min = 0.01, max = 0.99) double share,
      @ForAll boolean weighted,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = values(n, random);
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> weighted ? random.nextInt(3) : 1);
    weights[0] = 1;
    double quantile = new Quantile(values, weighted ? weights : null).at(share);
    double sum = Arrays.stream(weights).sum();
    double upTo = 0;
    double below = 0;
    for (int i = 0; i < n; i++) {
      upTo += values[i] <= quantile ? weights[i] : 0;
      below += values[i] < quantile ? weights[i] : 0;
    }
    assertThat(upTo).isGreaterThanOrEqualTo(share * sum * (1 - 1e-15));
    assertThat(below).isLessThan(share * sum);
  }

  /** 99 of 100 rows are the share 0.99, whatever 0.99 is in binary. */
  @Test
  void roundSharesAreMetByRoundNumbersOfRows() {
    for (int n : new int[] {10, 100, 1000, 5000}) {
      double[] values = new double[n];
      Arrays.setAll(values, i -> i + 1);
      for (double share : new double[] {0.1, 0.3, 0.5, 0.7, 0.9}) {
        assertThat(new Quantile(values, null).at(share)).isEqualTo(Math.round(share * n));
      }
    }
    double[] hundred = new double[100];
    Arrays.setAll(hundred, i -> i + 1);
    assertThat(new Quantile(hundred, null).at(0.99)).isEqualTo(99);
    assertThat(new Quantile(hundred, null).at(1)).isEqualTo(100);
    assertThat(new Quantile(hundred, null).at(0)).isEqualTo(1);
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
    assertThatThrownBy(() -> NoveltyTable.of(measures, null).at(quantile))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("above 0 and below 1");
  }

  private static Novelty.Measures measures(int n) {
    SplittableRandom random = new SplittableRandom(5);
    double[] t2 = new double[n];
    double[] spe = new double[n];
    Arrays.setAll(t2, i -> 10 * random.nextDouble());
    Arrays.setAll(spe, i -> random.nextDouble());
    return new Novelty.Measures(t2, spe);
  }

  @Test
  void aTableHoldsTheQuantilesOfItsLevelsAndInterpolates() {
    Novelty.Measures measures = measures(3000);
    NoveltyTable table = NoveltyTable.of(measures, null);
    for (double level : new double[] {0.05, 0.5, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9999}) {
      NoveltyThresholds exact = NoveltyThresholds.of(measures, null, level);
      assertThat(table.at(level)).isEqualTo(exact);
    }
    for (double level : new double[] {0.012, 0.123, 0.955, 0.9925, 0.99999}) {
      NoveltyThresholds between = table.at(level);
      // values are spread evenly over 0 to 10, but for chance
      assertThat(between.t2()).isCloseTo(10 * level, within(10 * 3 * 0.5 / Math.sqrt(3000)));
      assertThat(between.spe()).isCloseTo(level, within(3 * 0.5 / Math.sqrt(3000)));
    }
  }

  @Test
  void aTableComesBackFromJson() {
    NoveltyTable table = NoveltyTable.of(measures(500), null);
    NoveltyTable read = NoveltyTable.parse(Json.parseObject(Json.compact(table.toJson())));
    assertThat(read.rows()).isEqualTo(500);
    assertThat(read.at(0.97)).isEqualTo(table.at(0.97));
    assertThat(NoveltyTable.parse(null)).isNull();
    Novelty.Measures without =
        new Novelty.Measures(
            new double[] {1, 2, 3}, new double[] {Double.NaN, Double.NaN, Double.NaN});
    NoveltyTable t2Only =
        NoveltyTable.parse(Json.parseObject(Json.compact(NoveltyTable.of(without, null).toJson())));
    assertThat(t2Only.at(0.9).t2()).isEqualTo(3);
    assertThat(t2Only.at(0.9).spe()).isNaN();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"rows\":1,\"quantiles\":[0,1],\"t2\":[1],\"spe\":[1,2]}",
        "{\"rows\":1,\"quantiles\":[0,1],\"t2\":[2,1],\"spe\":[1,2]}",
        "{\"rows\":1,\"quantiles\":[0,0.5],\"t2\":[1,2],\"spe\":[1,2]}",
        "{\"rows\":1,\"quantiles\":[],\"t2\":[],\"spe\":[]}",
        "{\"rows\":1,\"quantiles\":[0,1],\"t2\":[1,\"x\"],\"spe\":[1,2]}",
        "{\"rows\":1,\"quantiles\":[0,1],\"t2\":3,\"spe\":[1,2]}",
        "{\"rows\":\"many\",\"quantiles\":[0,1],\"t2\":[1,2],\"spe\":[1,2]}"
      })
  void brokenTablesAreRefused(String json) {
    assertThatThrownBy(() -> NoveltyTable.parse(Json.parseObject(json)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("novelty quantiles");
    assertThatThrownBy(() -> NoveltyTable.parse(List.of(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aTableIsLearnedFromRowsOfWeight() {
    double[][] x = Definition.points(60, 2, 1);
    double[] weights = new double[60];
    Arrays.setAll(weights, i -> i < 30 ? 1 : 0);
    for (int i = 30; i < 60; i++) {
      x[i][0] += 100; // far out, but of no weight
    }
    KernelPcaModel model =
        KernelPca.with(Gaussian.sigma(2)).rank(2).fit(Definition.rows(x), weights);
    try (Workers workers = Workers.of(1)) {
      NoveltyTable table =
          NoveltyTable.learn(model, Definition.rows(x), weights, workers.threads());
      assertThat(table.rows()).isEqualTo(30);
      Novelty.Measures measures =
          Novelty.of(model, 30, workers.threads()).measure(Definition.rows(Arrays.copyOf(x, 30)));
      NoveltyThresholds exact = NoveltyThresholds.of(measures, null, 0.9);
      assertThat(table.at(0.9)).isEqualTo(exact);
    }
  }

  /** Many rows are drawn from; the draw is the same every time. */
  @Test
  void aTableOfManyRowsIsOfADraw() {
    int n = NoveltyTable.MOST_ROWS + 500;
    double[][] x = Definition.points(n, 1, 3);
    KernelPcaModel model =
        KernelPca.with(Definition.kernel("linear")).rank(1).fit(Definition.rows(x));
    try (Workers workers = Workers.of(2)) {
      NoveltyTable table = NoveltyTable.learn(model, Definition.rows(x), null, workers.threads());
      NoveltyTable again = NoveltyTable.learn(model, Definition.rows(x), null, workers.threads());
      assertThat(table.rows()).isEqualTo(NoveltyTable.MOST_ROWS);
      assertThat(again.at(0.99)).isEqualTo(table.at(0.99));
      NoveltyThresholds thresholds = table.at(0.99);
      Novelty.Measures all = Novelty.of(model, n, workers.threads()).measure(Definition.rows(x));
      long above = Arrays.stream(all.t2()).filter(value -> value > thresholds.t2()).count();
      // 95% of the rows were looked at: far closer than the 0.001 of a sample of a large set
      assertThat(above / (double) n).isCloseTo(0.01, within(0.002));
    }
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
