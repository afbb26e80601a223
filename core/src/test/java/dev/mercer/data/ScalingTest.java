package dev.mercer.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.NumericalException;
import dev.mercer.internal.rows.ScaledRows;
import dev.mercer.internal.rows.ScalingLearner;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScalingTest {

  private static final double EPS = Math.ulp(1.0);

  @Test
  void smallExampleByHand() {
    Rows rows = DenseRows.of(new double[][] {{1, 5, -2}, {3, 5, 2}, {5, 5, 0}});
    Scaling standard = Scaling.learn("standard", rows, null);
    assertThat(standard.shift()).containsExactly(3, 5, 0);
    assertThat(standard.factor()[0]).isCloseTo(1 / Math.sqrt(8.0 / 3), within(4 * EPS));
    assertThat(standard.factor()[1]).isEqualTo(1);
    Scaling minmax = Scaling.learn("minmax", rows, null);
    assertThat(minmax.shift()).containsExactly(1, 5, -2);
    assertThat(minmax.factor()).containsExactly(0.25, 1, 0.25);
    Scaling max = Scaling.learn("max=255", rows, null);
    assertThat(max.shift()).containsOnly(0);
    assertThat(max.factor()).containsOnly(1 / 255.0);
    Scaling none = Scaling.learn("none", rows, null);
    assertThat(none).isEqualTo(Scaling.none(3)).hasSameHashCodeAs(Scaling.none(3));
    assertThat(none.of(rows)).isSameAs(rows);
    assertThat(standard.of(rows)).isInstanceOf(ScaledRows.class);
    double[] copy = new double[9];
    minmax.of(rows).copy(0, 3, copy, 0);
    assertThat(copy).containsExactly(0, 0, 0, 0.5, 0, 1, 1, 0, 0.5);
    assertThat(minmax).isNotEqualTo(standard).hasToString("minmax of 3 columns");
  }

  /** The same bits, however the rows were cut into blocks: leaves go by row number. */
  @Property(tries = 30, edgeCases = EdgeCasesMode.NONE)
  void blocksChangeNoBit(@ForAll @IntRange(min = 1, max = 6000) int n, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Rows rows = random(n, 2, seed, 1e6);
    double[] values = new double[2 * n];
    rows.copy(0, n, values, 0);
    double[] weights = random.doubles(n).map(x -> x < 0.2 ? 0 : x).toArray();
    weights[0] = 1;
    Scaling whole = Scaling.learn("standard", rows, weights);
    ScalingLearner learner = new ScalingLearner("standard", 2);
    for (int first = 0; first < n; ) {
      int count = Math.min(n - first, random.nextInt(0, 1500));
      learner.add(values, 2 * first, count, weights, first);
      first += count;
    }
    assertThat(learner.scaling()).isEqualTo(whole);
  }

  /**
   * Against sums without rounding. Rounding errors of a leaf add up over 1,024 rows, those of
   * merging over log2(n / 1024) levels, a few operations each; in the variance they are amplified
   * by the distance of the pivot from the mean in standard deviations, kappa, below 6 here.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1, 1e3, 1e9, -1e12})
  void momentsAreRightFarFromTheOrigin(double origin) {
    int n = 10_000;
    Rows rows = random(n, 1, 3, origin);
    double[] values = new double[n];
    rows.copy(0, n, values, 0);
    double[] weights = new SplittableRandom(4).doubles(n).map(x -> x < 0.1 ? 0 : 3 * x).toArray();
    for (double[] w : new double[][] {null, weights}) {
      BigDecimal total = BigDecimal.ZERO;
      BigDecimal sum = BigDecimal.ZERO;
      BigDecimal squares = BigDecimal.ZERO;
      for (int i = 0; i < n; i++) {
        BigDecimal x = new BigDecimal(values[i]);
        BigDecimal weight = new BigDecimal(w == null ? 1 : w[i]);
        total = total.add(weight);
        sum = sum.add(weight.multiply(x));
        squares = squares.add(weight.multiply(x).multiply(x));
      }
      MathContext digits = new MathContext(60);
      BigDecimal mean = sum.divide(total, digits);
      double deviation =
          squares.divide(total, digits).subtract(mean.multiply(mean)).sqrt(digits).doubleValue();
      double kappa = 6;
      double rounding = 4 * (1024 + 4) * EPS * kappa;
      Scaling scaling = Scaling.learn("standard", rows, w);
      assertThat(1 / scaling.factor()[0]).isCloseTo(deviation, within(rounding * deviation));
      assertThat(scaling.shift()[0])
          .isCloseTo(mean.doubleValue(), within(rounding * deviation + EPS * Math.abs(origin)));
    }
  }

  @Property(tries = 50, edgeCases = EdgeCasesMode.NONE)
  void weightTwoIsTheRowTwiceAndZeroIsNoRow(
      @ForAll @IntRange(min = 1, max = 3000) int n, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Rows rows = random(n, 2, seed, 100);
    double[] weights = random.ints(n, 0, 4).asDoubleStream().toArray();
    weights[random.nextInt(n)] = 2;
    int[] repeated =
        IntStream.range(0, n)
            .flatMap(i -> IntStream.generate(() -> i).limit((long) weights[i]))
            .toArray();
    Rows repeatedRows = rows.select(repeated);
    for (String kind : new String[] {"standard", "minmax"}) {
      Scaling weighted = Scaling.learn(kind, rows, weights);
      Scaling plain = Scaling.learn(kind, repeatedRows, null);
      // Both are within the rounding of momentsAreRightFarFromTheOrigin, kappa below 12 here.
      double rounding = 2 * 4 * (1024 + 4) * EPS * 12;
      for (int j = 0; j < 2; j++) {
        double deviation = 1 / plain.factor()[j];
        assertThat(weighted.factor()[j])
            .isCloseTo(plain.factor()[j], within(rounding * plain.factor()[j]));
        assertThat(weighted.shift()[j])
            .isCloseTo(plain.shift()[j], within(rounding * deviation + 200 * EPS));
      }
    }
  }

  @Test
  void partsMergeToTheWhole() {
    int n = 7000;
    Rows rows = random(n, 2, 9, 1e7);
    double[] values = new double[2 * n];
    rows.copy(0, n, values, 0);
    for (String kind : new String[] {"standard", "minmax"}) {
      ScalingLearner[] parts = new ScalingLearner[4];
      int[] borders = {0, 100, 3000, 3000, n};
      for (int p = 0; p < 4; p++) {
        parts[p] = new ScalingLearner(kind, 2);
        parts[p].add(values, 2 * borders[p], borders[p + 1] - borders[p]);
      }
      parts[2].merge(parts[3]); // nothing takes something
      parts[0].merge(parts[1]);
      parts[0].merge(new ScalingLearner(kind, 2));
      parts[0].merge(parts[2]);
      Scaling merged = parts[0].scaling();
      Scaling whole = Scaling.learn(kind, rows, null);
      double rounding = 2 * 4 * (1024 + 4) * EPS * 12;
      for (int j = 0; j < 2; j++) {
        assertThat(merged.factor()[j])
            .isCloseTo(whole.factor()[j], within(rounding * whole.factor()[j]));
        assertThat(merged.shift()[j]).isCloseTo(whole.shift()[j], within(rounding + EPS * 1e7));
      }
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScalingLearner("minmax", 2).merge(new ScalingLearner("standard", 2)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScalingLearner("minmax", 2).merge(new ScalingLearner("minmax", 1)));
  }

  @Test
  void learningGoesOnAfterALook() {
    ScalingLearner learner = new ScalingLearner("minmax", 1);
    learner.add(new double[] {0, 2}, 0, 2);
    assertThat(learner.scaling().factor()).containsExactly(0.5);
    assertThat(learner.scaling().factor()).containsExactly(0.5);
    learner.add(new double[] {4}, 0, 1);
    assertThat(learner.scaling().factor()).containsExactly(0.25);
  }

  @Test
  void constantColumnsAreDividedByOneWhateverTheirValue() {
    for (double value : new double[] {0, 0.1, -1e300, 1e-310, 12345.678}) {
      double[] values = new double[5000];
      Arrays.fill(values, value);
      Rows rows = DenseRows.wrap(5000, 1, values);
      double[] weights = new SplittableRandom(5).doubles(5000).toArray();
      for (String kind : new String[] {"standard", "minmax"}) {
        Scaling scaling = Scaling.learn(kind, rows, weights);
        assertThat(scaling.shift()).containsExactly(value);
        assertThat(scaling.factor()).containsExactly(1);
      }
    }
    // Narrower than any factor could widen: as good as constant.
    Rows narrow = DenseRows.wrap(2, 1, new double[] {0, Double.MIN_VALUE});
    assertThat(Scaling.learn("minmax", narrow, null).factor()).containsExactly(1);
    assertThat(Scaling.learn("standard", narrow, null).factor()).containsExactly(1);
  }

  /** A column whose deviation double cannot square is not constant: it is refused by number. */
  @Test
  void columnsTooNarrowToSquareAreRefused() {
    Rows narrow = DenseRows.wrap(2, 2, new double[] {1, 1e-170, 2, 2e-170});
    assertThatThrownBy(() -> Scaling.learn("standard", narrow, null))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("column 1 goes from 1.0E-170 to 2.0E-170");
    Rows wide = DenseRows.wrap(2, 1, new double[] {1e-60, 2e-60});
    assertThatThrownBy(() -> Scaling.learn("standard", wide, new double[] {1e-200, 1e-200}))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("or the weights first");
    assertThat(Scaling.learn("minmax", narrow, null).factor()[1]).isEqualTo(1 / 1e-170);
  }

  @Test
  void spreadBeyondDoubleIsANumericalFailure() {
    Rows wide = DenseRows.wrap(2, 1, new double[] {-1.7e308, 1.7e308});
    for (String kind : new String[] {"standard", "minmax"}) {
      assertThatThrownBy(() -> Scaling.learn(kind, wide, null))
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining("column 0 goes from -1.7E308 to 1.7E308");
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void valuesThatAreNotFiniteAreNamed(double bad) {
    double[] values = new double[20];
    values[13] = bad;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scaling.learn("minmax", DenseRows.wrap(10, 2, values), null))
        .withMessage("row 6, column 1 is " + bad + "; a scaling is learned from finite numbers");
  }

  @Test
  void weightsThatCannotBeAreNamed() {
    Rows rows = DenseRows.wrap(2, 1, new double[] {1, 2});
    for (double bad : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Scaling.learn("standard", rows, new double[] {1, bad}))
          .withMessage("row 1 has the weight " + bad + "; weights are finite, 0 or more");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scaling.learn("standard", rows, new double[2]))
        .withMessageContaining("2 rows that all have weight 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scaling.learn("standard", rows, new double[3]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scaling.learn("standard", DenseRows.wrap(0, 1, new double[0]), null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Standard",
        "max",
        "max=",
        "max=x",
        "max=0",
        "max=-1",
        "max=NaN",
        "max=Infinity",
        "max=1e-320",
        "std",
        "none "
      })
  void unknownKindsAreRefused(String kind) {
    Rows rows = DenseRows.wrap(2, 1, new double[] {1, 2});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scaling.learn(kind, rows, null))
        .withMessageContaining("scaling '" + kind + "'");
    assertThatIllegalArgumentException().isThrownBy(() -> Scaling.checkKind(kind));
  }

  @Test
  void kindsHaveOneSpelling() {
    assertThat(Scaling.checkKind("max=255.0")).isEqualTo("max=255");
    assertThat(Scaling.checkKind("max=0.1")).isEqualTo("max=0.1");
  }

  @Test
  void recordsRefuseWhatWouldNotScale() {
    double[] one = {1};
    for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Scaling("standard", one, new double[] {bad}));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Scaling("standard", new double[] {Double.NaN}, one));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Scaling("standard", new double[2], one));
    Scaling scaling = new Scaling("standard", one, one);
    one[0] = 5;
    scaling.shift()[0] = 6;
    assertThat(scaling.shift()).containsExactly(1);
  }

  @Test
  void invertingTakesItBack() {
    Rows rows = random(50, 4, 11, 30);
    double[] values = new double[200];
    rows.copy(0, 50, values, 0);
    Scaling scaling = Scaling.learn("standard", rows, null);
    double[] back = values.clone();
    scaling.apply(back, 4, 49);
    assertThat(Arrays.copyOf(back, 4)).isEqualTo(Arrays.copyOf(values, 4));
    scaling.invert(back, 4, 49);
    for (int i = 0; i < back.length; i++) {
      // Four operations on numbers not larger than |x| + |shift|.
      assertThat(back[i]).isCloseTo(values[i], within(4 * EPS * 70));
    }
  }

  /** Normal deviates around an origin. */
  private static Rows random(int n, int d, long seed, double origin) {
    Random random = new Random(seed);
    return DenseRows.wrap(
        n, d, random.doubles((long) n * d).map(x -> origin + random.nextGaussian()).toArray());
  }
}
