package dev.mercer.evidence.reproduce.rs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The F test by its closed forms, by tables, and by a worked example. */
class AnalysisOfVarianceTest {

  /** Sums of some tens of terms and a logarithm: a hundred roundings. */
  private static final double EXACT = 100 * Math.ulp(1.0);

  @Property
  void withTwoDegreesAboveTheTailIsAPower(
      @ForAll @DoubleRange(min = 0.01, max = 50) double f,
      @ForAll @IntRange(min = 1, max = 400) int d) {
    // a = 1: I_x(b, 1) = x^b. Logarithms of gammas near 400 cost three digits.
    double expected = Math.pow(d / (d + 2 * f), d / 2.0);
    assertThat(AnalysisOfVariance.upperTail(f, 2, d)).isCloseTo(expected, within(1e3 * EXACT));
  }

  @Property
  void oneAndOneDegreesAreTheSquareOfACauchyVariable(
      @ForAll @DoubleRange(min = 0.01, max = 1000) double f) {
    double expected = 1 - 2 / Math.PI * Math.atan(Math.sqrt(f));
    assertThat(AnalysisOfVariance.upperTail(f, 1, 1)).isCloseTo(expected, within(EXACT));
  }

  @Property
  void swappingTheDegreesInvertsTheRatio(
      @ForAll @DoubleRange(min = 0.01, max = 100) double f,
      @ForAll @IntRange(min = 1, max = 300) int a,
      @ForAll @IntRange(min = 1, max = 300) int b) {
    double both = AnalysisOfVariance.upperTail(f, a, b) + AnalysisOfVariance.upperTail(1 / f, b, a);
    assertThat(both).isCloseTo(1, within(1e3 * EXACT));
  }

  /** Critical values as printed tables have them, so to the digits printed. */
  @ParameterizedTest
  @CsvSource({
    "161.448, 1, 1, 0.05",
    "18.513, 1, 2, 0.05",
    "5.318, 1, 8, 0.05",
    "4.965, 1, 10, 0.05",
    "3.885, 2, 12, 0.05",
    "3.098, 3, 20, 0.05",
    "4.171, 1, 30, 0.05",
    "3.920, 1, 120, 0.05",
    "9.330, 1, 12, 0.01",
    "4.938, 3, 20, 0.01",
  })
  void criticalValues(double f, int between, int within, double level) {
    assertThat(AnalysisOfVariance.upperTail(f, between, within)).isCloseTo(level, within(2e-5));
  }

  @Test
  void aWorkedExample() {
    // Means 5, 9, 10; between 84 / 2, within 68 / 15.
    AnalysisOfVariance test =
        AnalysisOfVariance.of(
            new double[] {6, 8, 4, 5, 3, 4},
            new double[] {8, 12, 9, 11, 6, 8},
            new double[] {13, 9, 11, 8, 7, 12});
    assertThat(test.f()).isCloseTo(42 / (68.0 / 15), within(EXACT * 10));
    assertThat(test.between()).isEqualTo(2);
    assertThat(test.within()).isEqualTo(15);
    // a = 1 again: the tail is a power.
    double tail = Math.pow(15 / (15 + 2 * test.f()), 7.5);
    assertThat(test.probability()).isCloseTo(tail, within(EXACT));
    assertThat(test.significant()).isTrue();
  }

  @Test
  void twoGroupsAreTheSquaredTTest() {
    double[] a = {1, 2, 3, 4};
    double[] b = {2, 4, 6, 9};
    double pooled = (5.0 + 26.75) / 6;
    double t = (5.25 - 2.5) / Math.sqrt(pooled * (0.25 + 0.25));
    assertThat(AnalysisOfVariance.of(a, b).f()).isCloseTo(t * t, within(1e-12));
  }

  @Test
  void groupsWithoutSpread() {
    double[] ones = {1, 1, 1};
    assertThat(AnalysisOfVariance.of(ones, ones).probability()).isEqualTo(1);
    assertThat(AnalysisOfVariance.of(ones, new double[] {2, 2}).probability()).isZero();
  }

  /** Where squares about zero would leave nothing but rounding of the squares about the means. */
  @Test
  void groupsWithHardlyAnySpread() {
    double[] high = {0.97, 0.97, 0.97};
    double[] low = {0.961, 0.961, 0.961};
    assertThat(AnalysisOfVariance.of(high, low).probability()).isLessThan(1e-9);
    double[] far = {1e8 + 1, 1e8 + 2, 1e8 + 3};
    double[] farther = {1e8 + 2, 1e8 + 4, 1e8 + 5};
    assertThat(AnalysisOfVariance.of(far, farther).f())
        .isCloseTo(
            AnalysisOfVariance.of(new double[] {1, 2, 3}, new double[] {2, 4, 5}).f(),
            within(1e-6));
  }

  @Test
  void smallTailsKeepTheirDigits() {
    double f = 1e5;
    double expected = Math.pow(15 / (15 + 2 * f), 7.5);
    assertThat(AnalysisOfVariance.upperTail(f, 2, 15)).isCloseTo(expected, withinPercentage(1e-9));
  }

  @Test
  void tooFewValues() {
    assertThatThrownBy(() -> AnalysisOfVariance.of(new double[] {1}, new double[] {2}))
        .hasMessageContaining("two groups");
    assertThatThrownBy(() -> AnalysisOfVariance.of(new double[] {1, 2}))
        .hasMessageContaining("two groups");
    assertThatThrownBy(
            () -> AnalysisOfVariance.of(new double[] {1, Double.NaN}, new double[] {2, 3}))
        .hasMessageContaining("not a number");
  }
}
