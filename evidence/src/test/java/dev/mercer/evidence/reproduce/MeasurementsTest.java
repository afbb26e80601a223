package dev.mercer.evidence.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.app.plot.Plot;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Repeated numbers, times, splits: what verdicts are computed with. */
class MeasurementsTest {

  private static final double ROUNDING = 1e-12;

  @Test
  void spreadOfKnownValues() {
    Spread spread = Spread.of(4, 1, 3, 2);
    assertThat(spread.mean()).isCloseTo(2.5, within(ROUNDING));
    // (2.25 + 0.25) * 2 / 3
    assertThat(spread.deviation()).isCloseTo(Math.sqrt(5.0 / 3), within(ROUNDING));
    assertThat(spread.standardError()).isCloseTo(Math.sqrt(5.0 / 12), within(ROUNDING));
    assertThat(spread.quantile(0.25)).isCloseTo(1.75, within(ROUNDING));
    assertThat(spread.median()).isCloseTo(2.5, within(ROUNDING));
    assertThat(spread.least()).isEqualTo(1);
    assertThat(spread.largest()).isEqualTo(4);
    assertThat(spread.minus(Spread.of(1, 1, 1, 1))).isEqualTo(Spread.of(3, 0, 2, 1));
    assertThat(Spread.together(List.of(spread, Spread.of(7)))).isEqualTo(Spread.of(4, 1, 3, 2, 7));
    assertThat(Spread.of(0.25).percent()).isEqualTo("25.0%");
    assertThatThrownBy(() -> Spread.of(new double[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least one");
  }

  @Test
  void linesCarryTheirSpread() {
    Plot empty = Plot.of("t", "", Plot.Axis.linear("x"), Plot.Axis.linear("y"));
    List<Spread> spreads = List.of(Spread.of(1, 3), Spread.of(5));
    double[] x = {1, 2};
    Plot.Series mean = Spread.meanLine(empty, "m", x, spreads).series().get(0);
    assertThat(mean.y()).containsExactly(2, 5);
    assertThat(mean.high()[0] - mean.low()[0]).isCloseTo(2 * Math.sqrt(2), within(ROUNDING));
    Plot.Series range = Spread.rangeLine(empty, "r", x, spreads).series().get(0);
    assertThat(range.low()).containsExactly(1, 5);
    assertThat(range.high()).containsExactly(3, 5);
    Plot.Series median = Spread.medianLine(empty, "q", x, spreads).series().get(0);
    assertThat(median.low()[0]).isCloseTo(1.5, within(ROUNDING));
  }

  @Test
  void numbersInSentences() {
    assertThat(NumberText.of(400)).isEqualTo("400");
    assertThat(NumberText.of(0.6)).isEqualTo("0.6");
    assertThat(NumberText.of(1.1034)).isEqualTo("1.103");
    assertThat(NumberText.of(100.4)).isEqualTo("100");
    assertThat(NumberText.of(3.2e-15)).isEqualTo("3.20e-15");
    assertThat(NumberText.of(-0.5)).isEqualTo("-0.5");
    assertThat(NumberText.percent(0.1234)).isEqualTo("12.3%");
    assertThat(NumberText.points(-0.029)).isEqualTo("-2.9 points");
  }

  @Test
  void growthOfAPowerIsItsExponent() {
    double[] sizes = {10, 30, 200, 5000};
    double[] seconds = new double[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      seconds[i] = 3e-7 * Math.pow(sizes[i], 1.7);
    }
    assertThat(Stopwatch.growth(sizes, seconds)).isCloseTo(1.7, within(ROUNDING));
  }

  @Test
  void timesAreOfRunsThatCount() {
    int[] runs = {0};
    Spread times = Stopwatch.cpu(() -> runs[0]++, 0);
    assertThat(times.values()).hasSize(3);
    assertThat(times.least()).isPositive();
    assertThat(runs[0]).isEqualTo(4); // one that does not count
    assertThat(Stopwatch.wall(() -> runs[0]++, 0.001).values().length).isGreaterThan(3);
  }

  @Test
  void splitsPartRowsAndDifferBySeed() {
    String[] labels = IntStream.range(0, 30).mapToObj(i -> "" + i % 2).toArray(String[]::new);
    Matrix rows =
        Matrix.of(
            IntStream.range(0, 30).mapToObj(i -> new double[] {i % 2}).toArray(double[][]::new));
    try (Workers workers = Workers.of(1)) {
      LabeledSplits cut = new LabeledSplits(labels, 0.33, 4, workers);
      assertThat(cut.testRows()).isEqualTo(10); // 9.9 rounded up
      assertThat(cut.train(0)).hasSize(20).doesNotHaveDuplicates();
      assertThat(cut.train(0)).isNotEqualTo(cut.train(1));
      assertThat(new LabeledSplits(labels, 0.33, 4, 1, workers).train(0)).isEqualTo(cut.train(1));
      assertThat(cut.accuracies(rows, LabeledSplits.logistic(1))).containsOnly(1);
      Matrix useless = Matrix.wrap(30, 1, new double[30]);
      assertThat(Spread.of(cut.accuracies(useless, LabeledSplits.logistic(1))).largest())
          .isLessThan(1);
    }
  }
}
